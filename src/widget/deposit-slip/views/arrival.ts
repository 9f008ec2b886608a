import { html, nothing, type TemplateResult } from 'lit';
import { shownId } from '../../../core/reader/account-search.js';
import type { Deposit } from '../../../core/reader/endpoint-response.js';
import { methodOf } from '../../../core/methods.js';
import { hasArrived, type Payment } from '../../../core/reader/payment.js';
import { fill, formatMoment, type Sentence, type Words } from '../../shared/i18n/formatting.js';
import { quietButton } from '../../shared/views/button.js';
import { contactLink } from '../../shared/views/contact.js';
import { icon, type IconName } from '../../shared/views/icon.js';
import { noticeText, noticeView, type Notice } from '../../shared/views/notice.js';
import { printedView } from '../../shared/views/printed.js';
import { sumText, type Sum } from '../../shared/views/sum.js';
import { sumView } from './sum.js';
import { shownDeposit } from '../arrived.js';
import type { SlipState } from '../state.js';
import {
  accountText,
  depositLines,
  isReturned,
  isSeveral,
  isZero,
  lastReturn,
  lineView,
  money,
  type Line,
} from './account.js';
import type { SlipContext } from './context.js';
import { recipient } from './header.js';
import { foldedValues, titleOf } from './slip.js';

type Arrived = Extract<SlipState, { status: 'arrived' }>;

/**
 * The outcome of the payment. `back`: all of it was sent back. `short`: an amount is missing again. `other`,
 * without an account: a different amount than requested arrived.
 */
type Outcome = 'whole' | 'short' | 'back' | 'other';

const ICONS: Readonly<Record<Outcome, IconName>> = {
  whole: 'check',
  short: 'undo',
  back: 'undo',
  other: 'warning',
};

/** The view of an arrived deposit. It replaces the slip, and nothing invites the payer to pay again. */
export function arrivalView(state: Arrived, context: SlipContext): TemplateResult {
  const outcome = outcomeOf(state);
  const sum = sumOf(state);
  const [notice, several] = [noticeOf(state, context), severalText(state, context)];
  const isShort = outcome === 'short' || outcome === 'back';
  return html`<div part="arrival" class="body arrival ${isShort ? 'short' : outcome}">
      <span class="tick">${icon(ICONS[outcome], 32)}</span>
      <h2 id="title" part="title" tabindex="-1">${arrivalTitle(state, context)}</h2>
      ${sum ? html`<p part="total" class="sum" translate="no">${sumView(sum, context, outcome === 'back')}</p>` : nothing}
      ${recipient(context)} ${notice ? noticeView(notice, contactLink(context)) : nothing}
      ${several ? html`<p class="muted">${several}</p>` : nothing}
      <dl part="receipt" class="receipt">${receiptLines(state, context).map(lineView)}</dl>
      ${
        isShort && context.canRenew
          ? html`<button class="primary" @click=${context.onRetry}>
              ${context.messages.account.showDetails}
            </button>`
          : nothing
      }
      ${isShort ? contactLink(context) : nothing}
      <slot name="done"></slot>
      ${printedView(context)}
    </div>
    ${arrivalActions(state, isShort, context)}`;
}

function outcomeOf({ payment, missing, ...state }: Arrived): Outcome {
  if (payment && !hasArrived(payment))
    return lastReturn(payment) && isZero(payment.received) ? 'back' : 'short';
  if (payment) return 'whole';
  return missing && sumOf(state) ? 'other' : 'whole';
}

function arrivalTitle(state: Arrived, { messages }: SlipContext): string {
  const { arrived, arrivedOther, partArrived, account } = messages;
  const short = state.payment && lastReturn(state.payment) ? account.partReturned : partArrived;
  return { whole: arrived, other: arrivedOther, short, back: account.returned }[outcomeOf(state)];
}

/**
 * Explains an excess, warns not to use the code any more, or says what to do about an amount that was not
 * requested.
 */
