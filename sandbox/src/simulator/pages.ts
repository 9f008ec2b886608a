import { html } from 'hono/html';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import type { DepositRecord } from '../ledger/deposits.js';
import type { Given, Obstacle, Order } from './order.js';
import { layout, type Markup } from './page.js';

// For fields that hold machine text: no phone may complete, capitalize or correct it.
const EXACT = html`autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"`;

/** Where a payer begins: paste a code, or write an account. */
export function startPage(given: Given, obstacle?: Obstacle): Promise<string> {
  return layout(
    'Pay',
    html`<h1>Pay</h1>
      ${obstacle?.field === 'link' ? alert(obstacle) : ''} ${codeForm(given, obstacle)}
      ${accountForm(given, obstacle)}`,
  );
}

/** A code to scan, as a picture and as text, and the way to pay it here. */
export function codePage(id: string, code: string): Promise<string> {
  return layout(
    'Pay with QR',
    html`<h1>Pay with QR</h1>
      <p><img src="/sandbox/qr/${id}.png" alt="QR code of this payment" width="240" height="240" /></p>
      ${codeForm({ code }, undefined)}`,
  );
}

function codeForm({ code = '' }: Given, obstacle: Obstacle | undefined): Markup {
  return html`<form method="get" action="/sandbox/pay">
    <h2>With a code</h2>
    <label for="code">Pix Copia e Cola, or the text of a QR code</label>
    <textarea id="code" name="code" rows="4" required ${EXACT} ${describedBy(obstacle, 'code')}>
${code}</textarea>
    ${obstacle?.field === 'code' ? alert(obstacle) : ''}
    <button>Continue</button>
  </form>`;
}

function accountForm(given: Given, obstacle: Obstacle | undefined): Markup {
  const described = describedBy(obstacle, 'account');
  const { account = '', routing = '', reference = '' } = given;
  return html`<form method="get" action="/sandbox/pay">
    <h2>To an account</h2>
    <label for="account">CLABE, CBU, CVU, IBAN, account number, Pix key or alias</label>
    <input id="account" name="account" class="number" required ${EXACT} value="${account}" ${described} />
    ${obstacle?.field === 'account' ? alert(obstacle) : ''}
    <label for="routing">Routing number <span class="quiet">(if the details have one)</span></label>
    <input id="routing" name="routing" class="number" ${EXACT} value="${routing}" />
    <label for="reference">Message <span class="quiet">(if the details have one)</span></label>
    <input id="reference" name="reference" class="number" maxlength="140" ${EXACT} value="${reference}" />
    <button>Continue</button>
  </form>`;
}

/** What the payer typed as the amount, and what is wrong with it. */
export interface TypedAmount {
  readonly typed: string;
  readonly fault?: string;
}

/** What will be paid, to whom, and how much. */
export function payPage(order: Order, given: Given, amount: TypedAmount): Promise<string> {
  const { target, rail, account, reference } = order;
  return layout(
    `Pay ${target.merchantName}`,
    html`<h1>Pay ${target.merchantName}</h1>
      <form method="post" action="/sandbox/pay">
        <dl>
          ${row('Method', rail)} ${row('To', target.merchantName)}
          ${account ? row(given.code ? 'Pix key' : 'Account', grouped(account), 'number') : ''}
          ${reference ? row('Message', reference, 'number') : ''}
        </dl>
        ${amountField(target.fiat, amount)} ${hidden('code', given.code)} ${hidden('link', given.link)}
        ${hidden('account', given.account)} ${hidden('routing', given.routing)}
        ${hidden('reference', given.reference)}
        <button>Pay</button>
      </form>
      <p class="quiet">Check the holder's name and the amount before you pay.</p>
      <p><a href="/sandbox/pay">Pay something else</a></p>`,
  );
}

function amountField(fiat: string, { typed, fault }: TypedAmount): Markup {
  const described = fault ? html`aria-invalid="true" aria-describedby="fault"` : '';
  return html`<label for="amount">Amount in ${fiat}</label>
    <div class="amount">
      <input
        id="amount"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        required
        value="${typed}"
        ${described}
      />
      <span aria-hidden="true">${fiat}</span>
    </div>
    ${fault ? html`<p class="alert" id="fault" role="alert">${fault}</p>` : ''}`;
}

/** What was paid, and where it was credited. */
export function paidPage(deposit: DepositRecord, amount: string): Promise<string> {
  const { matched, merchantName, txId, fiat, paymentId, account, reference } = deposit;
  const where = matched
    ? html`Credited to ${merchantName}, ${fiat} account.`
    : html`It arrived, but nobody could be credited (${deposit.unmatched}).`;
  const rail = railName(issuedMethod(paymentId ?? undefined));
  return layout(
    'Paid',
    html`<h1>Paid</h1>
      <p class="sum">${amount}</p>
      <p role="status">${where}</p>
      <dl>
        ${rail ? row('Method', rail) : ''} ${account ? row('Account', account, 'number') : ''}
        ${reference ? row('Message', reference, 'number') : ''} ${txId ? row('Deposit', txId, 'number') : ''}
      </dl>
      <p><a href="/sandbox/pay">Pay something else</a></p>`,
  );
}

// Grouped by margins, not by signs: what is selected is the account itself.
function grouped(groups: readonly string[]): Markup {
  return html`${groups.map((group) => html`<span>${group}</span>`)}`;
}

function row(label: string, value: string | Markup, kind = ''): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd class="${kind}" translate="no">${value}</dd>
  </div>`;
}

function hidden(name: string, value: string | undefined): Markup | '' {
  return value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}" />`;
}

function alert({ message }: Obstacle): Markup {
  return html`<p class="alert" id="fault" role="alert">${message}</p>`;
}

function describedBy(obstacle: Obstacle | undefined, field: Obstacle['field']): Markup | '' {
  return obstacle?.field === field ? html`aria-invalid="true" aria-describedby="fault"` : '';
}
