import { html, nothing, svg, type TemplateResult } from 'lit';
import { methodOf } from '../../../core/methods.js';
import { toMinor } from '../../../core/money.js';
import { shownId } from '../../../core/reader/account-search.js';
import { record } from '../../../core/record.js';
import type { Payment, PaymentDeposit } from '../../../core/reader/payment.js';
import {
  DOT,
  fill,
  formatDate,
  formatMoment,
  type Sentence,
  type Words,
} from '../../shared/i18n/formatting.js';
import { isZero } from '../../shared/headline.js';
import { noticeView } from '../../shared/views/notice.js';
import { sentenceView } from '../../shared/views/sentence.js';
import { sumText } from '../../shared/views/sum.js';
import type { Receipt } from '../arrived.js';
import type { DepositWithAmount } from '../deposits.js';
import type { SlipContext } from './context.js';

/** Maximum length of a value that is never broken. */
const LONGEST = 20;

/** A line of an account or a receipt: event, time, method and amount. */
export interface Line {
  readonly label: string;
  readonly note?: Sentence;
  readonly value: string;
  /** Digits that may be read aloud. */
  readonly isCode?: boolean;
  readonly isStrong?: boolean;
}

/** The deposits of a payment, or of an endpoint that reports no payment. */
type Account = Pick<Receipt, 'deposits' | 'earlier' | 'fiat'>;

/** Whether a deposit arrived for a payment with a fixed amount. */
export function hasAccount(payment: Payment | undefined): payment is Payment {
  return payment?.asked !== undefined && payment.deposits.length > 0;
}

/** The deposits for the slip's payment; nothing while none has arrived. */
export function accountView(
  payment: Payment | undefined,
  context: SlipContext,
): TemplateResult | typeof nothing {
  if (!hasAccount(payment)) return nothing;
  const { missing } = context.messages.account;
  const { received, remaining } = payment;
  const lines = depositLines(payment, context);
  const add = (label: string, amount: string): void =>
    void lines.push({ label, value: money(amount, payment, context), isStrong: true });
  if (isSeveral(payment)) add(totalLabel(payment, context), received);
  if (remaining !== undefined) add(missing, remaining);
  const returned = returnedOf(payment, context);
  return html`${returned ? noticeView({ text: returned }) : nothing}
    <div part="account" class="account">
      ${isZero(received) ? nothing : barView(payment)}
      <dl>${lines.map(lineView)}</dl>
    </div>`;
}

/** The label of the sum: after a return, it is what is left of what was received. */
export function totalLabel({ deposits }: Account, { messages: { account } }: SlipContext): string {
  return deposits.every(({ returned }) => returned === undefined) ? account.total : account.kept;
}

/** The received share of the amount, as a bar. The words beside it say the same. */
function barView({ received, asked = received }: Payment): TemplateResult {
  // Even a tiny part is visible.
  const percent = Math.max(2, Number((toMinor(received)! * 100n) / toMinor(asked)!));
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect width=${percent} height="1"></rect>`}
  </svg>`;
}

/** One line for each deposit and each return. */
export function depositLines(payment: Account, context: SlipContext): Line[] {
  const { account } = context.messages;
  const { deposits, earlier } = payment;
  const first = (earlier?.count ?? 0) + 1;
  const before: Line[] = earlier
    ? [
        {
          label: fill(account.earlier, { count: String(earlier.count) }),
          value: money(earlier.amount, payment, context),
        },
      ]
    : [];
  const isMixed = new Set(deposits.map(({ paymentId }) => methodOf(paymentId)?.slug)).size > 1;
  const listed = deposits.flatMap((deposit, at) => {
    const name = isSeveral(payment) ? fill(account.numbered, { number: String(first + at) }) : undefined;
    return linesOfDeposit(deposit, name, isMixed, payment.fiat, context);
  });
  return [...before, ...listed];
}

/** Whether more than one deposit arrived. */
export function isSeveral({ deposits, earlier }: Account): boolean {
  return deposits.length > 1 || earlier !== undefined;
}

/**
 * The lines of a deposit and its return. `name` distinguishes it from others; if methods differ, so does the
 * method. `fiat`: the currency of the receipt.
 */
