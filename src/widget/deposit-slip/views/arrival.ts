import { html, nothing, type TemplateResult } from 'lit';
import { shownId } from '../../../core/reader/account-search.js';
import type { Deposit } from '../../../core/reader/endpoint-response.js';
import { methodOf } from '../../../core/methods.js';
import { compareAmounts } from '../../../core/money.js';
import { hasArrived } from '../../../core/reader/payment.js';
import { formatMoment, type Sentence, type Words } from '../../shared/i18n/formatting.js';
import { headlineOf, type Headline } from '../../shared/headline.js';
import { quietButton } from '../../shared/views/button.js';
import { contactLink } from '../../shared/views/contact.js';
import { icon, type IconName } from '../../shared/views/icon.js';
import { noticeText, noticeView, type Notice } from '../../shared/views/notice.js';
import { printedView } from '../../shared/views/printed.js';
import { sumText, type Sum } from '../../shared/views/sum.js';
import { sumView } from './sum.js';
import { receiptOf, type Receipt } from '../arrived.js';
import { isHeld, type SlipState } from '../state.js';
import {
  accountText,
  depositLines,
  isReturned,
  isSeveral,
  lineView,
  money,
  totalLabel,
  returnedOf,
  type Line,
} from './account.js';
import type { SlipContext } from './context.js';
import { recipient } from './header.js';
import { foldedValues, isBusy, renewalView } from './slip.js';
import { statusView } from './status.js';

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
  const sum = headlineSum(state);
  const notice = noticeOf(state, context);
  const isShort = isMissing(state);
  return html`<div part="arrival" class="body arrival ${isShort ? 'short' : outcome}">
      <span class="tick">${icon(ICONS[outcome], 32)}</span>
      <h2 id="title" part="title" tabindex="-1">${arrivalTitle(state, context)}</h2>
      ${sum ? html`<p part="total" class="sum" translate="no">${sumView(sum, context, outcome === 'back')}</p>` : nothing}
      ${recipient(context)} ${notice ? noticeView(notice, isShort ? nothing : contactLink(context)) : nothing}
      <dl part="receipt" class="receipt">${receiptLines(state, context).map(lineView)}</dl>
      ${isShort ? restView(state, context) : nothing}
      <slot name="done"></slot>
      ${printedView(context)}
    </div>
    ${arrivalActions(state, isShort, context)}`;
}

/** Whether the page can see more deposits, and how to pay what is missing. */
function restView(state: Arrived, context: SlipContext): TemplateResult | typeof nothing {
  const { canRenew, onRetry, messages } = context;
  const status = statusView(state, context);
  // Its notice has the same buttons.
  if (isHeld(state.watch)) return status;
  return html`${status}
  ${canRenew ? html`<button class="primary" @click=${onRetry}>${messages.account.showDetails}</button>` : nothing}
  ${contactLink(context)}`;
}

/** Whether an amount is missing, which the payer may pay. */
export function isMissing(state: Arrived): boolean {
  return ['short', 'back'].includes(outcomeOf(state));
}

function outcomeOf(state: Arrived): Outcome {
  const { payment, missing } = state;
  const receipt = receiptOf(state);
  if (!receipt) return 'whole';
  const headline = headlineOf(receipt);
  if (payment) return hasArrived(payment) ? 'whole' : headline.isBack ? 'back' : 'short';
  // In another currency, nothing of what was asked for has arrived.
  return missing && (receipt.asked === undefined || headline.missing) ? 'other' : 'whole';
}

function arrivalTitle(state: Arrived, { messages }: SlipContext): string {
  const { arrived, arrivedOther, partArrived, account } = messages;
  const titles = { whole: arrived, other: arrivedOther, short: partArrived, back: account.returned };
  return titles[outcomeOf(state)];
}

/**
 * Explains an excess, warns not to use the code any more, or says what to do about an amount that was not
 * requested.
 */
function noticeOf(state: Arrived, context: SlipContext): Notice | undefined {
  const { account, unexpected } = context.messages;
  const { payment, missing } = state;
  const receipt = receiptOf(state);
  if (!receipt) return undefined;
  const headline = headlineOf(receipt);
  const [excess, rest] = [headline.excess, headline.missing].map(
    (amount) => amount && money(amount, receipt, context),
  );
  if (excess)
    return {
      title: [account.excess, { amount: excess }],
      text: [
        isSecond(receipt, headline) ? account.twice : account.once,
        { merchant: startingSentence(context) },
      ],
    };
  switch (outcomeOf(state)) {
    case 'other':
      return {
        text: [
          unexpected,
          { amount: sumText(missing!, context, isOtherFiat(state)), merchant: context.merchant },
        ],
      };
    case 'short': {
      const title: Sentence = [`${account.missing}: {rest}`, { rest }];
      const text = returnedOf(payment!, context);
      return text ? { title, text } : { text: title };
    }
    case 'whole':
      return isElsewhere(state) ? { text: [account.elsewhere] } : undefined;
    default:
      return undefined;
  }
}

/** The merchant's name at the beginning of a sentence: "The merchant", or a name unchanged. */
function startingSentence({ merchantName, messages: { merchant } }: SlipContext): string | Words {
  return merchantName || [merchant.charAt(0).toUpperCase() + merchant.slice(1)];
}

