import type { HistoryDeposit } from '../../core/reader/history.js';
import { CANCELABLE, DepositCopyEvent, DepositProblemEvent, PUBLIC } from '../shared/events.js';
import { missingOf } from './sums.js';

export { DepositCopyEvent, DepositProblemEvent };

/**
 * The payer pressed a deposit that is awaited, or one that is a part: then `amount` is what is missing.
 * Cancel the event to show the payment details in your own way; otherwise a `<deposit-slip>` of the same
 * endpoint on the page shows them.
 */
export class DepositOpenEvent extends Event {
  readonly paymentId: number | undefined;
  readonly txId: string | undefined;
  readonly amount: string | undefined;

  constructor(deposit: HistoryDeposit) {
    super('deposit-open', CANCELABLE);
    const isPart = deposit.status === 'part';
    this.paymentId = deposit.paymentId;
    // What remains of a part has a code of its own.
    this.txId = isPart ? undefined : deposit.txId;
    this.amount = isPart ? missingOf(deposit) : deposit.amount;
  }
}

/**
 * The list is on show, or has changed. `arrived` are the deposits that arrived since it was first shown;
 * empty the first time.
 */
export class DepositListEvent extends Event {
  constructor(
    readonly deposits: readonly HistoryDeposit[],
    readonly arrived: readonly HistoryDeposit[],
  ) {
    super('deposit-list', PUBLIC);
  }
}

/** Every event of the element, by name. */
export interface DepositHistoryEventMap {
  'deposit-list': DepositListEvent;
  'deposit-open': DepositOpenEvent;
  'deposit-copy': DepositCopyEvent;
  'deposit-problem': DepositProblemEvent;
}

declare global {
  interface GlobalEventHandlersEventMap extends DepositHistoryEventMap {}
}
