import type { Deposit } from '../../core/reader/answer.js';
import type { ProblemKind } from '../../core/problem.js';
import type { Warning } from '../../core/reader/slip.js';
import type { FailureKind } from '../client/errors.js';
import type { Grant } from './grant.js';

/** A request to the API is about to be made. */
export interface RequestEvent {
  readonly requestId: string;
  readonly operation: 'pending-fund' | 'flows';
}

/** A request to the API has ended. */
export interface ResponseEvent extends RequestEvent {
  /** Whole milliseconds. */
  readonly duration: number;
  /** Absent if the request succeeded. */
  readonly failure?: FailureKind;
  /** HTTP status, if there was a response. */
  readonly status?: number;
}

/** A new slip was issued. Use it to match a deposit to an order. Not emitted when a visit gets the same slip again. */
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
 * Deposits arrived that no event has named before: found for a page, or by `kit.follow`. If the process is killed while the
 * hook runs, another copy of the kit calls it again, so book a deposit by its `txId` and `createTime`, once.
 */
export interface ArrivedEvent {
  readonly requestId: string;
  readonly grant: Grant;
  readonly paymentId: number;
  readonly fiat: string;
  readonly deposits: readonly Deposit[];
}

/** The reader found a problem or a warning in a response that was passed on for the element to judge. */
export interface FindingEvent {
  readonly requestId: string;
  readonly grant: Grant;
  readonly paymentId: number;
  /** The problem the element will show in place of the slip. */
  readonly problem?: ProblemKind;
  /** The rows the element will show with a warning. */
  readonly warnings: readonly Warning[];
}

/** A browser received an error, or `kit.follow` could not read a flow. */
export interface ErrorEvent {
  readonly requestId: string;
  readonly kind: ProblemKind;
  readonly grant?: Grant;
  /** The flow that `kit.follow` could not read. */
  readonly flowId?: string;
  /** How the API failed. `msg` is its text, redacted; do not show it to a payer. */
  readonly upstream?: {
    readonly kind: FailureKind;
    readonly status?: number;
    readonly code?: string;
    readonly msg?: string;
    readonly reason?: string;
  };
  /** What the merchant's own code (`authorize`) threw, or an Error that says what is wrong with the `visit` of the page. */
  readonly cause?: unknown;
}

/** The merchant's event handlers. If one throws or rejects, that is logged and the response does not change. */
export interface KitHooks {
  /** Before each request to the API. */
  readonly request?: (event: RequestEvent) => unknown;
  /** After each request to the API, successful or not. */
  readonly response?: (event: ResponseEvent) => unknown;
  /** A new slip was issued. */
  readonly issued?: (event: IssuedEvent) => unknown;
  /** A deposit arrived. */
  readonly arrived?: (event: ArrivedEvent) => unknown;
  /** The reader found a problem or a warning in a response that was passed on. */
  readonly finding?: (event: FindingEvent) => unknown;
  /** A browser received an error. */
  readonly error?: (event: ErrorEvent) => unknown;
}

/** The log of the kit, such as `console`. Details never contain a token, an id, a name or text of the API. */
export interface Logger {
  /** The kit works, but a feature is limited. */
  warn(message: string, details?: Readonly<Record<string, string | number>>): void;
  /** An operation failed. */
  error(message: string, details?: Readonly<Record<string, string | number>>): void;
}

/** Wraps the merchant's logger so that it never throws or rejects: a broken log must not change a response. */
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

/** Calls a hook without waiting for it. If it throws or rejects, that is logged and the response does not change. */
export function emit<Name extends keyof KitHooks>(
  { hooks, logger }: { readonly hooks: KitHooks; readonly logger: Logger },
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