/** Whether one deposit paid the full amount and a second one is in excess. */
function isSecond({ deposits, earlier }: Receipt, { excess = '' }: Headline): boolean {
  const [, second, ...others] = deposits.filter((deposit) => !isReturned(deposit));
  return (
    !earlier && others.length === 0 && second !== undefined && compareAmounts(second.amount, excess) === 0
  );
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

/** A sentence saying that this is test data. */
export function testText({ status }: SlipState, { messages }: Pick<SlipContext, 'messages'>): string {
  return status === 'arrived' ? messages.testReceipt : messages.test;
}

/**
 * The result in one sentence, for screen readers and shared text. `withCode`: what leaves the page names its
 * currency. `withTitle`: a title that got the focus was already read aloud.
 */
export function arrivalText(
  state: Arrived,
  context: SlipContext,
  withCode = false,
  withTitle = true,
): string {
  const sum = headlineSum(state);
  const amount = sum && sumText(sum, context, withCode || isOtherFiat(state));
  if (outcomeOf(state) === 'back') return `${accountText(state.payment, context)} ${amount}`;
  const title = withTitle ? arrivalTitle(state, context) : undefined;
  const notice = noticeOf(state, context);
  const news = [title, amount].filter(Boolean).join(': ');
  return [news, notice && noticeText(notice)].filter(Boolean).join('. ');
}

/** Whether what arrived is in another currency than what was requested: both may have the sign `$`. */
function isOtherFiat(state: Arrived): boolean {
  return state.missing !== undefined && state.missing.fiat !== headlineSum(state)?.fiat;
}

/** The method, time and number of each deposit; unknown values are left out. */
export function receiptLines(state: Arrived, context: SlipContext): Line[] {
  const { messages, lang } = context;
  const { deposits, payment, slip } = state;
  const title = methodTitle(state, context);
  const head: Line[] = title ? [{ label: messages.paidWith, value: title }] : [];
  const receipt = receiptOf(state);
  // If there is an excess, the payer also sees the amount it exceeds.
  if (receipt?.asked !== undefined && headlineOf(receipt).excess)
    head.push({ label: messages.account.asked, value: money(receipt.asked, receipt, context) });
  if (receipt && !isSingle(receipt)) return [...head, ...accountLines(receipt, context)];
  const { createTime, txId = payment ? undefined : slip?.txId } =
    (payment?.deposits ?? deposits).at(-1) ?? {};
  const time =
    createTime === undefined ? [] : [{ label: messages.receivedAt, value: formatMoment(createTime, lang) }];
  const value = shownId(txId);
  const number = value === undefined ? [] : [{ label: messages.labels.depositId, value, isCode: true }];
  return [...head, ...time, ...number];
}

/** Whether there is a single deposit without a return, so that its amount is already in the heading. */
function isSingle(receipt: Receipt): boolean {
  return !isSeveral(receipt) && receipt.deposits.every(({ returned }) => returned === undefined);
}

function accountLines(receipt: Receipt, context: SlipContext): Line[] {
  const { account } = context.messages;
  const { received } = receipt;
  const { isBack, missing } = headlineOf(receipt);
  const label = totalLabel(receipt, context);
  const total = { label, value: money(received, receipt, context), isStrong: true };
  const due = { label: account.toPay, value: money(missing ?? received, receipt, context), isStrong: true };
  return [
    ...depositLines(receipt, context),
    ...(isBack ? [] : [total]),
    ...(missing === undefined ? [] : [due]),
  ];
}

function arrivalActions(state: Arrived, isShort: boolean, context: SlipContext): TemplateResult {
  const { slip, request, missing, payment } = state;
  const { messages, onPrint, onRenew, canRenew } = context;
  // With a fixed amount there is nothing left to pay.
  const asked = payment ? payment.asked : (slip?.askedAmount ?? request.amount);
  const canRepeat = canRenew && asked === undefined && slip !== undefined && !missing;
  // The slip may ask for another amount than what is missing now.
  return html`${slip && !isShort && !isElsewhere(state) ? foldedValues(slip, context) : nothing}
    <div part="actions" class="actions">
      ${quietButton(isShort ? messages.print : messages.printReceipt, onPrint)}
      ${canRepeat ? html`<span class="last">${quietButton(messages.depositAgain, onRenew, isBusy(state.renewal))}</span>` : nothing}
      ${renewalView(state.renewal, context)}
    </div>`;
}

/**
 * The names of the methods used, as far as known: that of the open slip if the record contains only its
 * deposit number.
 */
function methodTitle({ slip, request, payment }: Arrived, context: SlipContext): string {
  const { titles } = context.messages;
  const title = (id: number | undefined): string => titles[methodOf(id)?.slug ?? ''] ?? '';
  const isOfSlip = slip?.txId !== undefined && payment?.deposits.every(({ txId }) => txId === slip.txId);
  const known = payment?.deposits.map(({ paymentId }) => paymentId).filter((id) => id !== undefined) ?? [];
  // Several methods may have one name, as those of Pix.
  if (payment && (known.length > 0 || !isOfSlip))
    return [...new Set(known.map(title))].filter(Boolean).join(', ');
  return title(slip?.method?.id ?? request.paymentId) || (slip?.title ?? '');
}

/** The amount in the heading, as far as it is known. */
function headlineSum(state: Arrived): (Sum & { fiat: string }) | undefined {
  const receipt = receiptOf(state);
  return receipt && { amount: headlineOf(receipt).amount, fiat: receipt.fiat };
}

/** The payer's last deposit in one sentence, above a slip in `fiat`; undefined without an amount. */
export function previousDeposit(
  deposit: Deposit | undefined,
  fiat: string | undefined,
  context: SlipContext,
): Sentence | undefined {
  if (!deposit?.amount) return undefined;
  const { messages, lang } = context;
  const amount = sumText({ amount: deposit.amount, fiat: deposit.fiat }, context, deposit.fiat !== fiat);
  const { createTime } = deposit;
  return createTime
    ? [messages.previous, { amount, time: [formatMoment(createTime, lang)] }]
    : [messages.previous.replace(/, \{time\}$/, ''), { amount }];
}
