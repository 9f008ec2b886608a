import { only, type Db } from '../db/db.js';

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
export function verify(db: Db): Promise<Verification> {
  return db.transaction(async (tx) => {
    const views = await tx.query<{ name: string }>(
      `select viewname as name from pg_views where schemaname = current_schema() and viewname ~ '^i[0-9]+_'`,
    );
    const counts = new Map<number, number>();
    for (const { name } of views) {
      const { broken } = only(await tx.query<{ broken: bigint }>(`select count(*) as broken from ${name}`));
      const number = Number(/^i([0-9]+)_/.exec(name)?.[1]);
      counts.set(number, (counts.get(number) ?? 0) + Number(broken));
    }
    const invariants = [...counts]
      .sort(([a], [b]) => a - b)
      .map(([number, violations]) => ({ id: `I${number}`, violations }));
    return {
      ok: invariants.length > 0 && invariants.every(({ violations }) => violations === 0),
      invariants,
    };
  });
}