function noticeOf(state: Arrived, context: SlipContext): Notice | undefined {
  const { messages, merchant } = context;
  const { account, unexpected } = messages;
  const { payment, missing } = state;
  if (!payment)
    return missing && sumOf(state)
      ? { text: [unexpected, { amount: sumText(missing, context), merchant }] }
      : undefined;
  if (payment.excess !== undefined)
    return {
      title: [account.excess, { amount: money(payment.excess, payment, context) }],
      text: [isSecond(payment) ? account.twice : account.once, { merchant: startingSentence(context) }],
    };
  return isElsewhere(state) && hasArrived(payment) ? { text: [account.elsewhere] } : undefined;
}

/** The merchant's name at the beginning of a sentence: "The merchant", or a name unchanged. */
function startingSentence({ merchantName, messages: { merchant } }: SlipContext): string | Words {
  return merchantName || [merchant.charAt(0).toUpperCase() + merchant.slice(1)];
}

/** Whether one deposit paid the full amount and a second one is in excess. */
function isSecond({ deposits, earlier, excess }: Payment): boolean {
  const [, second, ...others] = deposits.filter((deposit) => !isReturned(deposit));
  return !earlier && others.length === 0 && second !== undefined && second.amount === excess;
}

/**
 * Whether the displayed slip was not used: the order was paid with another code or method, or in another tab
 * or on another device.
 */
function isElsewhere({ slip, payment }: Arrived): boolean {
  if (!slip || !payment) return false;
  return !payment.deposits.some(
    ({ txId, paymentId }) =>
      (txId === undefined || slip.txId === undefined || txId === slip.txId) &&
      (paymentId === undefined || slip.paymentId === undefined || paymentId === slip.paymentId),
  );
}

/** The number of deposits and which one is shown; undefined for a single deposit, or if each is listed. */
function severalText(state: Arrived, { messages }: SlipContext): string | undefined {
  const { deposits, payment } = state;
  if (payment || deposits.length < 2) return undefined;
  const text = depositOf(state) === deposits.at(-1) ? messages.several : messages.severalAsked;
  return fill(text, { count: String(deposits.length) });
}

/** A sentence saying that this is test data. */
export function testText({ status }: SlipState, { messages }: Pick<SlipContext, 'messages'>): string {
  return status === 'arrived' ? messages.testReceipt : messages.test;
}

/** The result in one sentence, for screen readers and shared text. */
export function arrivalText(state: Arrived, context: SlipContext): string {
  const sum = sumOf(state);
  const title = arrivalTitle(state, context);
  const account = state.payment && !hasArrived(state.payment) ? accountText(state.payment, context) : '';
  if (account && sum) return outcomeOf(state) === 'back' ? `${account} ${sumText(sum, context)}` : account;
  const notice = state.payment && noticeOf(state, context);
  const news = sum ? `${title}: ${sumText(sum, context)}` : title;
  return notice ? `${news}. ${noticeText(notice)}` : news;
}

/** The method, time and number of each deposit; unknown values are left out. */
export function receiptLines(state: Arrived, context: SlipContext): Line[] {
  const { messages, lang } = context;
  const { payment } = state;
  const title = methodTitle(state, context);
  const head: Line[] = title ? [{ label: messages.paidWith, value: title }] : [];
  // If there is an excess, the payer also sees the amount it exceeds.
  if (payment?.excess !== undefined && payment.asked !== undefined)
    head.push({ label: messages.account.asked, value: money(payment.asked, payment, context) });
  if (payment && !isSingle(payment)) return [...head, ...accountLines(payment, context)];
  const { createTime, txId = payment ? undefined : state.slip?.txId } = depositOf(state) ?? {};
  const time =
    createTime === undefined ? [] : [{ label: messages.receivedAt, value: formatMoment(createTime, lang) }];
  const value = shownId(txId);
  const number = value === undefined ? [] : [{ label: messages.labels.depositId, value, isCode: true }];
  return [...head, ...time, ...number];
}

