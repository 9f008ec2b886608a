import { HOUR } from '../../../core/time.js';
import { wait } from '../../client/wait.js';
import { LATE_FLOWS } from '../store/durations.js';
import type { MerchantRow } from '../store/rows.js';
import type { Records } from '../store/store.js';
import type { Outbox } from './outbox.js';
import type { DepositReader } from './reading.js';

/** Options of `kit.follow`. */
export interface FollowOptions {
  /** Stops following when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of `kit.health()`. Times are in milliseconds since the epoch, durations in milliseconds. */
export interface Health {
  /** The merchants whose deposits are being read. */
  readonly merchants: readonly MerchantState[];
  readonly events: {
    /** Events whose hooks are still to be called. */
    readonly waiting: number;
    /** When the oldest of them was stored. */
    readonly oldest?: number;
    /** Events whose hooks failed for 14 days and are no longer called. */
    readonly dead: number;
  };
  /** Number of deposits that belong to no payment. */
  readonly unmatched: number;
  /** Number of the API's records that cannot be read. */
  readonly unreadable: number;
}

/** The state of reading a merchant's deposits. */
export interface MerchantState {
  readonly merchantId: string;
  /** When its deposits were last read. */
  readonly lastSuccess?: number;
  /**
   * How late the last reading was: zero if it was on time; while reading fails, the time since the last
   * success.
   */
  readonly lag: number;
  /** The last failure, and the number of failures in a row; absent after a success. */
  readonly failure?: { readonly kind: string; readonly time: number; readonly count: number };
  readonly unmatched: number;
  readonly unreadable: number;
}

/** The longest time between two checks of the store, in milliseconds. */
const INTERVAL = 1_000;
/** Due readings are close together, so checking more often has little use. */
const SHORTEST = 50;
/** How long a tick continues to read, in milliseconds. */
const TICK = 50_000;
const LONGEST_PAUSE = 30_000;

/** `keep` in milliseconds, `rate` in requests a second. */
interface BackgroundSettings {
  readonly keep: number;
  readonly rate: number;
}

interface OperationServices {
  readonly records: Records;
  readonly reader: DepositReader;
  readonly outbox: Outbox;
}

/** Runs the work that must happen even if no page is open. */
export class Background {
  readonly #settings: BackgroundSettings;
  readonly #services: OperationServices;
  #purgedAt = -Infinity;

  constructor(settings: BackgroundSettings, services: OperationServices) {
    this.#settings = settings;
    this.#services = services;
  }

  async follow({ signal }: FollowOptions = {}): Promise<void> {
    const isOver = (): boolean => signal?.aborted === true;
    for (let failures = 0; !isOver();) {
      const next = await this.#step();
      failures = next === undefined ? failures + 1 : 0;
      const pause = Math.min(INTERVAL * 2 ** Math.min(failures, 10), LONGEST_PAUSE);
      await wait(next === undefined ? pause : Math.min(Math.max(next, SHORTEST), INTERVAL), signal);
    }
    const { reader, outbox } = this.#services;
    await reader.idle();
    await outbox.idle();
  }

  /**
   * Starts what is due. Returns the milliseconds until something may be due again; undefined if the store
   * failed, which the store logs.
   */
  async #step(): Promise<number | undefined> {
    const { reader, outbox } = this.#services;
    try {
      await reader.start();
      await outbox.start();
      await this.#purge();
      return (await reader.nextDue()) ?? INTERVAL;
    } catch {
      return undefined;
    }
  }

  async tick(): Promise<void> {
    const { reader, outbox } = this.#services;
    const end = performance.now() + TICK;
    for (;;) {
      const started = await reader.start();
      await reader.idle();
      const next = (await reader.nextDue()) ?? Infinity;
      // A merchant that is due now only waits for its turn.
      if ((started === 0 && next > 2_000 / this.#settings.rate) || performance.now() > end) break;
      if (started === 0) await wait(Math.max(next, SHORTEST), undefined);
    }
    await outbox.deliver();
    await this.#purge();
  }

  async health(): Promise<Health> {
    const { now, merchants, waiting, oldest, dead } = await this.#services.records.health();
    const states = merchants.map(({ merchant, unmatched, unreadable }) => ({
      ...stateOf(merchant, now),
      unmatched,
      unreadable,
    }));
    return {
      merchants: states,
      events: { waiting, ...(oldest !== undefined && { oldest }), dead },
      unmatched: states.reduce((sum, each) => sum + each.unmatched, 0),
      unreadable: states.reduce((sum, each) => sum + each.unreadable, 0),
    };
  }

  /** Deletes what is old, once an hour. */
  async #purge(): Promise<void> {
    if (performance.now() - this.#purgedAt < HOUR) return;
    const now = Date.now();
    await this.#services.records.purge({ answers: now - HOUR, rows: now - this.#settings.keep });
    this.#purgedAt = performance.now();
  }
}

function stateOf(
  { merchantId, checkedAt, firstSlipAt, dueAt, watchedUntil, failures, failure, failedAt }: MerchantRow,
  now: number,
): Omit<MerchantState, 'unmatched' | 'unreadable'> {
  return {
    merchantId,
    // While the store fails, all due work is postponed.
    lag:
      watchedUntil + LATE_FLOWS > now
        ? Math.max(now - (failures > 0 ? (checkedAt ?? firstSlipAt ?? now) : dueAt), 0)
        : 0,
    ...(checkedAt !== undefined && { lastSuccess: checkedAt }),
    ...(failures > 0 && { failure: { kind: failure ?? 'unknown', time: failedAt ?? 0, count: failures } }),
  };
}
