import type { Queries } from '../db/db.js';

/** Selects balance changes. Times are in milliseconds; `startTime` is inclusive, `endTime` exclusive. */
export interface FlowFilter {
  readonly merchants: readonly bigint[];
  readonly startTime?: bigint | undefined;
  readonly endTime?: bigint | undefined;
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

const WHERE = `from entry e join account a on a.id = e.account
  where a.merchant = any($1::bigint[])
    and ($2::bigint is null or e.at >= $2) and ($3::bigint is null or e.at < $3)
    and ($4::text is null or a.currency = $4) and ($5::bigint is null or e.tx_id = $5)
    and ($6::text is null or e.flow_type = $6)`;

/**
 * Reads one page of flows, newest first, and their total number. Flows of the same time are ordered by id. Both are read
 * in one statement, so that they agree.
 */
export async function readFlows(
  db: Queries,
  filter: FlowFilter,
  page: { readonly current: number; readonly size: number },
): Promise<{ total: bigint; flows: FlowRow[] }> {
  const { merchants, startTime, endTime, fiat, txId, flowType } = filter;
  const skipped = BigInt(page.current - 1) * BigInt(page.size);
  const rows = await db.query<Counted & (FlowRow | { readonly id: null })>(
    `with found as (select count(*) as count ${WHERE}),
     page as (select e.id, a.merchant, a.id as account, e.tx_id as "txId", e.category, e.flow_type as "flowType",
       a.currency as fiat, e.changed, e.total, e.ext_id as "extId", e.at ${WHERE}
       order by e.at desc, e.id desc limit $7 offset $8)
     select found.count, page.* from found left join page on true order by page.at desc, page.id desc`,
    [
      merchants,
      startTime ?? null,
      endTime ?? null,
      fiat ?? null,
      txId ?? null,
      flowType ?? null,
      page.size,
      skipped,
    ],
  );
  const flows = rows.filter((row): row is FlowRow & Counted => row.id !== null);
  return { total: rows[0]?.count ?? 0n, flows };
}

/** Every row carries the total number. An empty page still gives one row, whose other columns are null. */
interface Counted {
  readonly count: bigint;
}
