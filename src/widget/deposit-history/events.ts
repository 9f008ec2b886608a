import type { HistoryDeposit } from '../../core/reader/history.js';
import { CANCELABLE, DepositCopyEvent, DepositProblemEvent, PUBLIC } from '../shared/events.js';

export { DepositCopyEvent, DepositProblemEvent };

/**
 * The payer pressed a deposit that has not arrived yet. Cancel the event to show its payment details in your own way; otherwise a
 * `<deposit-slip>` of the same endpoint on the page shows them.
 */
export class DepositOpenEvent extends Event {
  readonly paymentId: number | undefined;
  readonly txId: string | undefined;
  readonly amount: string | undefined;

  constructor({ paymentId, txId, amount }: HistoryDeposit) {
    super('deposit-open', CANCELABLE);
    this.paymentId = paymentId;
    this.txId = txId;
    this.amount = amount;
  }
}

/** The list is on show, or has changed. `arrived` are the deposits that arrived since it was first shown; empty the first time. */
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
