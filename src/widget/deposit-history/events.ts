import type { HistoryDeposit } from '../../core/reader/history.js';
import { CANCELABLE, DepositCopyEvent, DepositProblemEvent, NativeEvent, PUBLIC } from '../shared/events.js';
import { headlineOf } from '../shared/headline.js';

export { DepositCopyEvent, DepositProblemEvent };

/**
 * The payer pressed an awaited deposit, or a partial one: then `amount` is the missing amount. Cancel the
 * event to show the payment details in your own way; otherwise a `<deposit-slip>` with the same endpoint on
 * the page shows them.
 */
export class DepositOpenEvent extends NativeEvent {
  readonly paymentId: number | undefined;
  readonly txId: string | undefined;
  readonly amount: string | undefined;

  constructor(deposit: HistoryDeposit) {
    super('deposit-open', CANCELABLE);
    const isPart = deposit.status === 'part';
    this.paymentId = deposit.paymentId;
    // The rest of a partial deposit has its own code.
    this.txId = isPart ? undefined : deposit.txId;
    this.amount = isPart ? headlineOf(deposit).missing : deposit.amount;
  }
}

/**
 * The list is shown or has changed. `arrived` contains the deposits that arrived since it was first shown;
 * empty the first time.
 */
export class DepositListEvent extends NativeEvent {
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
