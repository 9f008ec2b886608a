import type { Flow } from './flows.js';
import { ARRIVAL_SECONDS } from './arrival-token.js';
import { cacheKey, digest, type Cache } from './cache.js';
import type { Grant } from './grant.js';
import { InTurn } from './in-turn.js';
import type { Issued } from './issued.js';
import { isFixedAmount, receiptOf, type KnownDeposits } from './known-deposits.js';
import { visitDigestOf } from './visit-digest.js';

/** Which visit each deposit belongs to. */
export interface DepositOwners {
  /**
   * Leaves out of the deposits found for a visit those that were told to another one, or paid by the code of another one.
   * What remains belongs to this visit from now on, and is passed to `tell`, which must record what closes the order before the
   * visit may ask again. Rejects with a `StoreError` if the store cannot be read: a deposit must not be told twice.
   */
  keepOwn<Result>(
    grant: Grant,
    fiat: string,
    flows: readonly Flow[],
    tell: (own: readonly Flow[]) => Promise<Result>,
  ): Promise<Result>;
}

interface OwnedFlow {
  readonly flow: Flow;
  /** The store key of its owner. */
  readonly key: string;
  /** The visit whose code was paid, or that it was told to; undefined if it is free. */
  readonly owner: unknown;
  readonly isOfCode: boolean;
}

/**
 * Makes each deposit into an account of several orders (`ownAccount`) close one of them: the first that asks. An order takes
 * one deposit of its amount, the earliest, unless it is paid already; a deposit of another sum closes nothing, so it stays free
 * for another order. A grant without an amount takes none. A deposit by code closes the order of the code only.
 *
 * Within this copy of the kit, the visits of an account ask one after another; of several copies, the first to add its visit
 * owns the deposit.
 */
export function createDepositOwners(cache: Cache, known: KnownDeposits, issued: Issued): DepositOwners {
  const inTurn = new InTurn();

  async function claim(key: string, visit: string): Promise<boolean> {
    // A deposit must not be told to a second visit while that has a valid token. If it cannot be written, nobody owns it.
    const isOwn = (await cache.add(key, visit, ARRIVAL_SECONDS)) !== false;
    return isOwn || (await cache.getOrFail(key)) === visit;
  }

  async function read(grant: Grant, flow: Flow): Promise<OwnedFlow> {
    const key = await ownerKey(grant, flow);
    const ofCode = flow.txId === undefined ? undefined : await issued.ofCode(grant.merchantId, flow.txId);
    if (ofCode) return { flow, key, isOfCode: true, owner: await visitDigestOf(ofCode.grant) };
    return { flow, key, isOfCode: false, owner: await cache.getOrFail(key) };
  }

  async function selectOwn(grant: Grant, fiat: string, flows: readonly Flow[]): Promise<readonly Flow[]> {
    const visit = await visitDigestOf(grant);
    const isPaid = receiptOf(grant, await known.get(grant, fiat)) !== undefined;
    const owned = await Promise.all(flows.map((flow) => read(grant, flow)));
    const possible = owned.filter(({ owner }) => owner === undefined || owner === visit);
    const needsClaim = ({ flow, isOfCode }: OwnedFlow): boolean => closes(grant, flow) && !isOfCode;
    const kept = possible.filter((each) => !needsClaim(each));
    const isClosed = (): boolean => isPaid || kept.some(({ flow }) => closes(grant, flow));
    // Those that the visit claimed before come first, and then the earliest.
    const rankOf = ({ owner }: OwnedFlow): number => (owner === visit ? 0 : 1);
    const toClaim = possible
      .filter(needsClaim)
      .toSorted((one, other) => rankOf(one) - rankOf(other) || timeOf(one.flow) - timeOf(other.flow));
    for (const each of toClaim)
      if ((each.owner === visit || !isClosed()) && (await claim(each.key, visit))) kept.push(each);
    const told = new Set(kept.map(({ flow }) => flow));
    return flows.filter((flow) => told.has(flow));
  }

  return {
    keepOwn: async (grant, fiat, flows, tell) => {
      // Without a fixed amount nothing is closed: the payer may see every deposit of theirs.
      if (grant.ownAccount !== true || grant.amount === undefined || flows.length === 0) return tell(flows);
      return inTurn.run(String(grant.merchantId), async () => tell(await selectOwn(grant, fiat, flows)));
    },
  };
}

/** Each deposit counts as a visit of its own, so that a full memory store pushes none out for another. */
async function ownerKey(grant: Grant, flow: Flow): Promise<string> {
  return cacheKey('deposits', await flowDigest(grant, flow), 'owner');
}

/** Names a deposit, whoever asks for it. Not by its id alone, which may be absent. */
export function flowDigest(
  { merchantId }: Grant,
  { id, txId, createTime, changed, fiat }: Flow,
): Promise<string> {
  return digest(JSON.stringify([String(merchantId), fiat, id, txId, createTime, changed]));
}

function closes(grant: Grant, { changed }: Flow): boolean {
  return isFixedAmount(grant, { ...(changed !== undefined && { amount: changed }) });
}

function timeOf({ createTime = 0 }: Flow): number {
  return createTime;
}
