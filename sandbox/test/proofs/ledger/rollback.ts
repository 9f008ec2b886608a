import type { Db, Queries } from '../../../src/db/db.js';

class Undo extends Error {}

/** Runs work in a transaction and takes back whatever it did, so that the next one starts from the same database. */
export async function rolledBack<Result>(db: Db, work: (inner: Db) => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  const ended = db.transaction(async (tx) => {
    results.push(await work(within(tx)));
    throw new Undo();
  });
  await ended.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return results[0]!;
}

/** A transaction as a database of its own: a statement that fails there is taken back, and nothing before it. */
function within(tx: Queries): Db {
  return {
    query: (sql, params) => kept(tx, () => tx.query(sql, params)),
    script: (sql) => kept(tx, () => tx.script(sql)),
    transaction: (work) => kept(tx, () => work(tx)),
    exclusive: (work) => kept(tx, () => work(tx)),
    close: async () => undefined,
  };
}

async function kept<Result>(tx: Queries, work: () => Promise<Result>): Promise<Result> {
  await tx.script('savepoint here');
  try {
    const result = await work();
    await tx.script('release here');
    return result;
  } catch (error) {
    await tx.script('rollback to here; release here');
    throw error;
  }
}
