import type { Db, Queries } from '../src/db/db.js';

class Rollback extends Error {}

/** Runs work in a transaction and rolls it back, so that the next run starts from the same database. */
export async function withRollback<Result>(db: Db, work: (inner: Db) => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  const transaction = db.transaction(async (tx) => {
    results.push(await work(nested(tx)));
    throw new Rollback();
  });
  await transaction.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return results[0]!;
}

/** Presents a transaction as a database, in which a failed statement undoes only itself. */
function nested(tx: Queries): Db {
  const inner: Db = {
    query: (sql, params) => withSavepoint(tx, () => tx.query(sql, params)),
    script: (sql) => withSavepoint(tx, () => tx.script(sql)),
    transaction: (work) => withSavepoint(tx, () => work(tx)),
    exclusive: (work) => withSavepoint(tx, () => work(tx)),
    atOneMoment: (work) => work(tx),
    checkWritable: async () => undefined,
    forRequest: () => inner,
    close: async () => undefined,
  };
  return inner;
}

async function withSavepoint<Result>(tx: Queries, work: () => Promise<Result>): Promise<Result> {
  await tx.script('savepoint nested');
  try {
    const result = await work();
    await tx.script('release nested');
    return result;
  } catch (error) {
    await tx.script('rollback to nested; release nested');
    throw error;
  }
}
