import { methodOf } from 'deposit-slip/core';
import { html } from 'hono/html';
import type { DepositRecord } from '../ledger/deposits.js';
import type { Given, Obstacle, Order } from './order.js';

// Every value goes through `html`, which escapes it.
type Markup = ReturnType<typeof html>;

/** Where a payer begins: paste a code, or write an account. */
export async function startPage(given: Given, obstacle?: Obstacle): Promise<string> {
  return layout(
    'Pay',
    html`<h1>Pay</h1>
      ${obstacle?.field === 'link' ? alert(obstacle) : ''}
      <form method="get" action="/sandbox/pay">
        <h2>With a Pix code</h2>
        <label for="code">Pix Copia e Cola</label>
        <textarea
          id="code"
          name="code"
          rows="4"
          required
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          ${describedBy(obstacle, 'code')}
        >
${given.code ?? ''}</textarea>
        ${obstacle?.field === 'code' ? alert(obstacle) : ''}
        <button>Continue</button>
      </form>
      <form method="get" action="/sandbox/pay">
        <h2>To an account</h2>
        <label for="account">CLABE, IBAN or Pix key</label>
        <input
          id="account"
          name="account"
          required
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          class="number"
          value="${given.account ?? ''}"
          ${describedBy(obstacle, 'account')}
        />
        ${obstacle?.field === 'account' ? alert(obstacle) : ''}
        <label for="reference">Message <span class="quiet">(if the details have one)</span></label>
        <input
          id="reference"
          name="reference"
          maxlength="140"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          class="number"
          value="${given.reference ?? ''}"
        />
        <button>Continue</button>
      </form>`,
  );
}

/** What will be paid, to whom, and how much. */
export async function payPage(
  order: Order,
  given: Given,
  amount: { readonly typed: string; readonly fault?: string },
): Promise<string> {
  const { target, rail, to, reference } = order;
  const fault = amount.fault;
  return layout(
    `Pay ${target.merchantName}`,
    html`<h1>Pay ${target.merchantName}</h1>
      <form method="post" action="/sandbox/pay">
        <dl>
          ${row('Method', rail)} ${row('To', target.merchantName)}
          ${to === target.merchantName ? '' : row(given.code ? 'Pix key' : 'Account', to, 'number')}
          ${reference ? row('Message', reference, 'number') : ''}
        </dl>
        <label for="amount">Amount in ${target.fiat}</label>
        <div class="amount">
          <input
            id="amount"
            name="amount"
            inputmode="decimal"
            required
            autocomplete="off"
            value="${amount.typed}"
            ${fault ? html`aria-invalid="true" aria-describedby="fault"` : ''}
          />
          <span aria-hidden="true">${target.fiat}</span>
        </div>
        ${fault ? html`<p class="alert" id="fault" role="alert">${fault}</p>` : ''}
        ${hidden('code', given.code)} ${hidden('link', given.link)} ${hidden('account', given.account)}
        ${hidden('reference', given.reference)}
        <button>Pay</button>
      </form>
      <p class="quiet">Check the holder's name and the amount before you pay.</p>
      <p><a href="/sandbox/pay">Pay something else</a></p>`,
  );
}

/** What was paid, and where it was credited. */
export async function paidPage(deposit: DepositRecord, amount: string): Promise<string> {
  const { matched, merchantName, txId, fiat, paymentId, account, reference } = deposit;
  const where = matched
    ? html`Credited to ${merchantName}, ${fiat} account.`
    : html`It arrived, but nobody could be credited (${deposit.unmatched}).`;
  const rail = methodOf(paymentId ?? undefined)?.slug.toUpperCase();
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

async function layout(title: string, main: Markup): Promise<string> {
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="format-detection" content="telephone=no" />
          <title>${title} · Sandbox Bank</title>
          <link rel="stylesheet" href="/sandbox/pay.css" />
        </head>
        <body>
          <header><strong>Sandbox Bank</strong> <span>Test only. No real money moves.</span></header>
          <main>${main}</main>
        </body>
      </html>`,
  );
}

function row(label: string, value: string, kind = ''): Markup {
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
