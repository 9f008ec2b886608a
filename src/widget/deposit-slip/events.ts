import type { Deposit } from '../../core/reader/endpoint-response.js';
import type { Payment } from '../../core/reader/payment.js';
import type { Slip, Warning } from '../../core/reader/slip.js';
import { CANCELABLE, DepositCopyEvent, DepositProblemEvent, NativeEvent, PUBLIC } from '../shared/events.js';

export { DepositCopyEvent, DepositProblemEvent };

/** The slip is shown. */
export class DepositReadyEvent extends NativeEvent {
  constructor(readonly slip: Slip) {
    super('deposit-ready', PUBLIC);
  }
}

/** The payer chose a method. */
export class DepositMethodEvent extends NativeEvent {
  constructor(readonly paymentId: number) {
    super('deposit-method', PUBLIC);
  }
}

/** The payer entered an amount, a plain decimal string. Cancel the event to prevent the request. */
export class DepositAmountEvent extends NativeEvent {
  constructor(
    readonly amount: string,
    readonly fiat: string | undefined,
  ) {
    super('deposit-amount', CANCELABLE);
  }
}

/** The payer follows a link. Cancel the event to open the URL in your own way. */
export class DepositLinkEvent extends NativeEvent {
  constructor(readonly href: string) {
    super('deposit-link', CANCELABLE);
  }
}

/** The response has a defect that does not prevent the slip from being shown. */
export class DepositWarningEvent extends NativeEvent {
  readonly key: string;
  readonly kind: string;
  readonly reason: Warning['reason'];

  constructor({ key, kind, reason }: Warning) {
    super('deposit-warning', PUBLIC);
    this.key = key;
    this.kind = kind;
    this.reason = reason;
  }
}

/**
 * The payment is paid, or a deposit into a wallet arrived. Dispatched once for each. `payment` is its state,
 * if the endpoint reports it. `expected`, without a payment: whether the requested amount arrived, or none
 * was requested.
 */
export class DepositArrivedEvent extends NativeEvent {
  constructor(
    readonly deposits: readonly Deposit[],
    readonly expected: boolean,
    readonly payment: Payment | undefined,
  ) {
    super('deposit-arrived', PUBLIC);
  }
}

/** The payment changed: a part, more than asked, or a second deposit arrived, or a deposit was returned. */
export class DepositChangeEvent extends NativeEvent {
  constructor(readonly payment: Payment) {
    super('deposit-change', PUBLIC);
  }
}

/** Every event of the element, by name. */
export interface DepositSlipEventMap {
  'deposit-ready': DepositReadyEvent;
  'deposit-problem': DepositProblemEvent;
  'deposit-method': DepositMethodEvent;
  'deposit-amount': DepositAmountEvent;
  'deposit-copy': DepositCopyEvent;
  'deposit-link': DepositLinkEvent;
  'deposit-warning': DepositWarningEvent;
  'deposit-arrived': DepositArrivedEvent;
  'deposit-change': DepositChangeEvent;
}

declare global {
  interface GlobalEventHandlersEventMap extends DepositSlipEventMap {}
}
