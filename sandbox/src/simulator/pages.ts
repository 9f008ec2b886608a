import { html } from 'hono/html';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import type { DepositRecord } from '../ledger/deposits.js';
import { layout, type Markup } from './page.js';
import type { InputError, Payment, PaymentInput } from './payment.js';

// For codes and account numbers: a phone must not complete, capitalize or correct them.
const EXACT = html`autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"`;

/** The first page: the payer pastes a code or enters an account. */
export function startPage(input: PaymentInput, error?: InputError): Promise<string> {
  return layout(
    'Pay',
    html`<h1>Pay</h1>
      ${error?.field === 'link' ? alert(error) : ''} ${codeForm(input, error)} ${accountForm(input, error)}`,
  );
}

/** A QR code to scan, its payload as text, and a form to pay it. */
export function codePage(id: string, code: string): Promise<string> {
  return layout(
    'Pay with QR',
    html`<h1>Pay with QR</h1>
      <p><img src="/sandbox/qr/${id}.png" alt="QR code of this payment" width="240" height="240" /></p>
      ${codeForm({ code }, undefined)}`,
  );
}

function codeForm({ code = '' }: PaymentInput, error: InputError | undefined): Markup {
  return html`<form method="get" action="/sandbox/pay">
    <h2>With a code</h2>
    <label for="code">Pix Copia e Cola, or the text of a QR code</label>
    <textarea id="code" name="code" rows="4" required ${EXACT} ${describedBy(error, 'code')}>
${code}</textarea>
    ${error?.field === 'code' ? alert(error) : ''}
    <button>Continue</button>
  </form>`;
}

function accountForm(input: PaymentInput, error: InputError | undefined): Markup {
  const described = describedBy(error, 'account');
  const { account = '', routing = '', reference = '' } = input;
  return html`<form method="get" action="/sandbox/pay">
    <h2>To an account</h2>
    <label for="account">CLABE, CBU, CVU, IBAN, account number, Pix key or alias</label>
    <input id="account" name="account" class="number" required ${EXACT} value="${account}" ${described} />
    ${error?.field === 'account' ? alert(error) : ''}
    <label for="routing">Routing number <span class="quiet">(if the details have one)</span></label>
    <input id="routing" name="routing" class="number" ${EXACT} value="${routing}" />
    <label for="reference">Message <span class="quiet">(if the details have one)</span></label>
    <input id="reference" name="reference" class="number" maxlength="140" ${EXACT} value="${reference}" />
    <button>Continue</button>
  </form>`;
}

/** The content of the amount field, and the sentence shown if it is not valid. */
export interface AmountInput {
  readonly value: string;
  readonly error?: string;
}

/** The page of one payment: the payee, the account and the amount to enter. */
export function payPage(payment: Payment, input: PaymentInput, amount: AmountInput): Promise<string> {
  const { target, rail, account, reference } = payment;
  return layout(
    `Pay ${target.merchantName}`,
    html`<h1>Pay ${target.merchantName}</h1>
      <form method="post" action="/sandbox/pay">
        <dl>
          ${row('Method', rail)} ${row('To', target.merchantName)}
          ${account ? row(input.code ? 'Pix key' : 'Account', grouped(account), 'number') : ''}
          ${reference ? row('Message', reference, 'number') : ''}
        </dl>
        ${amountField(target.fiat, amount)} ${hidden('code', input.code)} ${hidden('link', input.link)}
        ${hidden('account', input.account)} ${hidden('routing', input.routing)}
        ${hidden('reference', input.reference)}
        <button>Pay</button>
      </form>
      <p class="quiet">Check the holder's name and the amount before you pay.</p>
      <p><a href="/sandbox/pay">Pay something else</a></p>`,
  );
}

function amountField(fiat: string, { value, error }: AmountInput): Markup {
  const described = error ? html`aria-invalid="true" aria-describedby="error"` : '';
  return html`<label for="amount">Amount in ${fiat}</label>
    <div class="amount">
      <input
        id="amount"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        required
        value="${value}"
        ${described}
      />
      <span aria-hidden="true">${fiat}</span>
    </div>
    ${error ? html`<p class="alert" id="error" role="alert">${error}</p>` : ''}`;
}

/** The receipt: what was paid, and where it was credited. */
export function paidPage(deposit: DepositRecord, amount: string): Promise<string> {
  const { matched, merchantName, txId, fiat, paymentId, account, reference } = deposit;
  const where = matched
    ? html`Credited to ${merchantName}, ${fiat} account.`
    : html`The deposit arrived, but could not be credited to an account (${deposit.unmatched}).`;
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

// The groups are separated by margins, not by characters, so that a selection contains the account number only.
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

function alert({ message }: InputError): Markup {
  return html`<p class="alert" id="error" role="alert">${message}</p>`;
}

function describedBy(error: InputError | undefined, field: InputError['field']): Markup | '' {
  return error?.field === field ? html`aria-invalid="true" aria-describedby="error"` : '';
}
