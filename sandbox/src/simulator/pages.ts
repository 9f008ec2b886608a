import { copyAmount, formatSum, groupsOf, isAmount } from 'deposit-slip/core';
import { html } from 'hono/html';
import type { Markup } from '../http/markup.js';
import { accountsOf, bankOf } from './banks.js';
import { numberLocale, periodIn, type Language } from './language.js';
import {
  accountRow,
  alert,
  backLink,
  capitalized,
  describedBy,
  grouped,
  hidden,
  icon,
  link,
  railOf,
  row,
  transferOf,
} from './markup.js';
import { layout } from './page.js';
import { isHolder, type BankField, type InputError, type Payment } from './payment.js';
import { PRESETS } from './preset-names.js';
import { DELAYS, DIFFERENCE, latenessOf, LEAST } from './presets.js';
import type { Sums, Trial } from './texts/texts.js';
import type { Fields, PageContext } from './page-context.js';

// For codes and account numbers: a phone must not complete, capitalize or correct them.
const EXACT = html`autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"`;

/** The first page: the payer pastes a code or enters an account. */
export function startPage(pageContext: PageContext, fields: Fields, error?: InputError): Promise<string> {
  const { start, inputErrors } = pageContext.language.texts;
  return layout(
    pageContext,
    start.title,
    html`${backLink(pageContext)}
      <h1>${start.title}</h1>
      ${pastedAmount(pageContext, fields)} ${error?.field === 'link' ? alert(inputErrors[error.reason]) : ''}
      ${ways(pageContext, fields, error)}`,
  );
}

/** An amount that is pasted before the payee: there is no field for it yet. */
function pastedAmount({ language, fiat }: PageContext, { amount }: Fields): Markup | '' {
  if (amount === undefined || fiat === undefined || !isAmount(amount)) return '';
  const sum = formatSum(amount, fiat, numberLocale(language, fiat));
  return html`<p class="confirmed">${icon('ok')}${language.texts.pay.amount(fiat)}: ${sum}</p>`;
}

/** If there are two ways to pay, one is open, so that the next step is clear. */
function ways(pageContext: PageContext, fields: Fields, error?: InputError): Markup {
  const { code, account } = pageContext.language.texts.start;
  const accounts = accountForm(pageContext, fields, error);
  if (!paysCodes(pageContext)) return accounts;
  const isAccount = fields.account !== undefined;
  return html`<details class="way" name="way" ${isAccount ? '' : 'open'}>
      <summary>${code}</summary>
      ${codeForm(pageContext, fields, error)}
    </details>
    <details class="way" name="way" ${isAccount ? 'open' : ''}>
      <summary>${account}</summary>
      ${accounts}
    </details>`;
}

/** A QR code to scan, its payload as text, and a form to pay it. */
export function codePage(pageContext: PageContext, id: string, code: string): Promise<string> {
  const { start } = pageContext.language.texts;
  return layout(
    pageContext,
    start.qrTitle,
    html`${backLink(pageContext)}
      <h1>${start.qrTitle}</h1>
      <p class="qr"><img src="/sandbox/qr/${id}.png" alt="${start.qrImage}" width="240" height="240" /></p>
      ${codeForm(pageContext, { code })}`,
  );
}

/** A bank in a country without codes has no form for them. */
function paysCodes({ fiat }: PageContext): boolean {
  const bank = bankOf(fiat);
  return bank === undefined || bank.code !== undefined;
}

function codeLabel({ fiat, language }: PageContext): string {
  const { start } = language.texts;
  const code = bankOf(fiat)?.code;
  return code === undefined ? start.codeLabel : start.codes[code];
}

/** The accounts that the bank pays to, as it lists them. */
function accountLabel({ fiat, language }: PageContext): string {
  const names = accountsOf(fiat).map((kind) => language.texts.pay.accounts[kind]);
  return capitalized(new Intl.ListFormat(language.tag, { type: 'disjunction' }).format(names));
}

function codeForm(pageContext: PageContext, { code = '' }: Fields, error?: InputError): Markup {
  const { start, inputErrors } = pageContext.language.texts;
  const isAtFault = error?.field === 'code';
  return html`<form method="get" action="/sandbox/pay">
    ${hidden(pageContext.kept)}
    <label for="code">${codeLabel(pageContext)}</label>
    <textarea id="code" name="code" rows="4" required ${EXACT} ${describedBy(isAtFault)}>${code}</textarea>
    ${isAtFault ? alert(inputErrors[error.reason]) : ''}
    <button class="primary">${start.submit}</button>
  </form>`;
}

