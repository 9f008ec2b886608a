import type { Payment } from '../../core/reader/payment.js';
import type { ProblemKind } from '../../core/problem.js';
import type { Warning } from '../../core/reader/slip.js';
import type { FailureKind } from '../client/errors.js';
import type { Grant } from './grant.js';
import type { HookDeposit } from './payments/payment.js';

/** A request to the API is about to be made. */
export interface RequestEvent {
  readonly requestId: string;
  readonly operation: 'pending-fund' | 'flows';
  readonly merchantId: string;
}

/** A request to the API has ended. */
export interface ResponseEvent extends RequestEvent {
  /** Whole milliseconds. */
  readonly duration: number;
  /** Absent if the request succeeded. */
  readonly failure?: FailureKind;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** Why it failed, such as the system error code of a broken connection. */
  readonly cause?: unknown;
}

/**
 * A new slip was issued. Use it to match a deposit to an order. Not emitted when a visit is shown the same
 * slip again.
 */
export interface IssuedEvent {
  readonly requestId: string;
  readonly grant: Grant;
  readonly paymentId: number;
  readonly fiat: string;
  /** Decimal string. */
  readonly amount?: string;
  readonly txId?: string;
}

/**
 * Members that every event of a payment has. The event is stored together with the change it reports, and the
 * hook is called until it resolves: at least once for each `id`, in order for each payment, with the state at
 * the time of the change.
 */
interface PaymentEvent {
  /** The same in every call for this event: use it to act on the event only once. */
  readonly id: string;
  /** The newest grant of the payment, with its declared members only. */
  readonly grant: Grant;
  readonly payment: Payment;
}

/**
 * A deposit that belongs to a payment. It may be partial, too much, late, or a second one: `payment` says
 * which.
 */
export interface DepositEvent extends PaymentEvent {
  readonly deposit: HookDeposit;
  /** The method, if it is known. */
  readonly paymentId?: number;
}

/** `received` reached `asked`: ship the order. */
export interface PaidEvent extends PaymentEvent {
  /** The amount received beyond `asked`; decimal string. */
  readonly excess?: string;
  /** The payment was paid before, then became unpaid after a return or a raised amount. */
  readonly again?: true;
}

/** A deposit, or a part of it, was sent back: see `deposit.returned` and `deposit.returnTime`. */
export interface ReturnedEvent extends Partial<PaymentEvent> {
  readonly id: string;
  readonly deposit: HookDeposit;
  /** Present if the deposit belonged to no payment. */
  readonly merchantId?: string;
}

/**
 * A deposit into a followed merchant that belongs to no payment, or a return (a negative amount) of an
 * unknown deposit.
 */
export interface UnmatchedEvent {
  readonly id: string;
  readonly merchantId: string;
  readonly deposit: HookDeposit;
  /** The payments that the deposit may belong to. */
  readonly candidates: readonly { readonly grant: Grant; readonly payment: Payment }[];
}

/** The reader found a problem or a warning in a response that was passed on to the element. */
export interface FindingEvent {
  readonly requestId: string;
  readonly grant: Grant;
  readonly paymentId: number;
  /** The problem the element will show in place of the slip. */
  readonly problem?: ProblemKind;
  /** The rows the element will show with a warning. */
  readonly warnings: readonly Warning[];
}

/** A browser received an error, or deposits could not be read. */
export interface ErrorEvent {
  readonly requestId: string;
  readonly kind: ProblemKind;
  readonly grant?: Grant;
  /** The merchant whose deposits could not be read. */
  readonly merchantId?: string;
  /** The flow that could not be read. */
  readonly flowId?: string;
  /** How the API failed. `msg` is its text, redacted; do not show it to a payer. */
  readonly upstream?: {
    readonly kind: FailureKind;
    readonly status?: number;
    readonly code?: string;
    readonly msg?: string;
    readonly reason?: string;
  };
  /**
   * The value that the merchant's own code (`authorize`) threw, or the error of the store or of the
   * connection to the API.
   */
  readonly cause?: unknown;
}

/**
 * The merchant's event handlers. `deposit`, `paid`, `returned` and `unmatched` are called again until they
 * resolve. An error of any other handler is logged. No handler changes a response.
 */
export interface KitHooks {
  /** Before each request to the API. */
  readonly request?: (event: RequestEvent) => unknown;
  /** After each request to the API, successful or not. */
  readonly response?: (event: ResponseEvent) => unknown;
  /** A new slip was issued. */
  readonly issued?: (event: IssuedEvent) => unknown;
  /** A deposit arrived that belongs to a payment. A wallet credits it here, once for each `id`. */
  readonly deposit?: (event: DepositEvent) => unknown;
  /** The full amount has arrived. A shop ships the order here, once for each grant id. */
  readonly paid?: (event: PaidEvent) => unknown;
  /** A deposit, or a part of it, was sent back. */
  readonly returned?: (event: ReturnedEvent) => unknown;
  /** A deposit arrived that belongs to no payment. */
  readonly unmatched?: (event: UnmatchedEvent) => unknown;
  /** The reader found a problem or a warning in a response that was passed on. */
  readonly finding?: (event: FindingEvent) => unknown;
  /** A browser received an error, or deposits could not be read. */
  readonly error?: (event: ErrorEvent) => unknown;
}

/** The log of the kit, such as `console`. Details never contain a token, an id, a name or text of the API. */
export interface Logger {
  /** The kit works, but a feature is limited. */
  warn(message: string, details?: Readonly<Record<string, string | number>>): void;
  /** An operation failed. */
  error(message: string, details?: Readonly<Record<string, string | number>>): void;
}

/**
 * Wraps the merchant's logger so that it never throws or rejects: a broken log must not change a response.
 */
export function guardLogger(logger: Logger): Logger {
  const guard =
    (level: 'warn' | 'error'): Logger['warn'] =>
    (...line) => {
      try {
        Promise.resolve(logger[level](...line) as unknown).catch(() => undefined);
      } catch {
        // There is nowhere left to report it.
      }
    };
  return { warn: guard('warn'), error: guard('error') };
}

/** Where the kit reports what happens. */
export interface Reporting {
  readonly hooks: KitHooks;
  readonly logger: Logger;
}

/**
 * Calls a hook without waiting for it. If it throws or rejects, that is logged and the response does not
 * change.
 */
export function emit<Name extends keyof KitHooks>(
  { hooks, logger }: Reporting,
  name: Name,
  event: Parameters<NonNullable<KitHooks[Name]>>[0],
): void {
  const logFailure = (): void => logger.error('A hook of the deposit kit threw', { hook: name });
  try {
    const hook = hooks[name] as ((event: unknown) => unknown) | undefined;
    Promise.resolve(hook?.(event)).catch(logFailure);
  } catch {
    logFailure();
  }
}
