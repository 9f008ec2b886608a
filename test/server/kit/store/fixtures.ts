import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Grant } from '../../../../src/server/kit/grant.js';
import type {
  DepositRow,
  NewEvent,
  PaymentRow,
  SlipRow,
  MerchantRow,
} from '../../../../src/server/kit/store/rows.js';
import type {
  Changes,
  GrantState,
  IssuedSlip,
  GrantQuery,
  MerchantStart,
  Pace,
  ReadingLease,
  Records,
  Store,
} from '../../../../src/server/kit/store/store.js';

/** A whole second. Every case begins at this time. */
export const NOW = Date.UTC(2026, 0, 15, 12);
export const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
export const PACE: Pace = { token: 'token', rate: 10 };
export const LEASE = 20_000;

/** A kind of store, and the clock that it reads. */
export interface Backend {
  /** A migrated store. */
  readonly store: Store;
  setTime(now: number): Promise<void>;
}

/** The fixtures of a case: records in a separate scope, and a clock that stands still. */
export interface Bench {
  readonly records: Records;
  readonly store: Store;
  readonly scope: string;
  now(): number;
  advance(ms: number): Promise<void>;
}

export type OpenBench = () => Promise<Bench>;

export async function openBench({ store, setTime }: Backend): Promise<Bench> {
  let time = NOW;
  const scope = randomUUID();
  await setTime(time);
  return {
    records: store.open(scope),
    store,
    scope,
    now: () => time,
    advance: (ms) => setTime((time += ms)),
  };
}

export function grantOf(id: string): Grant {
  return { id, merchantId: '1001', methods: [{ paymentId: 90, fiat: 'BRL' }] };
}

export function slipOf(members: Partial<SlipRow> = {}): SlipRow {
  return {
    id: randomUUID(),
    merchantId: '1001',
    grantId: 'order-1',
    alias: '',
    paymentId: 90,
    fiat: 'BRL',
    amount: 10_000n,
    state: 'making',
    issuedAt: NOW,
    watchedUntil: NOW + 30 * DAY,
    isPaid: false,
    isRefresh: false,
    ...members,
  };
}

/** The slip as the API issued it. */
export function issuedOf(slip: SlipRow, members: Partial<IssuedSlip> = {}): IssuedSlip {
  const { amount: asked, issuedAt: grantedAt } = slip;
  const current = {
    ...slip,
    state: 'current',
    txId: slip.txId ?? `tx-${slip.id}`,
    answer: slip.answer ?? {},
  } as const;
  return { slip: current, grant: grantOf(slip.grantId), grantedAt, asked, own: false, ...members };
}

interface Issue {
  readonly replaces?: string;
  readonly issued?: Partial<IssuedSlip>;
  readonly start?: Partial<MerchantStart>;
}

/** Makes and stores a slip. */
export async function issue(
  records: Records,
  members: Partial<SlipRow> = {},
  { replaces, issued, start }: Issue = {},
): Promise<SlipRow> {
  const slip = slipOf(members);
  assert.ok(await records.beginSlip(slip, replaces, 30), 'the slip is reserved');
  const full = issuedOf(slip, issued);
  const { merchantId } = slip;
  await records.finishSlip(full, { merchantId, own: full.own, from: NOW - DAY, ...start });
  return full.slip;
}

/** The stored data about the grant, and about the choice of a slip. */
export function lookUp(
  records: Records,
  slip: SlipRow,
  query: Partial<GrantQuery> = {},
): Promise<GrantState> {
  const { merchantId, grantId, alias, paymentId, fiat, amount } = slip;
  const choice = { merchantId, grantId, alias, paymentId, fiat, amount };
  return records.lookUp({ merchantId, grantId, choice, ...query });
}

export function depositOf(members: Partial<DepositRow> = {}): DepositRow {
  return {
    merchantId: '1001',
    flowId: randomUUID(),
    id: randomUUID(),
    state: 'unmatched',
    fiat: 'BRL',
    amount: 10_000n,
    createTime: NOW,
    readAt: NOW,
    content: '[]',
    returned: 0n,
    ...members,
  };
}

/** The deposit that a payment received as its `number`. */
export function bookedOf(number: number, members: Partial<DepositRow> = {}): DepositRow {
  return depositOf({ state: 'booked', grantId: 'order-1', number, ...members });
}

export function eventOf(key: string, members: Partial<NewEvent> = {}): NewEvent {
  return { id: randomUUID(), name: 'deposit', key, payload: {}, ...members };
}

/** Saves changes of a merchant, no matter who has its lease. */
export async function save(records: Records, changes: Changes, merchantId = '1001'): Promise<void> {
  await records.transaction(merchantId, undefined, (tx) => tx.save(changes));
}

/** The only payment of the grant. */
export async function paymentOf(records: Records, grantId = 'order-1', merchantId = '1001') {
  const { payments } = await records.lookUp({ merchantId, grantId });
  assert.equal(payments.length, 1);
  return payments[0]!;
}

/** The row of the payment, for a case to change and save. */
export async function rowOf(records: Records, grantId?: string): Promise<PaymentRow> {
  const { tally: _, ...row } = await paymentOf(records, grantId);
  return row;
}

/** A copy without members that are undefined, for comparison. */
export function plain<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(plain) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member as unknown)])) as Value;
}

export function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id);
}

export function merchantsOf(
  claims: readonly { readonly merchant: { readonly merchantId: string } }[],
): readonly string[] {
  return claims.map(({ merchant }) => merchant.merchantId);
}

/** The end of a reading that found no deposits. */
export const OK = { cursor: NOW, pause: 0, next: MINUTE };

/** Issues a slip for each merchant. They are due after five seconds. */
export async function watch(records: Records, ...merchantIds: readonly string[]): Promise<void> {
  for (const merchantId of merchantIds) await issue(records, { merchantId });
}

export function claim(records: Records, limit = 10): Promise<readonly ReadingLease[]> {
  return records.claim(PACE, limit, LEASE);
}

export async function merchantOf(records: Records, merchantId = '1001'): Promise<MerchantRow> {
  return (await records.lookUp({ merchantId, grantId: 'order-1' })).merchant!;
}

export function wait(records: Records, merchantId: string): Promise<unknown> {
  return records.lookUp({ merchantId, grantId: 'order-1', isWaiting: true });
}