function accountForm(pageContext: PageContext, fields: Fields, error?: InputError): Markup {
  const { start, pay, inputErrors } = pageContext.language.texts;
  const isAtFault = error?.field === 'account';
  const { account = '', routing = '', beneficiary, reference = '', amount } = fields;
  const hasRouting = bankOf(pageContext.fiat)?.hasRouting ?? pageContext.fiat === undefined;
  return html`<form method="get" action="/sandbox/pay">
    ${hidden({ ...pageContext.kept, beneficiary, amount })}
    <label for="account">${accountLabel(pageContext)}</label>
    <input
      id="account"
      name="account"
      class="number"
      required
      ${EXACT}
      value="${account}"
      ${describedBy(isAtFault)}
    />
    ${isAtFault ? alert(inputErrors[error.reason]) : ''}
    <details ${routing || reference ? 'open' : ''}>
      <summary>${hasRouting ? start.more : pay.reference}</summary>
      ${hasRouting ? routingField(pageContext, routing) : ''}
      <label for="reference">${pay.reference}</label>
      <input id="reference" name="reference" class="number" maxlength="140" ${EXACT} value="${reference}" />
    </details>
    <button class="primary">${start.submit}</button>
  </form>`;
}

function routingField({ language }: PageContext, routing = '', error?: string): Markup {
  const isAtFault = error !== undefined;
  return html`<label for="routing">${language.texts.start.routing}</label>
    <input id="routing" name="routing" class="number" ${EXACT} value="${routing}" ${describedBy(isAtFault)} />
    ${isAtFault ? alert(error) : ''}`;
}

/** The content of the amount field, and the error below an invalid field. */
export interface Input {
  readonly value: string;
  readonly field?: Exclude<BankField, 'reference'> | 'amount';
  readonly error?: string;
}

/** The page of one payment: the payee, the account, the amount to enter, and further things to try. */
export function payPage(
  pageContext: PageContext,
  payment: Payment,
  fields: Fields,
  input: Input,
): Promise<string> {
  const { texts } = pageContext.language;
  const { target } = payment;
  const { amount: _, ...details } = fields;
  const { payee } = payment;
  const title = payee === undefined ? transferOf(target.paymentId, texts) : texts.pay.title(payee);
  return layout(
    pageContext,
    title,
    html`${backLink(pageContext)}
      ${payee === undefined ? '' : html`<p class="rail" translate="no">${railOf(target.paymentId, texts)}</p>`}
      <div class="heading">
        <h1>${title}</h1>
        ${sourceNotice(pageContext)}
      </div>
      ${pageContext.isOnPhone ? '' : html`<p class="muted">${payee === undefined ? texts.pay.hintUnnamed : texts.pay.hint}</p>`}
      ${detailList(pageContext, payment)}
      <form method="post" action="/sandbox/pay" novalidate>
        ${hidden({ ...without(details, payment.asks), ...pageContext.kept, checked: checkedName(payment, fields) })}
        <div class="fields">
          <div>${amountField(pageContext, target.fiat, input)}</div>
          ${payment.asks.map((name) => html`<div>${ASKED[name](pageContext, payment, fields, input)}</div>`)}
        </div>
        <div class="bar">
          <button class="primary" name="preset" value="pay">${texts.pay.submit}</button>
          ${trials(pageContext, target)}
        </div>
      </form>
      ${link(pageContext, '/sandbox/pay', {}, texts.outcome.somethingElse)}`,
  );
}

/**
 * The account, the holder as far as the bank knows it, and the reference unless the form has a field for it.
 */
function detailList({ language }: PageContext, { account, cuit, reference, asks }: Payment): Markup | '' {
  const { texts } = language;
  const isShown = reference !== undefined && !asks.includes('reference');
  if (!account && !isShown) return '';
  return html`<dl class="lead">
    ${accountRow(account, texts)}
    ${account?.kind === 'clabe' ? row(texts.pay.toBank, texts.pay.testBank) : ''}
    ${cuit ? row('CUIT', grouped(groupsOf('cuit', cuit)), 'number') : ''}
    ${isShown ? row(texts.pay.reference, reference, 'number') : ''}
  </dl>`;
}