/** Whether there is a single deposit without a return, so that its amount is already in the heading. */
function isSingle({ deposits: [deposit, ...others], earlier }: Payment): boolean {
  return deposit?.returned === undefined && others.length === 0 && earlier === undefined;
}

function accountLines(payment: Payment, context: SlipContext): Line[] {
  const { account } = context.messages;
  const { received, remaining, deposits } = payment;
  const isSummed = isSeveral(payment) || (deposits[0]?.returned !== undefined && !isZero(received));
  const total = { label: account.total, value: money(received, payment, context), isStrong: true };
  const due = { label: account.toPay, value: money(remaining ?? received, payment, context), isStrong: true };
  return [
    ...depositLines(payment, context),
    ...(isSummed ? [total] : []),
    ...(remaining === undefined ? [] : [due]),
  ];
}

function arrivalActions(state: Arrived, isShort: boolean, context: SlipContext): TemplateResult {
  const { slip, request, missing, payment } = state;
  const { messages, onPrint, onRenew, canRenew } = context;
  // With a fixed amount there is nothing left to pay.
  const isFixed = payment ? payment.asked !== undefined : request.amount !== undefined;
  const canRepeat = canRenew && !isFixed && slip !== undefined && !missing;
  return html`${slip && !isElsewhere(state) ? foldedValues(slip, context) : nothing}
    <div part="actions" class="actions">
      ${quietButton(isShort ? messages.print : messages.printReceipt, onPrint)}
      ${canRepeat ? html`<span class="last">${quietButton(messages.depositAgain, onRenew)}</span>` : nothing}
    </div>`;
}

/**
 * The methods used, as far as known: the open slip's method if the record contains only its deposit number.
 */
function methodTitle({ slip, request, payment }: Arrived, context: SlipContext): string {
  const { titles } = context.messages;
  const title = (id: number | undefined): string => titles[methodOf(id)?.slug ?? 'other'] ?? '';
  const used = new Set(payment?.deposits.map(({ paymentId }) => paymentId));
  const isOfSlip = slip?.txId !== undefined && payment?.deposits.every(({ txId }) => txId === slip.txId);
  const known = [...used].filter((id) => id !== undefined);
  if (payment && (known.length > 0 || !isOfSlip)) return known.map(title).join(', ');
  return slip ? titleOf(slip, context) : title(request.paymentId);
}

function depositOf({ deposits, slip, payment, request: { amount, fiat } }: Arrived): Deposit | undefined {
  if (payment) return payment.deposits.at(-1);
  return shownDeposit(deposits, amount === undefined ? undefined : { amount, fiat: slip?.fiat ?? fiat });
}

/** The amount in the heading: for an overpaid order, the asked amount; for a return, the returned amount. */
function sumOf(state: Arrived): Sum | undefined {
  const { payment } = state;
  if (!payment) {
    const { amount, fiat } = depositOf(state) ?? {};
    return amount !== undefined && fiat !== undefined ? { amount, fiat } : undefined;
  }
  const { fiat, received, asked = received } = payment;
  if (hasArrived(payment)) return { amount: isSeveral(payment) ? asked : received, fiat };
  return { amount: lastReturn(payment)?.returned ?? received, fiat };
}

/** The payer's last deposit in one sentence; undefined without an amount. */
export function previousOf(deposit: Deposit | undefined, context: SlipContext): Sentence | undefined {
  if (!deposit?.amount) return undefined;
  const { messages, lang } = context;
  const amount = sumText({ amount: deposit.amount, fiat: deposit.fiat }, context);
  const { createTime } = deposit;
  return createTime
    ? [messages.previous, { amount, time: [formatMoment(createTime, lang)] }]
    : [messages.previous.replace(/, \{time\}$/, ''), { amount }];
}
