import { toMinor } from '../../../core/money.js';
import { stripGrant, termsOf, type Grant } from '../grant.js';
import type { Found, LookUp, Records, WalletStart } from '../store/store.js';
import { within } from '../timeout.js';
import { changeAsked } from './changes.js';
import { isPaid, rowOf, type TalliedPayment } from './payment.js';
import type { Reader } from './reading.js';

/** The grant of a request, and when it was made. */
export interface Granted {
  readonly grant: Grant;
  /** Milliseconds. */
  readonly grantedAt: number;
}

/** What a request asks of the record. */
export type LookUpOptions = Pick<LookUp, 'choice'> & {
  readonly wallet: WalletStart;
  /**
   * Whether deposits are read first if that is due, which takes a second at most. `issued`: only for a grant
   * that has a slip; nothing can have come for any other, and its payer waits for one.
   */
  readonly read: 'always' | 'issued' | 'never';
};

/** Where the tally of a wallet begins, if the deposits of all times count. */
export const EVER: WalletStart = { after: 0, since: 0 };

/** What is known of a grant, once it asks for what its newest version says. */
export type LookUpGrant = (granted: Granted, options: LookUpOptions) => Promise<Found>;

/** Milliseconds a page waits for a reading. */
const LONGEST_WAIT = 1_000;

interface LookUpServices {
  readonly records: Records;
  readonly reader: Reader;
  /** Delivers what was written. */
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
 * Whether deposits were read, or may have been. The hooks are called in the same second: some platforms stop
 * after a response.
 */
async function readIfDue(
  reader: Reader,
  deliver: () => Promise<void>,
  { merchant, now }: Found,
): Promise<boolean> {
  const reading = await reader.startFor(merchant, now);
  if (!reading) return false;
  await within(LONGEST_WAIT, reading.done.then(deliver)).catch(() => undefined);
  return true;
}

/**
 * Changes what payments ask for, if the grant is newer and says so. Returns whether one did. `isKept`: the
 * time of a newer grant is stored although it asks for the same, so that no older one changes that.
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
 * The payment that a page in a currency shows: the one that is paid, whatever its currency, else that of the
 * currency.
 */
export function shownPayment(
  payments: readonly TalliedPayment[],
  fiat: string | undefined,
): TalliedPayment | undefined {
  const own = payments.find((payment) => payment.fiat === fiat);
  return own && isPaid(own) ? own : (payments.find(isPaid) ?? own);
}
