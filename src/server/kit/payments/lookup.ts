import { toMinor } from '../../../core/money.js';
import { stripGrant, termsOf, type Grant } from '../grant.js';
import type { GrantState, GrantQuery, Records, WalletStart } from '../store/store.js';
import { within } from '../timeout.js';
import { changeAsked } from './changes.js';
import { isPaid, rowOf, type TalliedPayment } from './payment.js';
import type { DepositReader } from './reading.js';

/** The grant of a request, and the time it was made. */
export interface Granted {
  readonly grant: Grant;
  /** Milliseconds. */
  readonly grantedAt: number;
}

/** Options of a request's look-up. */
export type LookUpOptions = Pick<GrantQuery, 'choice'> & {
  readonly wallet: WalletStart;
  /**
   * Whether due deposits are read first, which takes at most a second. `issued`: only for a grant that has a
   * slip; for any other, no deposit can have arrived, and its payer is waiting for a slip.
   */
  readonly read: 'always' | 'issued' | 'never';
};

/** Where a wallet's tally begins if all its deposits count. */
export const FROM_START: WalletStart = { after: 0, since: 0 };

/** Looks up a grant, after its payments were updated to what its newest version asks for. */
export type LookUpGrant = (granted: Granted, options: LookUpOptions) => Promise<GrantState>;

/** Maximum time a page waits for a reading, in milliseconds. */
const LONGEST_WAIT = 1_000;

interface LookUpServices {
  readonly records: Records;
  readonly reader: DepositReader;
  /** Delivers the stored events. */
  readonly deliver: () => Promise<void>;
  /** Whether grants come in sessions, so that one request may have an older grant than the request before. */
  readonly hasSessions: boolean;
}

/** Creates the look-up. Rejects with a `StoreError` if the store fails. */
export function createLookUp({ records, reader, deliver, hasSessions }: LookUpServices): LookUpGrant {
  return async (granted, { read, ...options }) => {
    const { grant } = granted;
    const query = { ...options, merchantId: String(grant.merchantId), grantId: grant.id };
    const found = await records.lookUp({ ...query, isWaiting: read !== 'never' });
    const mayHaveCome = read === 'always' || (read === 'issued' && found.payments.length > 0);
    const isRead = mayHaveCome && (await readIfDue(reader, deliver, found));
    const isChanged = await applyGrant(records, { ...granted, isKept: hasSessions }, found.payments);
    if (isChanged) await within(LONGEST_WAIT, deliver()).catch(() => undefined);
    return isRead || isChanged ? records.lookUp(query) : found;
  };
}

/**
 * Resolves to whether deposits were read, or may have been. The hooks are called within the same second,
 * because some platforms stop after a response.
 */
async function readIfDue(
  reader: DepositReader,
  deliver: () => Promise<void>,
  { merchant, now }: GrantState,
): Promise<boolean> {
  const reading = await reader.startFor(merchant, now);
  if (!reading) return false;
  await within(LONGEST_WAIT, reading.done.then(deliver)).catch(() => undefined);
  return true;
}

/**
 * Changes what payments ask for, if the grant is newer and asks for something else. Returns whether a payment
 * changed. `isKept`: the time of a newer grant is stored even if it asks for the same, so that no older grant
 * changes the payment.
 */
async function applyGrant(
  records: Records,
  { grant, grantedAt, isKept }: Granted & { readonly isKept: boolean },
  payments: readonly TalliedPayment[],
): Promise<boolean> {
  const isStale = (payment: TalliedPayment): boolean =>
    payment.grantedAt <= grantedAt &&
    grant.methods.some(({ fiat }) => fiat === payment.fiat) &&
    (payment.asked !== askedIn(grant, payment.fiat) || (isKept && payment.grantedAt < grantedAt));
  if (!payments.some(isStale)) return false;
  await records.transaction(String(grant.merchantId), undefined, async (tx) => {
    const stale = (await tx.paymentsOf([grant.id])).filter(isStale);
    const changed = stale.map((payment) => {
      const asked = askedIn(grant, payment.fiat);
      return changeAsked(payment, { asked, grant: stripGrant(grant), grantedAt }, tx.now);
    });
    await tx.save({
      payments: changed.map(({ payment }) => rowOf(payment)),
      events: changed.flatMap(({ events }) => events),
    });
  });
  return true;
}

/** The fixed amount of a grant in a currency, in minor units. */
export function askedIn(grant: Grant, fiat: string): bigint | undefined {
  const { amount } = termsOf(grant, fiat);
  return amount === undefined ? undefined : toMinor(amount);
}

/**
 * The payment that a page shows for a currency: the paid one, in whatever currency, else the one in this
 * currency.
 */
export function shownPayment(
  payments: readonly TalliedPayment[],
  fiat: string | undefined,
): TalliedPayment | undefined {
  const own = payments.find((payment) => payment.fiat === fiat);
  return own && isPaid(own) ? own : (payments.find(isPaid) ?? own);
}
