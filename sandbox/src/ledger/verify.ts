import type { Queries } from '../db/db.js';

/** How often one invariant is broken. */
export interface Invariant {
  readonly id: string;
  readonly violations: number;
}

/** What `verify` found. */
export interface Verification {
  readonly ok: boolean;
  readonly invariants: readonly Invariant[];
}

/** Counts the rows of every invariant view (db/migrations). A new invariant is a view, and nothing here. */
export async function verify(db: Queries): Promise<Verification> {
  const views = await db.query<{ name: string }>(
    `select viewname as name from pg_views where schemaname = current_schema() and viewname ~ '^i[0-9]+_'`,
  );
  // One statement, so that all views look at one moment.
  const each = views.map(({ name }) => `select '${name}' as name, count(*) as broken from ${name}`);
  const rows = await db.query<{ name: string; broken: bigint }>(each.join(' union all '));
  const counts = new Map<number, number>();
  for (const { name, broken } of rows) {
    const number = Number(/^i([0-9]+)_/.exec(name)?.[1]);
    counts.set(number, (counts.get(number) ?? 0) + Number(broken));
  }
  const invariants = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([number, violations]) => ({ id: `I${number}`, violations }));
  return { ok: invariants.every(({ violations }) => violations === 0), invariants };
}
