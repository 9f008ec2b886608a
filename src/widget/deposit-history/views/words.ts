import { methodOf } from '../../../core/methods.js';
import { toMinor } from '../../../core/money.js';
import type { HistoryDeposit } from '../../../core/reader/history.js';
import {
  DOT,
  fill,
  formatClock,
  formatDate,
  formatRecent,
  isSameDay,
  type Sentence,
} from '../../shared/i18n/formatting.js';
import { headlineOf } from '../../shared/headline.js';
import { sumText } from '../../shared/views/sum.js';
import { rowAmount } from '../sums.js';
import type { HistoryContext } from './context.js';

/** The name of the method, or a general name if the method is unknown. */
export function methodTitle({ paymentId }: HistoryDeposit, { messages, texts }: HistoryContext): string {
  const slug = methodOf(paymentId)?.slug ?? 'other';
  return texts.titles[slug] ?? messages.titles[slug] ?? messages.titles['other']!;
}

/** The amount of a row, also for use in a sentence; only the currency if it is unknown. */
export function amountText(deposit: HistoryDeposit, context: HistoryContext): string {
  const amount = rowAmount(deposit);
  return amount === undefined ? deposit.fiat : depositSum(amount, deposit, context);
}

/** A sum in the currency of a deposit, formatted like its amount. */
export function depositSum(amount: string, { fiat }: HistoryDeposit, context: HistoryContext): string {
  return sumText({ amount, fiat }, context);
}

/** The method and the time, below the heading of the day. For a returned deposit, the time of the return. */
export function methodText(deposit: HistoryDeposit, context: HistoryContext): string {
  const { status, createTime } = deposit;
  const title = methodTitle(deposit, context);
  if (status === 'waiting') return joined(title, ...sinceTexts(deposit, context));
  if (status === 'returned') return joined(title, plainText(returnedSentence(deposit, context)));
  return joined(title, createTime === undefined ? '' : formatClock(createTime, context.lang));
}

/** A sentence as plain text; empty if there is none. */
export function plainText(sentence: Sentence | undefined): string {
  return sentence ? fill(...sentence) : '';
}

function joined(...texts: readonly string[]): string {
  return texts.filter(Boolean).join(DOT);
}

/** When the instructions were made, and how long the transfer may take. */
function sinceTexts(
  { createTime, paymentId }: HistoryDeposit,
  { messages, texts, lang, isPrinting }: HistoryContext,
): readonly string[] {
  if (createTime === undefined) return [];
  const settles = methodOf(paymentId)?.settles;
  const since = formatRecent(createTime, isPrinting ? undefined : Date.now(), texts.since, lang);
  // If a linked page states the time, no duration is known.
  const isSlow = settles !== undefined && settles !== 'seconds' && settles !== 'page';
  return isSlow ? [since, messages.speeds[settles]] : [since];
}

/**
 * The amount sent back and the time; the heading above states the day. If the whole deposit was sent back,
 * the amount is already on the same line.
 */
export function returnedSentence(deposit: HistoryDeposit, context: HistoryContext): Sentence | undefined {
  const { status, returned, returnTime, createTime } = deposit;
  const { texts, lang } = context;
  const amount =
    status === 'returned' || returned === undefined ? '' : depositSum(returned, deposit, context);
  if (returnTime !== undefined) {
    const { today, day } = amount ? texts.returnedPart : texts.returned;
    return createTime !== undefined && isSameDay(createTime, returnTime)
      ? [today, { amount, time: [formatClock(returnTime, lang)] }]
      : [day, { amount, time: [formatDate(returnTime, lang)] }];
  }
  return amount ? [`{amount}: ${texts.states.returned}`, { amount }] : undefined;
}

/** The missing amount while it can be paid, or the excess amount. */
export function differenceSentence(deposit: HistoryDeposit, context: HistoryContext): Sentence | undefined {
  const { texts } = context;
  const headline = headlineOf(deposit);
  const missing = deposit.payable ? headline.missing : undefined;
  const difference = missing ?? (deposit.status === 'over' ? headline.excess : undefined);
  if (difference === undefined) return undefined;
  return [
    missing === undefined ? texts.excess : texts.missing,
    { amount: depositSum(difference, deposit, context) },
  ];
}

/** Whether the amount is the rest of a partly paid payment. */
export function isRest(deposit: HistoryDeposit): boolean {
  return (
    deposit.status === 'waiting' && isSome(deposit.received) && headlineOf(deposit).missing !== undefined
  );
}

/** Whether the amount is more than zero. */
function isSome(amount = ''): boolean {
  return /[1-9]/.test(amount);
}

/** The line below the amount: its meaning, the difference, and the currency if several share its symbol. */
export function sentenceBelow(deposit: HistoryDeposit, context: HistoryContext): Sentence | undefined {
  const { fiat } = deposit;
  const amount = amountText(deposit, context);
  const difference: Sentence | undefined = isRest(deposit)
    ? [context.texts.rest]
    : differenceSentence(deposit, context);
  const [text = '', values] = difference ?? [];
  const isClear = amount.includes(fiat) || (values && !isAmbiguous(amount));
  if (isClear) return difference;
  return [joined(text, '{fiat}'), { ...values, fiat }];
}

/** Whether several currencies share the symbol of an amount: `$`, but not `R$`. */
function isAmbiguous(amount: string): boolean {
  return /(?:^|[^A-Z])\$/.test(amount);
}

/** What the amount of the row leaves out: the deposit itself, and what was asked and received in all. */
export function sumsSentence(deposit: HistoryDeposit, context: HistoryContext): Sentence | undefined {
  const { asked, received, amount, status } = deposit;
  if (asked === undefined || !isSome(received) || amount === undefined || status === 'returned')
    return undefined;
  const values = {
    asked: depositSum(asked, deposit, context),
    received: depositSum(received!, deposit, context),
    amount: depositSum(amount, deposit, context),
  };
  const { own, requested, sums } = context.texts;
  if (status === 'waiting') return [sums, values];
  const isOwn = toMinor(received!) === toMinor(amount);
  const text = joined(isOwn ? '' : own, status === 'arrived' ? '' : requested);
  return text ? [text, values] : undefined;
}
