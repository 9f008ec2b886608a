import type { IssuedSlip, Records, Transaction } from '../../../../src/server/kit/store/store.js';
import type { Copy } from './copy.js';
import type { Simulation } from './simulation.js';

/**
 * When a call to the store fails: before it has an effect, within its transaction, after it, or so late that
 * the caller no longer waits.
 */
export const STORE_FAULTS = ['before', 'inside', 'after', 'late'] as const;
export type StoreFault = (typeof STORE_FAULTS)[number];

type Changes = Parameters<Transaction['save']>[0];
type Work = (tx: Transaction) => Promise<unknown>;

/**
 * The records of a store as one copy of the kit sees them. Calls fail now and then, and the model receives
 * every change that they made.
 */
export function watchRecords(records: Records, copy: Copy, simulation: Simulation): Records {
  const call = async (name: keyof Records, values: readonly unknown[]): Promise<unknown> => {
    await copy.reach(`${name} before`);
    const fault = simulation.takeStoreFault(copy.slot, name);
    if (fault === 'before') throw new Error('The store failed');
    if (fault === 'late') await simulation.clock.wait(6_000 + simulation.random.below(20_000));
    let result: unknown;
    try {
      result = await (name === 'transaction'
        ? transact(records, { copy, simulation }, values)
        : (records[name] as (...values: readonly unknown[]) => Promise<unknown>)(...values));
    } catch (error) {
      await copy.reach('');
      throw error;
    }
    observe(simulation, name, values);
    await copy.reach(`${name} after`);
    if (fault === 'after') throw new Error('The store failed');
    return result;
  };
  return new Proxy(records, {
    get:
      (_, name: keyof Records) =>
      (...values: readonly unknown[]) =>
        call(name, values),
  });
}

/** The information that the model needs about a call that took effect. */
function observe(
  simulation: Simulation,
  name: keyof Records,
  [first, second, third]: readonly unknown[],
): void {
  if (name === 'finishSlip') simulation.issued(first as IssuedSlip);
  else if (name === 'close') simulation.model.close(first as string, second as string);
  else if (name === 'addMerchant') simulation.followed.add((first as { merchantId: string }).merchantId);
  else if (name === 'deleteEvent') simulation.acknowledged.add(first as string);
  else if (name === 'postponeEvent' && third === true) simulation.dead.add(first as string);
}

interface Around {
  readonly copy: Copy;
  readonly simulation: Simulation;
}

function transact(
  records: Records,
  { copy, simulation }: Around,
  values: readonly unknown[],
): Promise<unknown> {
  const [merchantId, fence, work] = values as readonly [string, number | undefined, Work];
  // The page that is stored is the last one that was sent.
  const page = copy.pages.get(merchantId);
  return records.transaction(merchantId, fence, async (tx) => {
    const began = simulation.model.seq;
    const saved: Changes[] = [];
    let isSettling = false;
    const watched: Transaction = {
      ...tx,
      pendingReturns: () => {
        isSettling = true;
        return tx.pendingReturns();
      },
      save: async (changes) => {
        copy.reachInside('transaction inside');
        if (simulation.takeStoreFault(copy.slot, 'save')) throw new Error('The store failed');
        saved.push(changes);
        await tx.save(changes);
      },
    };
    const result = await work(watched);
    // The last moment before the commit.
    copy.reachInside('transaction inside');
    const isOfPage = isSettling ? 'returns' : 'page';
    simulation.changed(merchantId, saved, { kind: fence === undefined ? 'grant' : isOfPage, page, began });
    return result;
  });
}
