import { copyFormOf, formatAmount, formatSum, groupsOf } from 'deposit-slip/core';
import { html } from 'hono/html';
import type { Markup } from '../http/markup.js';
import { shownAccount } from '../issuing/index.js';
import { issuedMethod } from '../issuing/methods.js';
import { isReturned, type DepositRecord } from '../ledger/deposits.js';
import { numberLocale, periodIn } from './language.js';
import { accountRow, backLink, icon, link, railOf, row } from './markup.js';
import { layout } from './page.js';
import { showsPayee, type Payment } from './payment.js';
import type { Preset } from './preset-names.js';
import { DELAYS, latenessOf } from './presets.js';
import type { Texts } from './texts/en.js';
import type { Fields, PageContext } from './page-context.js';

/** The content of an outcome's page. */
interface Outcome {
  readonly look: 'ok' | 'late' | 'refused' | 'unmatched';
  readonly title: string;
  /** A plain decimal. */
  readonly amount?: string | undefined;
  readonly fiat: string;
  /** The intended payee of a payment that was not sent. */
  readonly payee?: string | undefined;
  readonly lines: readonly string[];
  readonly rows: readonly (Markup | '')[];
}

/**
 * The receipt: the amount sent and the payee, as far as the payer's bank knows. `preset` says what else the
 * bank did with the payment. A real bank could not say why a deposit was not credited; the page does, to help
 * testers.
 */
export function receiptPage(
  pageContext: PageContext,
  deposit: DepositRecord,
  fields: Fields,
  preset: Preset | undefined,
): Promise<string> {
  const { outcome, pay } = pageContext.language.texts;
  const { merchantName, fiat, amount, reference, txId, paymentId, unmatched } = deposit;
  const payee = showsPayee(paymentId, fields) ? merchantName : fields.beneficiary;
  return outcomePage(pageContext, fields, {
    look: unmatched === null ? 'ok' : 'unmatched',
    title: payee ? outcome.sent(payee) : outcome.paid,
    amount,
    fiat,
    lines: [
      ...(unmatched === null ? [] : [outcome.unmatched[unmatched]]),
      ...(preset === 'part' || preset === 'more' ? [outcome[preset]] : []),
      ...(preset === 'twice' ? [outcome.twice(DELAYS)] : []),
      ...(preset === 'return' && unmatched === null
        ? [isReturned(deposit) ? outcome.returned : outcome.return(DELAYS)]
        : []),
    ],
    rows: [
      row(outcome.method, railOf(paymentId, pageContext.language.texts)),
      paidAccount(deposit, pageContext.language.texts),
      reference ? row(pay.reference, reference, 'number') : '',
      txId === null ? '' : row(outcome.deposit, txId, 'number'),
    ],
  });
}

/**
 * The account of a deposit, as the payment page shows it; as the bank sent it if the deposit matched no
 * method.
 */
function paidAccount({ account, paymentId }: DepositRecord, texts: Texts): Markup | '' {
  if (account === null) return '';
  const kind = shownAccount(issuedMethod(paymentId ?? undefined)?.sample ?? {})?.kind;
  if (!kind) return row(texts.outcome.account, account, 'number');
  return accountRow({ kind, groups: groupsOf(kind, copyFormOf(kind, account)) }, texts);
}

/** The page of a payment that arrives later or was refused by the bank. */
export function pendingPage(
  pageContext: PageContext,
  look: 'late' | 'refused',
  { target, account, reference, payee }: Payment,
  fields: Fields,
): Promise<string> {
  const { outcome, pay } = pageContext.language.texts;
  return outcomePage(pageContext, fields, {
    look,
    title: outcome[look],
    amount: fields.amount,
    fiat: target.fiat,
    payee: payee ?? fields.beneficiary,
    lines: [
      look === 'late'
        ? outcome.lateText(DELAYS, periodIn(pageContext, latenessOf(target.paymentId)))
        : outcome.refusedText,
    ],
    rows: [
      row(outcome.method, railOf(target.paymentId, pageContext.language.texts)),
      accountRow(account, pageContext.language.texts),
      reference ? row(pay.reference, reference, 'number') : '',
    ],
  });
}

function outcomePage(pageContext: PageContext, fields: Fields, outcome: Outcome): Promise<string> {
  const { texts } = pageContext.language;
  const { look, title, amount, fiat, payee, lines, rows } = outcome;
  // For the bank of one country, the heading already states the currency.
  const format = pageContext.fiat === fiat ? formatSum : formatAmount;
  const canRepeat = Object.keys(fields).some((name) => name !== 'amount');
  return layout(
    pageContext,
    title,
    html`<div class="outcome ${look}">
        <p class="mark">${icon(look === 'unmatched' ? 'alert' : look)}</p>
        <h1>${title}</h1>
        ${amount ? html`<p class="sum">${format(amount, fiat, numberLocale(pageContext.language, fiat))}</p>` : ''}
        ${payee === undefined ? '' : html`<p class="muted">${texts.outcome.to(payee)}</p>`}
      </div>
      ${lines.length > 0 ? html`<div role="status">${lines.map((line) => html`<p>${line}</p>`)}</div>` : ''}
      <dl>${rows}</dl>
      ${backLink(pageContext, 'primary')}
      ${link(pageContext, '/sandbox/pay', {}, texts.outcome.somethingElse, 'secondary')}
      ${canRepeat ? link(pageContext, '/sandbox/pay', fields, texts.outcome.again) : ''}`,
  );
}
