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

/** It ended. */
export interface ResponseEvent extends RequestEvent {
  /** Whole milliseconds. */
  readonly duration: number;
  /** Absent: it succeeded. */
  readonly failure?: FailureKind;
  /** HTTP status, where an answer came. */
  readonly status?: number;
}

/** A new slip was made: the way to tie a deposit to an order. Not sent when a visit gets its slip again. */
export interface IssuedEvent {
  readonly requestId: string;
  readonly grant: Grant;
  readonly paymentId: number;
  readonly fiat: string;
  /** Decimal string. */
  readonly amount?: string;
  readonly txId?: string;
}

/** A deposit was seen by a page that watches for it. May come more than once: the ledger is the API's flows, not this. */
export interface ArrivedEvent {
  readonly requestId: string;
  readonly grant: Grant;
  readonly paymentId: number;
  readonly fiat: string;
  readonly deposits: readonly Deposit[];
}

/** The reader found something in an answer that was passed on all the same, for the element to judge. */
export interface FindingEvent {
  readonly requestId: string;
  readonly grant: Grant;
  readonly paymentId: number;
  /** What the element will show instead of a slip. */
  readonly problem?: ProblemKind;
  /** What it will show with a warning. */
  readonly warnings: readonly Warning[];
}

/** A browser got an error. */
export interface ErrorEvent {
  readonly requestId: string;
  readonly kind: ProblemKind;
  readonly grant?: Grant;
  /** What the API did. `msg` is its text, redacted: not for a payer's eyes. */
  readonly upstream?: {
    readonly kind: FailureKind;
    readonly status?: number;
    readonly code?: string;
    readonly msg?: string;
    readonly reason?: string;
  };
  /** What threw on the merchant's side (`authorize`), if that was it. */
  readonly cause?: unknown;
}

/** Functions the merchant may pass. What they throw or reject with is logged and changes no answer. */
export interface KitHooks {
  /** Before each request to the API. */
  readonly request?: (event: RequestEvent) => unknown;
  /** After each request to the API, however it ended. */
  readonly response?: (event: ResponseEvent) => unknown;
  /** A new slip was made. */
  readonly issued?: (event: IssuedEvent) => unknown;
  /** A watching page was told of a deposit. */
  readonly arrived?: (event: ArrivedEvent) => unknown;
  /** The reader noticed something in an answer that was passed on. */
  readonly finding?: (event: FindingEvent) => unknown;
  /** A browser got an error. */
  readonly error?: (event: ErrorEvent) => unknown;
}

/** Where the kit writes; `console` is one. Details hold kinds, numbers and our own words: no token, id, name or API text. */
export interface Logger {
  /** What works, but not as it should. */
  warn(message: string, details?: Readonly<Record<string, string | number>>): void;
  /** What failed. */
  error(message: string, details?: Readonly<Record<string, string | number>>): void;
}

/** A logger that neither throws nor rejects, whatever the merchant's does: a log that is broken changes no answer. */
export function guardLogger(logger: Logger): Logger {
  const guard =
    (level: 'warn' | 'error'): Logger['warn'] =>
    (...line) => {
      try {
        Promise.resolve(logger[level](...line) as unknown).catch(() => undefined);
      } catch {
        // There is nowhere left to tell it.
      }
    };
  return { warn: guard('warn'), error: guard('error') };
}

/** Calls one hook. Neither its throwing nor its slowness touches the answer. */
export function emit<Name extends keyof KitHooks>(
  { hooks, logger }: { readonly hooks: KitHooks; readonly logger: Logger },
  name: Name,
  event: Parameters<NonNullable<KitHooks[Name]>>[0],
): void {
  const failed = (): void => logger.error('A hook of the deposit kit threw', { hook: name });
  try {
    const hook = hooks[name] as ((event: unknown) => unknown) | undefined;
    Promise.resolve(hook?.(event)).catch(failed);
  } catch {
    failed();
  }
}
