import type { Param, Queries } from '../db/db.js';

/** A page of a list: its number, from 1, and its size. */
export interface PageNumber {
  readonly current: number;
  readonly size: number;
}

/**
 * A part of a list, newest first: at most `limit` rows, and only those after the row with the id `before`.
 */
export interface Part {
  readonly limit: number;
  readonly before?: bigint | undefined;
}

/** Collects the parameters of a statement that is built from parts. */
export class SqlParams {
  readonly values: Param[] = [];

  /** Adds a parameter and returns its placeholder, such as `$1::bigint`. */
  add(value: Param, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** The condition `left value`, such as `i.at >= $1::bigint`; empty if there is no value. */
  condition(left: string, value: Param | undefined, type: string): readonly string[] {
    return value === undefined ? [] : [`${left} ${this.add(value, type)}`];
  }
}

/**
 * A list, newest first, that is merged from the lists of several parts: the flows of each account, the orders
 * of each merchant. Every filter is a separate condition that is present only if it is given, so each
 * combination gets the plan of its index: `(columns of the part and of the filter, at desc, id desc)`.
 */
export interface PageQuery {
  readonly params: SqlParams;
  /**
   * Selects the parts: `select id from account where …`. The other pieces refer to their columns as
   * `part.id`.
   */
  readonly parts: string;
  /** Table of the items, which has columns `at` and `id`, under the alias `i`: `entry i`. */
  readonly items: string;
  /** Conditions of the items of one part, other than the time: `i.account = part.id`. */
  readonly where: readonly string[];
  /** Milliseconds; inclusive. */
  readonly startTime?: bigint | number | undefined;
  /** Milliseconds; exclusive. */
  readonly endTime?: bigint | number | undefined;
  /**
   * An item's position among those of its part that satisfy `where`: 1, 2, 3, …, ordered by time and id. With
   * it, the total and any deep page are looked up rather than counted.
   */
  readonly rank?: string | undefined;
  /** Columns of a row of the page, `at` and `id` among them. */
  readonly columns: string;
  /**
   * Tables of these columns, to be joined with the page's `key.id`. A lateral subquery with a limit ensures
   * that they are found by index:
   * `lateral (select * from entry where id = key.id limit 1) e on true join account a on …`.
   */
  readonly rows: string;
}

/** Up to this offset, reading past the rows of earlier pages is faster than looking up the position. */
const NEAR = 200n;

/**
 * Reads one page, newest first, and the list's total number. Items of the same time are ordered by id. Both
 * are read in one statement, so that they agree.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller selects the columns
export async function readPage<Row extends object>(
  db: Queries,
  query: PageQuery,
  page: PageNumber,
): Promise<{ total: bigint; rows: Row[] }> {
  const { sql, params } = pageStatement(query, page);
  const found = await db.query<Counted & (Row | { readonly id: null })>(sql, params);
  const rows = found.filter((row): row is Row & Counted => !('id' in row) || row.id !== null);
  return { total: found[0]?.count ?? 0n, rows };
}

/** Every row carries the total number. An empty page still gives one row, whose other columns are null. */
interface Counted {
  readonly count: bigint;
}

/** The statement of `readPage`. */
export function pageStatement(
  query: PageQuery,
  { current, size }: PageNumber,
): { readonly sql: string; readonly params: readonly Param[] } {
  const { params, items, where, startTime, endTime, columns, rows } = query;
  const since = params.condition('i.at >=', startTime, 'bigint');
  const until = params.condition('i.at <', endTime, 'bigint');
  const before = query.rank === undefined ? [] : params.condition('i.at <', startTime, 'bigint');
  const select: Select = (selected, conditions, { limit = '1', oldest = false } = {}) =>
    `select ${selected} from ${items} where ${[...where, ...conditions].join(' and ')}
     order by ${oldest ? 'i.at, i.id' : 'i.at desc, i.id desc'} limit ${limit}`;
  const window = [...since, ...until];
  const offset = BigInt(current - 1) * BigInt(size);
  const list = { query, select, window, until, before };
  const isDeep = query.rank !== undefined && offset > NEAR;
  const skipped = params.add(offset, 'bigint');
  const taken = params.add(size, 'bigint');
  const key = isDeep ? deepKeys(list, skipped, taken) : nearKeys(list, skipped, taken);
  const sql = `with recursive ${counted(list)}, ${key},
    page as (select ${columns} from key join ${rows})
    select found.count, page.* from found left join page on true order by page.at desc, page.id desc`;
  return { sql, params: params.values };
}

type Select = (
  selected: string,
  conditions: readonly string[],
  options?: { readonly limit?: string; readonly oldest?: boolean },
) => string;

/**
 * A list with the pieces of its statement: conditions for the time window, for its end alone, and for what
 * precedes it.
 */
interface List {
  readonly query: PageQuery;
  readonly select: Select;
  readonly window: readonly string[];
  readonly until: readonly string[];
  readonly before: readonly string[];
}

/**
 * The parts, and the total number. With a rank, it is the difference of the ranks at both ends of the window.
 */
function counted({ query, select, window, until, before }: List): string {
  const { parts, items, where, rank } = query;
  if (rank === undefined) {
    const count = `(select count(*) from part cross join lateral
      (select from ${items} where ${[...where, ...window].join(' and ')}) i)`;
    return `part as materialized (${parts}), found as (select ${count}::bigint as count)`;
  }
  const rankAt = (conditions: readonly string[]) => `coalesce((${select(rank, conditions)}), 0)`;
  return `part as materialized (select part.*, ${rankAt(until)} as last_rank,
      ${before.length === 0 ? '0' : rankAt(before)} as first_rank from (${parts}) part),
    found as (select coalesce(sum(last_rank - first_rank), 0)::bigint as count,
      sum(last_rank)::bigint as last_rank from part)`;
}

/** The keys of a page near the newest item: takes enough items of each part and merges them. */
function nearKeys({ select, window }: List, skipped: string, taken: string): string {
  return `key as (select i.at, i.id from part cross join lateral
      (${select('i.at, i.id', window, { limit: `${skipped} + ${taken}` })}) i
    order by i.at desc, i.id desc limit ${taken} offset ${skipped})`;
}

/**
 * The keys of a page anywhere in the list. `moment` finds the time of its first item by bisection, then
 * `spot` its id among the items of that time. The number of items before a time is the sum of the ranks
 * there.
 */
function deepKeys(list: List, skipped: string, taken: string): string {
  const { query, select, window } = list;
  const isBefore = (at: string, id: string) => {
    const rank = select(query.rank!, [`(i.at, i.id) < (${at}, ${id})`]);
    return `(select sum(coalesce((${rank}), 0)) from part) < found.last_rank - ${skipped}`;
  };
  const bounds = (column: string, conditions: readonly string[]) => `
    (select min(b.value) from part cross join lateral
      (${select(`i.${column} as value`, conditions, { oldest: true })}) b) as low,
    (select max(b.value) from part cross join lateral
      (${select(`i.${column} as value`, conditions)}) b) as high`;
  return `moment (low, high) as (
      select ${bounds('at', window)} from found where count > ${skipped}
      union all ${halve('moment', (middle) => isBefore(middle, '0'))}),
    spot (low, high, at) as (
      select ${bounds('id', ['i.at = moment.low'])}, moment.low from moment where low = high
      union all ${halve('spot', (middle) => isBefore('spot.at', middle), ', spot.at')}),
    key as (select i.at, i.id from spot cross join part cross join lateral
      (${select('i.at, i.id', [...window, '(i.at, i.id) <= (spot.at, spot.low)'], { limit: taken })}) i
      where spot.low = spot.high order by i.at desc, i.id desc limit ${taken})`;
}

/**
 * One step of the bisection towards the largest value for which `holds` is true. The offset prevents
 * evaluating it once for each column.
 */
function halve(name: string, holds: (middle: string) => string, others = ''): string {
  return `select case when step.up then step.middle else ${name}.low end,
      case when step.up then ${name}.high else step.middle - 1 end${others}
    from ${name} cross join found
    cross join lateral (select middle, ${holds('middle')} as up
      from (select ${name}.low + (${name}.high - ${name}.low + 1) / 2 as middle) m offset 0) step
    where ${name}.low < ${name}.high`;
}
