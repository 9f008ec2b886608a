import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Action, Console } from '../actions.js';
import type { Row } from '../api.js';
import { dateTime, minute, text, withReturn } from '../format.js';
import { isUnmatched, isWaiting, LISTS } from '../lists.js';
import { countOf, isCut, isReadIn, rows, type Source, type State } from '../state.js';
import { EVERYWHERE, realTime, viewOf, VIEWS } from '../views.js';
import { icon } from './icons.js';
import { verdict } from './ledger.js';
import { button, keyName, pill } from './parts.js';

/** The global action with this key. */
function everywhere(wanted: string): Action {
  return EVERYWHERE.find(({ key }) => key === wanted)!;
}

/** The line at the top: the running sandbox, the clock, snapshot and reset. */
export function header(console: Console): TemplateResult {
  const { data } = console.state;
  const isFrozen = data.clock?.['frozen'] === true;
  const { tone, words } = verdict(console.state);
  const freeze = everywhere('t');
  const further = everywhere('T');
  return html`<header>
    <h1>${icon('shield')} Console</h1>
    <p class="badge ${tone}"><span class="wide">Sandbox · </span>${words}</p>
    <div class="clock" role="group" aria-label="Clock">
      <span class=${isFrozen ? 'frozen' : ''}
        >${icon('clock')}
        <span class=${isFrozen ? '' : 'wide'}>${isFrozen ? 'Frozen at' : 'Time runs'}</span></span
      >
      <time>${isFrozen ? dateTime(text(data.clock, 'now')) : minute(text(data.clock, 'now'))}</time>
      ${button(console, { ...freeze, label: isFrozen ? 'Run' : 'Freeze' })}
      ${button(console, { ...further, label: 'Advance…' })} ${button(console, realTime)}
    </div>
    <button type="button" class="button danger" @click=${() => console.open('reset')}>Reset</button>
    <button type="button" class="button plain" @click=${() => console.update({ dialog: 'help' })}>
      Keys<kbd aria-hidden="true">?</kbd>
    </button>
  </header>`;
}

type Note = TemplateResult | string;

/** `2`, or `2+` if not all rows are loaded; empty if there are none. The rail has no space for words. */
function noteOn(state: State, source: Source, isMeant: (row: Row) => boolean, words: string): Note {
  const { length } = rows(state, source).filter(isMeant);
  if (length === 0) return '';
  return html`<span class="tag" title=${words}
    >${length}${isCut(state, source) ? '+' : ''}<span class="hidden"> ${words}</span></span
  >`;
}

/** The stream keeps the number of requests correct in every view. */
function isCounted(source: Source, view: string): boolean {
  return source === 'requests' || isReadIn(source, view);
}

/** The note beside a view's name: a count, or the number of waiting items. */
function noteOf({ id }: { readonly id: string }, state: State): Note {
  if (id === 'ledger') return verdict(state).short;
  if (id === 'faults') return noteOn(state, 'faults', () => true, 'active');
  if (id === 'activations') return noteOn(state, 'activations', isWaiting, 'waiting');
  if (id === 'deposits') return noteOn(state, 'deposits', isUnmatched, 'unmatched');
  const source = id === 'merchants' || id === 'requests' ? id : LISTS[id]?.source;
  // A count that is no longer updated would soon be wrong.
  const isShown = source !== undefined && isCounted(source, state.view) && rows(state, source).length > 0;
  return isShown ? countOf(state, source) : '';
}

/** The views, and the other pages of the sandbox. */
export function navigation({ state }: Console): TemplateResult {
  return html`<nav aria-label="Views">
    <ul>
      ${VIEWS.map(
        (view) =>
          html`<li>
            <a
              href="#${view.id}"
              aria-current=${viewOf(state.view) === view ? 'page' : nothing}
              title=${view.title}
              >${icon(view.icon)} <span>${view.title}</span><small>${noteOf(view, state)}</small></a
            >
          </li>`,
      )}
      <li class="apart">
        <a href=${withReturn('/sandbox/pay')} title="Simulator">${icon('link')} <span>Simulator</span></a>
      </li>
      <li>
        <a href="/sandbox/openapi.json" title="OpenAPI">${icon('link')} <span>OpenAPI</span></a>
      </li>
    </ul>
  </nav>`;
}

/** The keys, as a table. */
export function help(console: Console): TemplateResult {
  const { state, update } = console;
  const view = viewOf(state.view);
  const keys = [
    ['1 … 9, 0', 'a view, in the order of the list'],
    ['/', 'filter'],
    ['J  K', 'next row, previous row'],
    ['Enter', 'open a row'],
    ['Esc', 'close, or leave a field'],
    ...[...view.actions, ...EVERYWHERE]
      .filter(({ key }, at, all) => key !== undefined && all.findIndex((each) => each.key === key) === at)
      .map(({ key = '', label }) => [keyName(key), label.toLowerCase()]),
    ['H', 'requests: hide polling, or list it'],
    ['R  C  F', 'a request: replay, copy as curl, make the next call fail'],
    ['A  X', 'a row: accept, reject or return'],
    ['M  U', 'an order: move on, refund'],
  ];
  return html`<dl class="keys">
      ${keys.map(
        ([key, what]) =>
          html`<dt><kbd>${key}</kbd></dt>
            <dd>${what}</dd>`,
      )}
    </dl>
    <label class="check"
      ><input
        type="checkbox"
        .checked=${state.hasShortcuts}
        @change=${(event: Event) => update({ hasShortcuts: (event.target as HTMLInputElement).checked })}
      />
      Single-key shortcuts</label
    >`;
}

/** Explains how to sign in, and asks for the control token. */
export function tokenForm(state: State, use: (token: string) => void): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    use((event.target as HTMLFormElement).querySelector('input')?.value ?? '');
  };
  return html`<main class="ask">
    <form class="card" @submit=${submit}>
      <h1>Sandbox console</h1>
      ${state.signInHint === undefined ? nothing : html`<p role="status">${state.signInHint}</p>`}
      <p class="muted">The control token is kept in this tab, until you close it.</p>
      <div class="field">
        <label for="token">Control token</label>
        <input id="token" name="token" type="password" autocomplete="off" required />
      </div>
      ${state.formError === '' ? nothing : html`<p class="error" role="alert">${state.formError}</p>`}
      <button class="button primary wide" type="submit">Open the console</button>
    </form>
  </main>`;
}

/** The last message. */
export function statusLine({ message, isLive }: State): TemplateResult {
  // A new element is announced, even if its text is the same.
  const words = keyed(message.number, html`<span>${message.text}</span>`);
  return html`<footer>
    ${pill(isLive ? 'ok' : 'off', isLive ? 'live' : 'not connected')}
    <p role="status" class=${message.isError ? 'error' : ''}>${words}</p>
    <span class="muted">Tokens are never shown</span>
  </footer>`;
}
