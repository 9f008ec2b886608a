import type { Queries } from '../db/db.js';
import { SqlParams, readPage, type PageNumber, type PageQuery } from './page.js';

/** Selects balance changes. Times are in milliseconds; `startTime` is inclusive, `endTime` exclusive. */
export interface FlowFilter {
  readonly merchants: readonly bigint[];
  readonly startTime?: bigint | number | undefined;
  readonly endTime?: bigint | number | undefined;
  readonly fiat?: string | undefined;
  readonly txId?: bigint | undefined;
  readonly flowType?: string | undefined;
}

/** One balance change. Amounts are in minor units. */
export interface FlowRow {
  readonly id: bigint;
  readonly merchant: bigint;
  readonly account: bigint;
  readonly txId: bigint;
  readonly category: string;
  readonly flowType: string;
  readonly fiat: string;
  readonly changed: bigint;
  readonly total: bigint;
  readonly extId: string;
  readonly at: bigint;
}

/**
 * Reads one page of flows, newest first, and their total number. Flows of the same time are ordered by id.
 */
export async function readFlows(
  db: Queries,
  filter: FlowFilter,
  page: PageNumber,
): Promise<{ total: bigint; flows: FlowRow[] }> {
  const { total, rows } = await readPage<FlowRow>(db, flowsQuery(filter), page);
  return { total, flows: rows };
}

/** The query of a list of flows: those of each account, merged. */
export function flowsQuery({ merchants, fiat, txId, flowType, startTime, endTime }: FlowFilter): PageQuery {
  const params = new SqlParams();
  const accounts = [
    `merchant = any(${params.add(merchants, 'bigint[]')})`,
    ...params.condition('currency =', fiat, 'text'),
  ];
  return {
    params,
    parts: `select id from account where ${accounts.join(' and ')}`,
    items: 'entry i',
    where: [
      'i.account = part.id and i.seq is not null',
      ...params.condition('i.tx_id =', txId, 'bigint'),
      ...params.condition('i.flow_type =', flowType, 'text'),
    ],
    startTime,
    endTime,
    // The entries of one txId are few and are not numbered.
    rank: txId !== undefined ? undefined : flowType === undefined ? 'i.seq' : 'i.type_seq',
    columns: `e.id, a.merchant, a.id as account, e.tx_id as "txId", e.category, e.flow_type as "flowType",
      a.currency as fiat, e.changed, e.total, e.ext_id as "extId", e.at`,
    rows: `lateral (select * from entry where id = key.id limit 1) e on true
      cross join lateral (select * from account where id = e.account limit 1) a`,
  };
}
