import { cacheKey, digest, type Cache } from './cache.js';
import { DailyList, LIST_SECONDS, today } from './daily-list.js';
import { readGrant, type Grant } from './grant.js';
import { number, object, text, type Read } from './shape.js';
import { visitDigestOf } from './visit-digest.js';

/** A slip that was issued, as far as it takes to find whose a deposit is. */
export interface IssuedRecord {
  readonly grant: Grant;
  readonly paymentId: number;
  readonly fiat: string;
  /** Milliseconds: earlier deposits are not for this slip. */
  readonly since: number;
}

/** What was issued today and yesterday. All copies of the kit share it through the store. */
export interface Issued {
  /** Records a slip by its funding id or, without one, by the account of the payer's own. */
  add(record: IssuedRecord, txId: string | undefined): Promise<void>;
  /** The slip that a funding id was issued for. Rejects with a `StoreError` if the store fails. */
  ofCode(merchantId: Grant['merchantId'], txId: string): Promise<IssuedRecord | undefined>;
  /** The merchants that slips were issued for, and when the first of these was, in milliseconds. */
  merchants(): Promise<ReadonlyMap<string, number>>;
  /** The slips without a funding id, for accounts of the payers' own, oldest first. */
  withoutCode(merchantId: string): Promise<readonly IssuedRecord[]>;
}

/** Until the end of the next day, at least. */
export const ISSUED_SECONDS = LIST_SECONDS;

const readRecord: Read<IssuedRecord> = object({
  grant: storedGrant,
  paymentId: number,
  fiat: text,
  since: number,
});
const readMerchant = object({ merchantId: text, since: number });

function storedGrant(value: unknown): Grant | undefined {
  return readGrant(value).grant;
}

/** Creates the record of what was issued. */
export function createIssued(cache: Cache): Issued {
  const merchants = new DailyList(cache, 'merchants');
  const lists = new Map<string, DailyList>();
  /** The merchants this copy has added on a day. */
  const added = { day: 0, merchants: new Set<string>() };

  /** Forgets the merchants of the day before, who may be thousands. */
  function beginDay(): void {
    if (added.day === today()) return;
    added.day = today();
    added.merchants.clear();
    lists.clear();
  }

  function listOf(merchantId: string): DailyList {
    beginDay();
    const list = lists.get(merchantId) ?? new DailyList(cache, `slips of ${merchantId}`);
    lists.set(merchantId, list);
    return list;
  }

  async function addMerchant(merchantId: string, since: number, visit: string): Promise<void> {
    beginDay();
    if (added.merchants.has(merchantId)) return;
    if (await merchants.append({ merchantId, since }, visit)) added.merchants.add(merchantId);
  }

  return {
    async add(record, txId) {
      const { grant, since } = record;
      const merchantId = String(grant.merchantId);
      const visit = await visitDigestOf(grant);
      if (txId !== undefined) await cache.set(await codeKey(merchantId, txId), record, ISSUED_SECONDS, visit);
      else if (grant.ownAccount === true) await listOf(merchantId).append(record, visit);
      else return;
      await addMerchant(merchantId, since, visit);
    },
    ofCode: async (merchantId, txId) =>
      readRecord(await cache.getOrFail(await codeKey(String(merchantId), txId))),
    async merchants() {
      const found = new Map<string, number>();
      for (const value of await merchants.read()) {
        const { merchantId, since } = readMerchant(value) ?? {};
        if (merchantId !== undefined && since !== undefined && !found.has(merchantId))
          found.set(merchantId, since);
      }
      return found;
    },
    async withoutCode(merchantId) {
      const values = await listOf(merchantId).read();
      return values.flatMap((value) => readRecord(value) ?? []);
    },
  };
}

/** Each code counts as a visit of its own, so that a visit with many codes pushes out none of them. */
async function codeKey(merchantId: string, txId: string): Promise<string> {
  return cacheKey('codes', await digest(JSON.stringify([merchantId, txId])), 'owner');
}
