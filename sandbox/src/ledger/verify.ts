import { setImmediate } from 'node:timers/promises';
import { onlyRow, type Queries } from '../db/db.js';
import type { verification } from '../schemas/control.js';
import type { WireValue } from '../schemas/wire.js';

/** The result of `verify`: the number of violations of each invariant (sandbox/README.md, Ledger). */
export type Verification = WireValue<typeof verification>;

/** The options of `verify`. */
export interface VerifyOptions {
  /** All rows. Default: those written since the last run without violations. */
  readonly full?: boolean | undefined;
}

/** Approximately how long a statement may delay the other requests of an embedded database. */
const STATEMENT_MS = 20;

/** Rows in a slice, the minimum that one statement reads of a view. */
const SLICE = 2000;

/** The largest number of a transaction. */
const MAX = String(2n ** 64n - 1n);

/**
 * Counts the rows of every invariant view (db/migrations/009-invariants.sql): those written since the last
 * run, or all. Only a full run detects rows that were changed or deleted after they were checked, despite the
 * triggers that prevent it. Other requests are served between its statements. To add an invariant, add a
 * view.
 */
export async function verify(db: Queries, { full = false }: VerifyOptions = {}): Promise<Verification> {
  const views = await readViews(db);
  // Read first: rows written later are left to the next run.
  const { upto, ...begun } = onlyRow(
    await db.query<Begun & { readonly upto: string }>(
      `select upto::text, failed_runs as "failedRuns", pg_snapshot_xmin(pg_current_snapshot())::text as horizon
       from verified`,
    ),
  );
  const counts = new Map(views.map(({ id }) => [id, 0]));
  const starts = await sliceStarts(db, full ? '0' : upto);
  const violatedFrom: string[] = [];
  for (const view of views)
    for await (const { start, violations } of view.isSliced
      ? countInSlices(db, view, starts)
      : countAll(db, view)) {
      counts.set(view.id, counts.get(view.id)! + violations);
      if (violations > 0) violatedFrom.push(start);
    }
  await setVerified(db, begun, violatedFrom);
  const invariants = [...counts].map(([id, violations]) => ({ id: `I${id}`, violations }));
  return { ok: invariants.every(({ violations }) => violations === 0), invariants };
}

interface View {
  readonly name: string;
  /** The number of its invariant. */
  readonly id: number;
  /** Whether it is read in slices of its column `written`. */
  readonly isSliced: boolean;
}

/** The views of all invariants, in order of their numbers. */
function readViews(db: Queries): Promise<View[]> {
  return db.query<View>(
    `select name, substring(name from '^i([0-9]+)_')::int as id, exists (select from pg_attribute
       where attrelid = name::regclass and attname = 'written') as "isSliced"
     from (select viewname::text as name from pg_views where schemaname = current_schema()) v
     where name ~ '^i[0-9]+_' order by id, name`,
  );
}

/** The number of violations in a slice, and the first transaction whose rows are in it. */
interface Count {
  readonly start: string;
  readonly violations: number;
}

async function* countAll(db: Queries, { name }: View): AsyncGenerator<Count> {
  const sql = `select count(*)::int as violations from ${name}`;
  const { violations } = onlyRow(await db.query<{ violations: number }>(sql));
  // Seen by every run, so nothing needs to be checked again.
  yield { start: MAX, violations };
}

/**
 * The transactions at which slices begin: the first from `from` on, and then one after about every `SLICE`
 * rows.
 */
async function sliceStarts(db: Queries, from: string): Promise<readonly string[]> {
  const starts: string[] = [];
  const next = async (relation: '>=' | '>', than: string, skipped: number): Promise<string | undefined> => {
    const rows = await db.query<{ start: string }>(
      `select written::text as start from change where written ${relation} $1::text::xid8 order by written offset $2 limit 1`,
      [than, skipped],
    );
    return rows[0]?.start;
  };
  for (let start = await next('>=', from, 0); start !== undefined; start = await next('>', start, SLICE)) {
    starts.push(start);
    await othersServed();
  }
  return starts;
}

/** Counts as many slices in one statement as `STATEMENT_MS` allows. */
async function* countInSlices(db: Queries, { name }: View, starts: readonly string[]): AsyncGenerator<Count> {
  const sql = `select count(*)::int as violations from ${name} where written >= $1::text::xid8`;
  let slices = 1;
  for (let at = 0; at < starts.length;) {
    const [start, end] = [starts[at]!, starts[at + slices]];
    const began = performance.now();
    const counted = await (end === undefined
      ? db.query<{ violations: number }>(sql, [start])
      : db.query<{ violations: number }>(`${sql} and written < $2::text::xid8`, [start, end]));
    yield { start, violations: onlyRow(counted).violations };
    at += slices;
    const ratio = STATEMENT_MS / (performance.now() - began);
    slices = Math.max(1, Math.round(slices * Math.min(2, ratio)));
    await othersServed();
  }
}

/**
 * Lets requests in: the embedded database runs in this thread, and requests arrive between two turns of the
 * event loop.
 */
const othersServed = () => setImmediate();

/** The state that a run read at its start. */
interface Begun {
  /** All transactions before it had ended. */
  readonly horizon: string;
  /** The number of runs that had found a violation. */
  readonly failedRuns: bigint;
}

/**
 * Stores which rows need not be checked again. Rows that violate an invariant are checked again each time: a
 * run without violations stores nothing if another run has found one since it began.
 */
async function setVerified(
  db: Queries,
  { horizon, failedRuns }: Begun,
  violatedFrom: readonly string[],
): Promise<void> {
  await (violatedFrom.length === 0
    ? db.query(
        'update verified set upto = $1::text::xid8 where upto < $1::text::xid8 and failed_runs = $2::bigint',
        [horizon, failedRuns],
      )
    : db.query(
        `update verified set failed_runs = failed_runs + 1, upto = case when upto < v.start then upto else v.start end
         from (select start::xid8 from unnest($1::text[]) start order by start::xid8 limit 1) v`,
        [violatedFrom],
      ));
}
