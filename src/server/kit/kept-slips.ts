import { z } from 'zod';
import { CLAIMS, type Claims } from './arrival-token.js';
import type { Memory } from './memory.js';

/** A slip's answer, cleaned, as it is shown and kept. */
export interface KeptSlip {
  /** Tells it from any other, and means nothing elsewhere. */
  readonly id: string;
  /** What goes out as `data`. */
  readonly data: unknown;
  /** What its arrival is told by. */
  readonly claims: Claims;
}

/** The slips that are shown, by their keys in the store. */
export interface KeptSlips {
  shown(key: string): Promise<KeptSlip | undefined>;
  /**
   * Keeps a new slip in place of `before`, the one shown until now, and gives the one that is shown from now on: this one,
   * or one another copy kept since.
   */
  agree(key: string, before: KeptSlip | undefined, ours: KeptSlip): Promise<KeptSlip>;
}

/** No answer says when its code expires (reading.md, R23); an hour outlasts a visit to the bank's app. */
export const SLIP_SECONDS = 3600;
/** Milliseconds; longer than any copy takes between its look at the store and its write. Part of a slip's first showing. */
const SETTLE = 100;

const STORED = z.object({ id: z.string(), data: z.unknown(), claims: CLAIMS });

/**
 * `isShared`: other copies of the kit may use the store too. It can only get and set, and so cannot lock: copies asked at
 * the same moment all make a slip. Who saw none but `before` keeps its own, and everybody who sees a slip that is not
 * settled waits until all who did not see it must have kept theirs. Then the last one kept is there, for all alike; it
 * is marked as settled, and whoever comes later need not wait (after Fischer's mutual exclusion).
 */
export function createKeptSlips(memory: Memory, isShared: boolean): KeptSlips {
  const recall = async (key: string): Promise<KeptSlip | undefined> =>
    STORED.safeParse(await memory.recall(key)).data;

  /** Where the id of the slip that is settled is kept. Late, it names an earlier one, and then somebody waits in vain. */
  const markOf = (key: string): string => `${key}:settled`;

  /** What a slip that was seen has come to once nobody writes any more. */
  async function settled(key: string, seen: KeptSlip): Promise<KeptSlip> {
    if (!isShared || (await memory.recall(markOf(key))) === seen.id) return seen;
    await new Promise((resolve) => setTimeout(resolve, SETTLE));
    return (await recall(key)) ?? seen;
  }

  return {
    async shown(key) {
      const seen = await recall(key);
      return seen && settled(key, seen);
    },
    async agree(key, before, ours) {
      const since = await recall(key);
      if (since && since.id !== before?.id) return settled(key, since);
      await memory.keep(key, ours, SLIP_SECONDS);
      const shown = await settled(key, ours);
      if (isShared) await memory.keep(markOf(key), shown.id, SLIP_SECONDS);
      return shown;
    },
  };
}
