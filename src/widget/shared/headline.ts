import { fromMinor, toMinor } from '../../core/money.js';
import { record } from '../../core/record.js';

/** The sums of a payment, in one currency, as decimal strings. */
export interface Sums {
  /** All that was received, less returns. */
  readonly received?: string | undefined;
  /** Absent if any amount is welcome. */
  readonly asked?: string | undefined;
  /** What was sent back. */
  readonly returned?: string | undefined;
}

/** What a receipt says first, and how it differs from what was asked. */
export interface Headline {
  readonly amount: string;
  /** Everything was sent back, and the amount is what went back: a zero would read as a fault. */
  readonly isBack: boolean;
  readonly missing: string | undefined;
  readonly excess: string | undefined;
}

/** The amount that receipt, history, shared text and announcements begin with: all that was received. */
export function headlineOf(sums: Sums): Headline {
  const { received = '0', asked, returned = '0' } = record<Sums>(sums);
  const isBack = isZero(received) && !isZero(returned);
  return {
    amount: isBack ? returned : received,
    isBack,
    missing: asked === undefined ? undefined : differenceOf(asked, received),
    excess: asked === undefined ? undefined : differenceOf(received, asked),
  };
}

/** The sum of decimal strings. */
export function totalOf(amounts: readonly (string | undefined)[]): string {
  return fromMinor(amounts.reduce((sum, amount = '0') => sum + toMinor(amount)!, 0n));
}

/** Whether an amount is zero. */
export function isZero(amount: string): boolean {
  return toMinor(amount) === 0n;
}

/** The amount by which one decimal string exceeds another. */
function differenceOf(one: string, other: string): string | undefined {
  const difference = toMinor(one)! - toMinor(other)!;
  return difference > 0n ? fromMinor(difference) : undefined;
}
