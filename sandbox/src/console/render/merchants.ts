import { html, nothing, type TemplateResult } from 'lit';
import { form, type Console } from '../actions.js';
import type { Row } from '../api.js';
import { amount, objectOf, text, withReturn } from '../format.js';
import { activationActions, isWaiting } from '../lists.js';
import { rows, type Details, type State } from '../state.js';
import { button, pill } from './parts.js';

/** The merchants, and a selected one with its balances, channels and deposit details. */
export function merchantsView(console: Console): TemplateResult {
  const { state, update } = console;
  const merchants = rows(state, 'merchants');
  const chosen = chosenMerchant(state);
  return html`<div class="merchants">
    <ul aria-label="Merchants">
      ${merchants.map((row) => {
        const id = text(row, 'merchantId');
        return html`<li data-key=${id}>
          <button
            type="button"
            class="opener"
            aria-pressed=${row === chosen ? 'true' : 'false'}
            @click=${() => update({ merchant: id })}
          >
            <b>${text(row, 'name') || 'Unnamed'}</b>
            <span><code>${id}</code> ${text(row, 'type')}</span>
          </button>
        </li>`;
      })}
    </ul>
    ${chosen ? merchantPanel(chosen, console) : nothing}
  </div>`;
}

/** The merchant that is shown: the chosen one, or the first. */
function chosenMerchant(state: State): Row | undefined {
  const merchants = rows(state, 'merchants');
  return merchants.find((row) => text(row, 'merchantId') === state.merchant) ?? merchants[0];
}

/** The activations of that merchant that wait for their agreement. */
export function waitingOf(state: State): readonly Row[] {
  const id = text(chosenMerchant(state), 'merchantId');
  return rows(state, 'activations').filter((row) => text(row, 'merchantId') === id && isWaiting(row));
}

function merchantPanel(merchant: Row, console: Console): TemplateResult {
  const id = text(merchant, 'merchantId');
  const own = (row: Row) => text(row, 'merchantId') === id;
  const channels = rows(console.state, 'channels').filter(own);
  const balances = Object.entries(objectOf(merchant, 'balances'));
  const waiting = waitingOf(console.state);
  const details = console.state.details.filter(({ merchantId }) => merchantId === id);
  return html`<section aria-labelledby="merchant">
    <h2 id="merchant">
      ${text(merchant, 'name')} <code>${id}</code> <span class="tag plain">${text(merchant, 'type')}</span>
    </h2>
    <p class="muted">${text(merchant, 'email') || 'No e-mail on record'}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Balances">
      <table>
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col" class="number">Balance</th>
            <th scope="col">Channels</th>
          </tr>
        </thead>
        <tbody>
          ${currenciesOf(balances, channels).map((fiat) => balanceRow(fiat, objectOf(merchant, 'balances'), channels))}
        </tbody>
      </table>
    </div>
    ${waiting.map((row, at) => agreementNotice(row, console, { hasKeys: at === 0 }))}
    ${details.map((each) => detailsCard(each, console))}
  </section>`;
}

/** A pending agreement. The keys act on the first one, so only its buttons show them. */
function agreementNotice(
  row: Row,
  console: Console,
  { hasKeys }: { readonly hasKeys: boolean },
): TemplateResult {
  const actions = activationActions(row);
  const shown = hasKeys ? actions : actions.map((action) => ({ ...action, key: undefined }));
  return html`<p class="notice">
    <span>${text(row, 'fiat')} on ${text(row, 'trench')} is waiting for its agreement.</span>
    ${shown.map((action) => button(console, action))}
  </p>`;
}

function currenciesOf(balances: readonly [string, unknown][], channels: readonly Row[]): readonly string[] {
  return [...new Set([...balances.map(([fiat]) => fiat), ...channels.map((row) => text(row, 'fiat'))])];
}

function balanceRow(fiat: string, balances: Row, channels: readonly Row[]): TemplateResult {
  const own = channels.filter((row) => text(row, 'fiat') === fiat);
  return html`<tr>
    <th scope="row">${fiat}</th>
    <td class="number">${amount(text(balances, fiat)) || '–'}</td>
    <td class="pills">${own.map((row) => pill(TONES[text(row, 'status')] ?? 'bad', channelText(row)))}</td>
  </tr>`;
}

const TONES: Readonly<Record<string, string>> = { active: 'ok', pending: 'warn' };

function channelText(row: Row): string {
  const status = text(row, 'status');
  const reason = text(row, 'failReason');
  return `${text(row, 'channel')}${status === 'active' ? '' : ` (${reason || status})`}`;
}

/** The details of a payment id, with a button to pay into them. */
function detailsCard({ merchantId, paymentId, data }: Details, console: Console): TemplateResult {
  const fields = Object.entries(objectOf(data, 'fieldList')).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)] as const,
  );
  const fiat = text(data, 'fiat');
  const pay = form('Pay into it', 'deposit', {
    merchantId,
    fiat,
    account: text(data, 'txId') || accountIn(fields),
    reference: fields.find(([name]) => /message|reference/i.test(name))?.[1] ?? '',
  });
  return html`<section class="card" data-details=${paymentId}>
    <h3>
      ${paymentId} ${fiat}
      <span class="muted">${text(data, 'paymentMethodName')}</span> ${button(console, pay)}
    </h3>
    <dl>
      ${
        text(data, 'txId') === ''
          ? nothing
          : html`<dt>txId</dt>
              <dd>${text(data, 'txId')}</dd>`
      }
      ${fields.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${valueOf(value)}</dd>`,
      )}
    </dl>
  </section>`;
}

/** Labels of the details that a bank transfer needs. */
const ACCOUNT = /clabe|cvu|cbu|iban|account number|alias|pix/i;

function accountIn(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields.find(([name]) => ACCOUNT.test(name))?.[1] ?? '';
}

/** A value; a page of the simulator is a link. */
function valueOf(value: string): TemplateResult {
  return /^https?:/.test(value) ? html`<a href=${withReturn(value)}>${value}</a>` : html`${value}`;
}
