import type { Queries } from '../db/db.js';
import { foldsOf } from '../issuing/index.js';
import type { Clue } from '../issuing/issuer.js';

/** What a bank tells of a deposit that could say whom it is for. */
export interface Clues {
  readonly txId?: string | undefined;
  /** Any account identifier, in any written form: spaces, hyphens, small letters. */
  readonly account?: string | undefined;
  readonly reference?: string | undefined;
}

/** The deposit details a payment was made to. */
export interface Target {
  readonly id: bigint;
  readonly merchant: bigint;
  readonly merchantName: string;
  readonly fiat: string;
  readonly paymentId: number;
  readonly txId: bigint | null;
  /** Whether it takes deposits: a virtual account may be authenticating still, or have failed to. */
  readonly isActive: boolean;
  readonly amount: bigint | null;
  readonly fieldList: Readonly<Record<string, string>>;
}

/** Why a deposit could not be credited. */
export type Unmatched =
  'no clue' | 'unknown' | 'contradiction' | 'other merchant' | 'other currency' | 'account not active';

/** Reads the clues of a deposit: those that lead nowhere are passed over, those that do must lead to one account. */
export async function reconcile(db: Queries, clues: Clues): Promise<Target | Unmatched> {
  const searches: [Clue, readonly string[]][] = [
    ['txId', clues.txId === undefined ? [] : [clues.txId.trim()]],
    ['account', clues.account === undefined ? [] : foldsOf('account', clues.account)],
    ['reference', clues.reference === undefined ? [] : wordsOf(clues.reference)],
  ];
  if (searches.every(([, folds]) => folds.every((fold) => fold === ''))) return 'no clue';
  const targets: Target[] = [];
  for (const [clue, folds] of searches) targets.push(...(await findTargets(db, clue, folds)));
  const [first] = targets;
  if (!first) return 'unknown';
  const agree = targets.every(({ merchant, fiat }) => merchant === first.merchant && fiat === first.fiat);
  if (!agree) return 'contradiction';
  const fundings = new Set(targets.flatMap(({ txId }) => (txId === null ? [] : [txId])));
  if (fundings.size > 1) return 'contradiction';
  return targets.find(({ txId }) => txId !== null) ?? first;
}

/** What a value leads to, by one clue. */
export function findTargets(db: Queries, clue: Clue, folds: readonly string[]): Promise<Target[]> {
  // Nothing issued holds another sign, and a text of the database cannot hold every one (NUL).
  const likely = folds.filter((fold) => /^[\x20-\x7e]{1,512}$/.test(fold));
  if (likely.length === 0) return Promise.resolve([]);
  return db.query<Target>(
    `select s.id, s.merchant, m.name as "merchantName", s.currency as fiat, s.payment_id as "paymentId",
       s.tx_id as "txId", s.amount, s.field_list as "fieldList",
       s.alias = '' or coalesce(v.status = 2, false) as "isActive"
     from identifier i join issuance s on s.id = i.issuance join merchant m on m.id = s.merchant
     left join virtual_account v on v.merchant = s.merchant and v.payment_id = s.payment_id and v.alias = s.alias
     where i.clue = $1 and i.folded = any($2::text[]) order by s.id`,
    [clue, likely],
  );
}

// A payer's bank may put words of its own around the message.
function wordsOf(reference: string): readonly string[] {
  const whole = foldsOf('reference', reference);
  return [...new Set([...whole, ...reference.toUpperCase().split(/[^0-9A-Z]+/)])].filter(Boolean);
}
