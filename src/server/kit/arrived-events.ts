import type { Deposit } from '../../core/reader/answer.js';
import { cacheKey, type Cache } from './cache.js';
import type { ArrivedEvent } from './hooks.js';
import { ISSUED_SECONDS } from './issued.js';
import type { Settings } from './options.js';
import { visitDigestOf } from './visit-digest.js';

/** A deposit to tell the merchant of. */
export interface ArrivedDeposit {
  /** Tells it from any other deposit, whoever asks for it. */
  readonly mark: string;
  readonly deposit: Deposit;
}

/** Calls the `arrived` hook once for each deposit, whichever copy of the kit finds it, and however often. */
export interface ArrivedEvents {
  /**
   * Calls the hook with those deposits that it was not called with before. `isDone` resolves when it has ended: true if the
   * hook has been told of all deposits, false if it failed, or if another copy is calling it.
   */
  tell(
    event: Omit<ArrivedEvent, 'deposits'>,
    deposits: readonly ArrivedDeposit[],
  ): Promise<{ readonly isDone: Promise<boolean> }>;
}

/** How long a hook may take, in seconds. After that, its copy of the kit counts as killed, and another one calls the hook. */
const HOOK_SECONDS = 30;

/** What is stored of a deposit: a hook is being called with it, has been, or has failed. */
type Mark = 'telling' | 'told' | 'failed';

/** Creates the events. */
export function createArrivedEvents({ hooks, logger }: Settings, cache: Cache): ArrivedEvents {
  const keyOf = (mark: string): string => cacheKey('deposits', mark, 'told');
  async function call(event: ArrivedEvent): Promise<boolean> {
    try {
      await hooks.arrived?.(event);
      return true;
    } catch {
      logger.error('A hook of the deposit kit threw', { hook: 'arrived' });
      return false;
    }
  }

  async function finish(marks: readonly string[], called: Promise<boolean>): Promise<boolean> {
    const isTold = await called;
    const [state, seconds] = isTold ? (['told', ISSUED_SECONDS] as const) : (['failed', 1] as const);
    await Promise.all(marks.map((mark) => cache.set(keyOf(mark), state satisfies Mark, seconds)));
    return isTold;
  }

  return {
    async tell(event, deposits) {
      // The visit waits for the store, and only once if it hangs.
      const visit = await visitDigestOf(event.grant);
      const added = await Promise.all(
        deposits.map(({ mark }) => cache.add(keyOf(mark), 'telling' satisfies Mark, HOOK_SECONDS, visit)),
      );
      const own = deposits.filter((_, at) => added[at] !== false);
      const states = await Promise.all(
        deposits.filter((each) => !own.includes(each)).map(({ mark }) => cache.get(keyOf(mark), visit)),
      );
      const isToldElsewhere = states.every((state) => state === ('told' satisfies Mark));
      if (own.length === 0) return { isDone: Promise.resolve(isToldElsewhere) };
      const called = call({ ...event, deposits: Object.freeze(own.map(({ deposit }) => deposit)) });
      const finished = finish(
        own.map(({ mark }) => mark),
        called,
      );
      return { isDone: finished.then((isTold) => isTold && isToldElsewhere) };
    },
  };
}
