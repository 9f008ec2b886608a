import type { Queries } from '../db/db.js';

/** How often an invariant is violated. `id` is `I1` and so on (sandbox/README.md, Ledger). */
export interface Invariant {
  readonly id: string;
  readonly violations: number;
}

/** The result of `verify`. */
export interface Verification {
  readonly ok: boolean;
  readonly invariants: readonly Invariant[];
}

/** Counts the rows of every invariant view (db/migrations/020-invariants.sql). To add an invariant, add a view. */
export async function verify(db: Queries): Promise<Verification> {
  const views = await db.query<{ name: string }>(
    `select viewname as name from pg_views where schemaname = current_schema() and viewname ~ '^i[0-9]+_'`,
  );
  // One statement, so that all views see the same state.
  const counting = views.map(({ name }) => `select '${name}' as name, count(*) as violations from ${name}`);
  const rows = await db.query<{ name: string; violations: bigint }>(counting.join(' union all '));
  const counts = new Map<number, number>();
  for (const { name, violations } of rows) {
    const number = Number(/^i([0-9]+)_/.exec(name)?.[1]);
    counts.set(number, (counts.get(number) ?? 0) + Number(violations));
  }
  const invariants = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([number, violations]) => ({ id: `I${number}`, violations }));
  return { ok: invariants.every(({ violations }) => violations === 0), invariants };
}