/** Says how the details were transferred to a phone. */
function sourceNotice({ language, how }: PageContext): Markup | '' {
  return how ? html`<p class="confirmed">${icon('ok')}${language.texts.pay.source[how]}</p>` : '';
}

type FieldMarkup = (pageContext: PageContext, payment: Payment, fields: Fields, input: Input) => Markup;

/** The fields that only the banks of certain rails have. */
const ASKED: Readonly<Record<BankField, FieldMarkup>> = {
  routing: (pageContext, _, { routing }, { field, error }) =>
    routingField(pageContext, routing, field === 'routing' ? error : undefined),
  beneficiary: ({ language }, payment, { beneficiary = '' }, { field, error = '' }) => {
    const isAtFault = field === 'beneficiary';
    return html`<label for="beneficiary">${language.texts.pay.beneficiary}</label>
      <input
        id="beneficiary"
        name="beneficiary"
        maxlength="140"
        autocomplete="off"
        required
        value="${beneficiary}"
        ${describedBy(isAtFault)}
      />
      ${isAtFault ? alert(error) : nameCheck(language, payment, beneficiary)}`;
  },
  reference: ({ language }, _, { reference = '' }) =>
    html`<label for="reference">${language.texts.pay.reference}</label>
      <input id="reference" name="reference" class="number" maxlength="140" ${EXACT} value="${reference}" />`,
};

/** The message of a bank that compares the typed name with the holder's. */
function nameCheck({ texts: { pay } }: Language, { holder }: Payment, name: string): Markup | '' {
  if (holder === undefined || name === '') return '';
  return isHolder(name, holder)
    ? html`<p class="confirmed">${icon('ok')}${pay.nameMatches(holder)}</p>`
    : html`<p class="alert">${icon('alert')}<span>${pay.nameDiffers}</span></p>`;
}

/** The name that `nameCheck` speaks of. */
function checkedName({ holder }: Payment, { beneficiary }: Fields): string | undefined {
  return holder === undefined ? undefined : beneficiary;
}

function without(fields: Fields, names: readonly (keyof Fields)[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name as keyof Fields)));
}

function amountField({ language }: PageContext, fiat: string, { value, field, error = '' }: Input): Markup {
  const isAtFault = field === 'amount';
  return html`<label for="amount">${language.texts.pay.amount(fiat)}</label>
    <div class="amount">
      <input
        id="amount"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        required
        value="${value}"
        ${describedBy(isAtFault)}
      />
      <span aria-hidden="true">${fiat}</span>
    </div>
    ${isAtFault ? alert(error) : ''}`;
}

/** Further things to try. The screen of a phone is too small to show them at once. */
function trials(pageContext: PageContext, target: Payment['target']): Markup {
  const { isOnPhone, language } = pageContext;
  const { orTry, test } = language.texts.pay;
  return html`<details class="trials" ${isOnPhone ? '' : 'open'}>
    <summary ${isOnPhone ? html`aria-label="${orTry}"` : ''}>${isOnPhone ? test : orTry}</summary>
    <div>
      ${isOnPhone ? html`<p aria-hidden="true">${orTry}</p>` : ''}
      ${PRESETS.map((preset) => (preset === 'pay' ? '' : trialButton(pageContext, preset, target)))}
    </div>
  </details>`;
}

function trialButton(pageContext: PageContext, trial: Trial, { fiat, paymentId }: Payment['target']): Markup {
  const { trials, effects } = pageContext.language.texts.pay;
  const lateness = periodIn(pageContext, latenessOf(paymentId));
  return html`<button class="trial" name="preset" value="${trial}">
    <strong>${trials[trial]}</strong>
    <span>${effects[trial](sumsIn(pageContext, fiat), DELAYS, lateness)}</span>
  </button>`;
}

/** The sums in texts, in the currency and notation of a page. */
export function sumsIn({ language }: Pick<PageContext, 'language'>, fiat: string): Sums {
  const locale = numberLocale(language, fiat);
  return {
    fiat,
    example: copyAmount('1500.00', fiat, locale),
    difference: formatSum(DIFFERENCE, fiat, locale),
    least: formatSum(LEAST, fiat, locale),
  };
}