function linesOfDeposit(
  deposit: DepositWithAmount,
  name: string | undefined,
  isMixed: boolean,
  fiat: string,
  context: SlipContext,
): Line[] {
  const { messages } = context;
  const { amount, createTime, txId, paymentId, returned } = deposit;
  const sum = (part: string): string =>
    sumText({ amount: part, fiat: deposit.fiat }, context, deposit.fiat !== fiat);
  const method = isMixed ? messages.titles[methodOf(paymentId)?.slug ?? ''] : undefined;
  const arrived: Line = {
    label: name ?? messages.receivedAt,
    ...joinNote([method, optionalMoment(createTime, context)], shownId(txId)),
    value: sum(amount),
  };
  if (returned === undefined) return [arrived];
  const back: Line = {
    label: messages.account.sentBack,
    ...joinNote([name, optionalMoment(deposit.returnTime, context)]),
    value: `\u2212\u2060${sum(returned)}`,
  };
  return [arrived, back];
}

/** Parts joined by dots. */
function joinNote(words: readonly (string | undefined)[], txId?: string): { note?: Sentence } {
  const text = [...words, txId && '{txId}'].filter(Boolean).join(DOT);
  return text ? { note: [text, { txId }] } : {};
}

function optionalMoment(time: number | undefined, { lang }: SlipContext): string | undefined {
  return time === undefined ? undefined : formatMoment(time, lang);
}

/** A line of a receipt or an account. */
export function lineView(line: Line): TemplateResult {
  const { label, note, value, isCode, isStrong } = record(line);
  const shown = isStrong ? html`<b>${value}</b>` : value;
  const beside = note ? html` <small>${sentenceView(...note)}</small>` : nothing;
  return html`<div>
    <dt>${isStrong ? html`<b>${label}</b>` : label}${beside}</dt>
    <dd class="${isCode ? 'mono' : ''} ${widthClass(value)}" translate="no">${shown}</dd>
  </div>`;
}

function widthClass({ length }: string): string {
  return length > LONGEST ? 'long' : length > 11 ? 'wide' : '';
}

/** Whether all of a deposit was sent back. */
export function isReturned({ amount, returned }: DepositWithAmount): boolean {
  return returned !== undefined && toMinor(returned) === toMinor(amount);
}

/** The deposit that was last returned, if nothing has happened since. */
function lastReturn({ deposits }: Payment): PaymentDeposit | undefined {
  const latest = Math.max(...deposits.map(changedAt));
  return deposits.find((deposit) => deposit.returned !== undefined && changedAt(deposit) === latest);
}

/** When a deposit arrived or was returned. An endpoint may not report the time. */
function changedAt({ createTime, returned, returnTime = createTime }: PaymentDeposit): number {
  return returned === undefined ? createTime : returnTime;
}

/** A sentence saying that a payment, or a part of it, was sent back. */
export function returnedOf(payment: Payment, context: SlipContext): Sentence | undefined {
  const back = lastReturn(payment);
  if (!back) return undefined;
  const { account } = context.messages;
  const { returned = '', returnTime } = back;
  const amount = money(returned, payment, context);
  if (returnTime === undefined) return [`${account.sentBack}: {amount}`, { amount }];
  const date: Words = [formatDate(returnTime, context.lang, 'long')];
  // Other deposits of the payment may be left.
  return isZero(payment.received)
    ? [account.returnedOn, { date }]
    : [account.partReturnedOn, { amount, date }];
}

/** The missing amount and the reason, in sentences; empty while nothing has arrived. */
export function accountText(payment: Payment | undefined, context: SlipContext): string {
  if (!payment) return '';
  const { received, remaining = '' } = payment;
  const returned = returnedOf(payment, context);
  const sums = {
    received: money(received, payment, context),
    remaining: money(remaining, payment, context),
  };
  const texts = [
    returned && fill(...returned),
    payment.status === 'part' && fill(context.messages.account.part, sums),
  ];
  return texts.filter(Boolean).join(' ');
}

/** An amount of a payment. */
export function money(amount: string, { fiat }: Pick<Payment, 'fiat'>, context: SlipContext): string {
  return sumText({ amount, fiat }, context);
}
