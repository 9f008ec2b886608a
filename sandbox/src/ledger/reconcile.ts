import { channelServing } from '../channels.js';
import type { Queries } from '../db/db.js';
import { foldsOf, foldValue } from '../issuing/index.js';
import { ISSUED_METHODS, issuedMethod } from '../issuing/methods.js';
import type { ReferenceKind } from '../issuing/issuer.js';

/** The parts of a bank deposit that can identify the payee. */
export interface DepositReferences {
  readonly txId?: string | undefined;
  /** Any account identifier, in any spelling: with spaces, hyphens or lower-case letters. */
  readonly account?: string | undefined;
  readonly reference?: string | undefined;
}

/** The deposit details to which a payment was made. */
export interface Target {
  readonly id: bigint;
  readonly merchant: bigint;
  readonly merchantName: string;
  readonly fiat: string;
  readonly paymentId: number;
  readonly txId: bigint | null;
  /** Whether deposits are accepted: the channel is active and, for a virtual account, its status is 2. */
  readonly isActive: boolean;
  readonly amount: bigint | null;
  readonly fieldList: Readonly<Record<string, string>>;
}

/** The reason why a deposit was not credited. Part of the control API and of the `deposit` table. */
export type UnmatchedReason =
  | 'no details'
  | 'unknown'
  | 'no reference'
  | 'contradiction'
  | 'other merchant'
  | 'other currency'
  | 'account not active';

/**
 * Finds the deposit details to which a deposit was made. References that match nothing are ignored; all
 * others must match the same merchant, currency and txId. In a shared account (81, 83, 85), only the
 * reference identifies the payer.
 */
export async function reconcile(
  db: Queries,
  references: DepositReferences,
): Promise<Target | UnmatchedReason> {
  const { txId, account, reference } = references;
  const searches: [ReferenceKind, readonly string[]][] = [
    ['txId', txId === undefined ? [] : [txId.trim()]],
    ['account', account === undefined ? [] : foldsOf('account', account)],
    ['reference', reference === undefined ? [] : foldsInText(reference)],
  ];
  if (searches.every(([, folds]) => folds.every((fold) => fold === ''))) return 'no details';
  const targets: Target[] = [];
  const matched = new Set<ReferenceKind>();
  for (const [kind, folds] of searches) {
    const found = await findTargets(db, kind, folds);
    if (found.length > 0) matched.add(kind);
    targets.push(...found);
  }
  const [first] = targets;
  if (!first) return 'unknown';
  const agree = targets.every(({ merchant, fiat }) => merchant === first.merchant && fiat === first.fiat);
  if (!agree) return 'contradiction';
  const withTxId = targets.filter((target) => target.txId !== null);
  if (new Set(withTxId.map((target) => target.txId)).size > 1) return 'contradiction';
  if (isShared(first) && !matched.has('reference')) return 'no reference';
  return withTxId[0] ?? first;
}

/** Whether several payers use the account of these details, each with a separate reference. */
export function isShared({ paymentId }: Target): boolean {
  const needs = issuedMethod(paymentId)?.needs ?? [];
  return needs.some((roles) => roles.includes('message'));
}

/**
 * The reference that a payer's bank sends with a payment to these details: their txId, else the first value
 * that identifies them. Empty if there is none. A fault may have changed the details, so their types are not
 * fixed.
 */
export async function referencesTo(
  db: Queries,
  { txId, fieldList }: { readonly txId: unknown; readonly fieldList: object },
): Promise<DepositReferences> {
  if (typeof txId === 'string') return { txId };
  for (const value of Object.values(fieldList).map(String)) {
    const [linked] = await findTargets(db, 'link', [foldValue('link', value)]);
    if (linked && linked.txId !== null) return { txId: String(linked.txId) };
    for (const kind of ['account', 'reference'] as const)
      if ((await findTargets(db, kind, foldsOf(kind, value))).length > 0) return { [kind]: value };
  }
  return {};
}

/** Finds deposit details by the folded form of one of their references (`foldValue`). */
export function findTargets(db: Queries, kind: ReferenceKind, folds: readonly string[]): Promise<Target[]> {
  // Issued references are printable ASCII. Other texts cannot match, and PostgreSQL rejects some of them
  // (NUL).
  const possible = folds.filter((fold) => /^[\x20-\x7e]{1,512}$/.test(fold));
  if (possible.length === 0) return Promise.resolve([]);
  return db.query<Target>(
    `select s.id, s.merchant, m.name as "merchantName", s.currency as fiat, s.payment_id as "paymentId",
       s.tx_id as "txId", s.amount, s.field_list as "fieldList",
       coalesce(c.status = 'active' and (s.alias = '' or v.status = 2), false) as "isActive"
     from identifier i join issuance s on s.id = i.issuance join merchant m on m.id = s.merchant
     join unnest($3::bigint[], $4::text[]) d (payment_id, trench) on d.payment_id = s.payment_id
     left join channel c on c.merchant = s.merchant and c.currency = s.currency and c.trench = d.trench
     left join virtual_account v on v.merchant = s.merchant and v.payment_id = s.payment_id and v.alias = s.alias
     where i.kind = $1 and i.folded = any($2::text[]) order by s.id`,
    [kind, possible, ISSUED_METHODS.map(({ id }) => BigInt(id)), ISSUED_METHODS.map(channelServing)],
  );
}

// A payer's bank may add words before or after the message, so each word is looked up as well.
function foldsInText(reference: string): readonly string[] {
  const whole = foldsOf('reference', reference);
  return [...new Set([...whole, ...reference.toUpperCase().split(/[^0-9A-Z]+/)])].filter(Boolean);
}
