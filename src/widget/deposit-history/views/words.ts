import { methodOf } from '../../../core/methods.js';
import { toMinor } from '../../../core/money.js';
import type { HistoryDeposit } from '../../../core/reader/history.js';
import {
  fill,
  formatClock,
  formatDate,
  formatRecent,
  isSameDay,
  numberLocale,
  type Sentence,
} from '../../shared/i18n/formatting.js';
import { sumText } from '../../shared/views/sum.js';
import { excessOf, missingOf } from '../sums.js';
import type { HistoryContext } from './context.js';

/** Between the parts of a line. None begins with the dot. */
export const DOT = '\u00a0· ';

/** The name of the method, or of a deposit whose method is not known. */
export function methodTitle({ paymentId }: HistoryDeposit, { messages, texts }: HistoryContext): string {
  const slug = methodOf(paymentId)?.slug ?? 'other';
  return texts.titles[slug] ?? messages.titles[slug] ?? messages.titles['other']!;
}

/** The amount in a sentence; the currency alone if there is none. */
export function amountText(deposit: HistoryDeposit, context: HistoryContext): string {
  const { amount, fiat } = deposit;
  return amount === undefined ? fiat : sumOf(amount, deposit, context);
}

/** A sum in the currency of a deposit, written as its amount is. */
export function sumOf(amount: string, { fiat, paymentId }: HistoryDeposit, { tag }: HistoryContext): string {
  return sumText({ amount, fiat }, { numberLocale: numberLocale(tag, methodOf(paymentId)?.amountLocale) });
}

/**
 * By which method it came, and when; below the heading of its day. Of one that was sent back, when that was.
 */
export function methodText(deposit: HistoryDeposit, context: HistoryContext): string {
  const { status, createTime } = deposit;
  const title = methodTitle(deposit, context);
  if (status === 'waiting') return joined(title, ...sinceTexts(deposit, context));
  if (status === 'returned') return joined(title, textOf(returnedOf(deposit, context)));
  return joined(title, createTime === undefined ? '' : formatClock(createTime, context.lang));
}

/** A sentence as plain text; empty if there is none. */
export function textOf(sentence: Sentence | undefined): string {
  return sentence ? fill(...sentence) : '';
}

function joined(...texts: readonly string[]): string {
  return texts.filter(Boolean).join(DOT);
}

/** When the instructions were made, and how long the transfer may take. */
function sinceTexts(
  { createTime, paymentId }: HistoryDeposit,
  { messages, texts, lang }: HistoryContext,
): readonly string[] {
  if (createTime === undefined) return [];
  const settles = methodOf(paymentId)?.settles;
  const since = formatRecent(createTime, texts.since, lang);
  // A page that says how long it takes is no time.
  const isSlow = settles !== undefined && settles !== 'seconds' && settles !== 'page';
  return isSlow ? [since, messages.speeds[settles]] : [since];
}

/**
 * What was sent back, and when: the heading above says which day. Of a deposit that was sent back whole, the
 * amount is on the same line.
 */
export function returnedOf(deposit: HistoryDeposit, context: HistoryContext): Sentence | undefined {
  const { status, returned, returnTime, createTime } = deposit;
  const { texts, lang } = context;
  const amount = status === 'returned' || returned === undefined ? '' : sumOf(returned, deposit, context);
  if (returnTime !== undefined) {
    const { today, day } = amount ? texts.returnedPart : texts.returned;
    return createTime !== undefined && isSameDay(createTime, returnTime)
      ? [today, { amount, time: [formatClock(returnTime, lang)] }]
      : [day, { amount, time: [formatDate(returnTime, lang)] }];
  }
  return amount ? [`{amount}: ${texts.states.returned}`, { amount }] : undefined;
}

/** What is still missing, while it can be paid; or what is too much. */
export function differenceOf(deposit: HistoryDeposit, context: HistoryContext): Sentence | undefined {
  const { texts } = context;
  const missing = deposit.payable ? missingOf(deposit) : undefined;
  const difference = missing ?? (deposit.status === 'over' ? excessOf(deposit) : undefined);
  if (difference === undefined) return undefined;
  return [
    missing === undefined ? texts.excess : texts.missing,
    { amount: sumOf(difference, deposit, context) },
  ];
}

/** Whether the amount is what remains of a payment of which a part came. */
function isRest(deposit: HistoryDeposit): boolean {
  return deposit.status === 'waiting' && isSome(deposit.received) && missingOf(deposit) !== undefined;
}

/** Whether it is more than nothing. */
function isSome(amount = ''): boolean {
  return /[1-9]/.test(amount);
}

/**
 * What stands below the amount: what it is, the difference, and the currency if its symbol is that of
 * several.
 */
export function belowOf(deposit: HistoryDeposit, context: HistoryContext): Sentence | undefined {
  const { fiat } = deposit;
  const amount = amountText(deposit, context);
  const difference: Sentence | undefined = isRest(deposit)
    ? [context.texts.rest]
    : differenceOf(deposit, context);
  const isClear = amount.includes(fiat) || (difference?.[1] && !isAmbiguous(amount));
  if (isClear) return difference;
  return [joined(difference?.[0] ?? '', '{fiat}'), { ...difference?.[1], fiat }];
}

/** Whether the symbol of an amount is that of several currencies: `$`, but not `R$`. */
function isAmbiguous(amount: string): boolean {
  return /(?:^|[^A-Z])\$/.test(amount);
}

/** What was asked for, and what came of it, as far as the amount alone does not say it. */
export function receivedOf(deposit: HistoryDeposit, context: HistoryContext): Sentence | undefined {
  const { asked, received, amount, status } = deposit;
  if (asked === undefined || received === undefined) return undefined;
  const isWhole = status === 'arrived' && sumOf(asked, deposit, context) === amountText(deposit, context);
  if (!isSome(received) || isWhole || amount === undefined || status === 'returned') return undefined;
  const { requested, sums } = context.texts;
  return [
    toMinor(received) === toMinor(amount) ? requested : sums,
    { received: sumOf(received, deposit, context), asked: sumOf(asked, deposit, context) },
  ];
}
