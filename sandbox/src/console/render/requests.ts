import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Console } from '../actions.js';
import type { Row } from '../api.js';
import { amount, differenceOf, objectOf, prettyBody, rowsOf, text, time } from '../format.js';
import {
  faultsOf,
  listRequests,
  merchantsOf,
  outcomeOf,
  queryOf,
  requestActions,
  toneOf,
} from '../requests.js';
import { rows, type State } from '../state.js';
import { emptyList, olderRows } from './list.js';
import { button, pill } from './parts.js';

const COLUMNS = ['Real time', 'Request', 'Merchant', 'Status', 'ms', 'Fault'];

interface Handlers {
  /** Opens or closes the request of this id. */
  readonly toggle: (id: string) => void;
  readonly hidePolls: (isHidden: boolean) => void;
}

/** The journal: each request as a row that opens. */
export function requestsView(console: Console, { toggle, hidePolls }: Handlers): TemplateResult {
  const { shown, isPaused, polls } = listRequests(console.state);
  const feed = feedLine(console.state, { isPaused, polls, hidePolls });
  if (shown.length === 0)
    return html`${feed} ${emptyRequests(console.state, polls)} ${olderRows('requests', console)}`;
  return html`${feed}
    <div class="scroll" tabindex="0" role="region" aria-label="Requests">
      <table>
        <thead>
          <tr>
            ${COLUMNS.map((title) => html`<th scope="col" class=${title === 'ms' ? 'number' : ''}>${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${repeat(
            shown,
            (row) => text(row, 'id'),
            (row) => requestRow(row, console, toggle),
          )}
        </tbody>
      </table>
    </div>
    ${olderRows('requests', console)}`;
}

interface Feed {
  readonly isPaused: boolean;
  readonly polls: number;
  readonly hidePolls: Handlers['hidePolls'];
}

/**
 * The number of hidden polls, and whether the list is paused. The line always keeps its space, so that
 * nothing below it moves.
 */
function feedLine(state: State, { isPaused, polls, hidePolls }: Feed): TemplateResult {
  return html`<div class="feed">
    <label
      ><input
        type="checkbox"
        .checked=${live(state.hidesPolls)}
        @change=${(event: Event) => hidePolls((event.target as HTMLInputElement).checked)}
      />
      Hide polling<kbd aria-hidden="true">H</kbd></label
    >
    ${polls === 0 ? nothing : html`<span class="muted">${polls} ${polls === 1 ? 'poll' : 'polls'} hidden</span>`}
    ${isPaused ? html`<span class="muted">New requests are listed once you close this one</span>` : nothing}
  </div>`;
}

function emptyRequests(state: State, polls: number): TemplateResult {
  if (polls > 0 && rows(state, 'requests').length === 0)
    return html`<p class="empty">Only polls so far, which are hidden.</p>`;
  if (rows(state, 'requests').length > 0) return html`<p class="empty">No request matches.</p>`;
  return emptyList(state, 'requests', 'Each request to the API appears here as it is answered.');
}

function requestRow(row: Row, console: Console, toggle: (id: string) => void): TemplateResult {
  const id = text(row, 'id');
  const isOpen = console.state.opened === id;
  const method = text(row, 'method');
  const faults = faultsOf(row);
  return html`<tr data-key=${id} class=${isOpen ? 'open' : id === console.state.selected ? 'selected' : ''}>
      <td class="time">${time(text(row, 'time'))}</td>
      <td class="request">
        <button
          type="button"
          class="opener"
          aria-expanded=${isOpen ? 'true' : 'false'}
          @click=${() => toggle(id)}
        >
          <b class=${method === 'POST' ? 'post' : ''}>${method}</b>
          <span>${text(row, 'path')}<i>${queryOf(row)}</i></span>
        </button>
      </td>
      <td class="mono">${merchantsOf(row).join(' ') || '–'}</td>
      <td class="outcome">${pill(toneOf(row), outcomeOf(row))}</td>
      <td class="number">${Math.round(Number(row['milliseconds'])).toLocaleString('en')}</td>
      <td>
        ${faults === '' ? html`<span class="muted">–</span>` : html`<span class="tag">${faults}</span>`}
      </td>
    </tr>
    ${
      isOpen
        ? html`<tr class="detail" data-key=${id}>
            <td colspan=${COLUMNS.length}>${detail(row, console)}</td>
          </tr>`
        : nothing
    }`;
}

function detail(row: Row, console: Console): TemplateResult {
  const answer = objectOf(row, 'answer');
  const body = text(row, 'body');
  return html`<div class="split">
      <div>
        <h3>${body === '' ? 'Query' : 'Body'}</h3>
        ${body === '' ? pairs(objectOf(row, 'query')) : html`<pre tabindex="0">${prettyBody(body)}</pre>`}
        <h3>What it led to</h3>
        ${ledTo(row, console.state)}
      </div>
      <div>
        <h3>Response ${pill(toneOf(row), outcomeOf(row))}</h3>
        <pre tabindex="0">${prettyBody(text(answer, 'body'))}</pre>
      </div>
    </div>
    <div class="acts">${requestActions(row).map((action) => button(console, action))}</div>`;
}

function pairs(query: Row): TemplateResult {
  return html`<dl>
    ${Object.entries(query).map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${String(value)}</dd>`,
    )}
    <dt>X-BH-TOKEN</dt>
    <dd class="muted">never shown</dd>
  </dl>`;
}

/** The ids in the response, and the postings that the ledger booked for them. */
function ledTo(row: Row, { ledTo: postings }: State): TemplateResult {
  const ids = Object.entries(objectOf(row, 'ids'));
  if (ids.length === 0) return html`<p class="muted">Nothing in the ledger.</p>`;
  return html`<ol class="trail">
    ${ids.map(([name, id]) => html`<li><span>Issued</span><code>${name} ${String(id)}</code></li>`)}
    ${postings.map(
      (posting) =>
        html`<li>
          <span>${movementOf(posting)}</span><code>posting ${text(posting, 'id')}, ${sumWords(posting)}</code>
        </li>`,
    )}
  </ol>`;
}

function sumWords(posting: Row): string {
  const difference = differenceOf(rowsOf(posting, 'entries'));
  return difference === '0.00' ? 'sums to zero' : `sums to ${amount(difference)}`;
}

function movementOf(posting: Row): string {
  const [first] = rowsOf(posting, 'entries').filter((entry) => entry['merchantId'] !== null);
  const sum = amount(text(first, 'debit') === '' ? `+${text(first, 'credit')}` : `-${text(first, 'debit')}`);
  return `${text(first, 'flowType')} ${sum} ${text(posting, 'fiat')}, ${text(first, 'merchantId')}`;
}
