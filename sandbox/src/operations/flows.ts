import { FLOWS_PATH, flowsQuery, type FlowsQuery } from 'deposit-slip/contract';
import { toDecimalNumber } from '../http/response.js';
import { readFlows, type FlowFilter, type FlowRow } from '../ledger/flows.js';
import { flowsData, type flow } from '../schemas/flows.js';
import type { WireValue } from '../schemas/wire.js';
import {
  checkTimeRange,
  query,
  selectedMerchants,
  type AcceptedOnly,
  type OperationInput,
} from './operation.js';

/** Operation 7: lists the changes of a merchant's balances (spec: Get a list of merchant fiat flow). */
export const flows = query({
  name: 'flows',
  path: FLOWS_PATH,
  query: flowsQuery,
  data: flowsData,
  errors: [404],
  handle,
});

async function handle(input: OperationInput<FlowsQuery>): Promise<WireValue<typeof flowsData>> {
  const { merchantId: _, flowType, currentPage, pageSize, ...filter } = input.params;
  checkTimeRange(filter);
  const { total, flows } = await readFlows(
    input.context.db,
    {
      ...(filter satisfies AcceptedOnly<typeof filter, FlowFilter>),
      merchants: await selectedMerchants(input),
      flowType: flowType === 'ALL' ? undefined : flowType,
    },
    { current: currentPage, size: pageSize },
  );
  return { currentPage, size: pageSize, total, record: flows.map(toRecord) };
}

/**
 * The wire form of a flow: amounts are JSON numbers with the currency's decimals, `createTime` is a string
 * (spec: Fiat flow record).
 */
function toRecord(row: FlowRow): WireValue<typeof flow> {
  return {
    id: row.id,
    merchantId: row.merchant,
    settingsId: row.account,
    txId: row.txId,
    category: row.category,
    flowType: row.flowType,
    fiat: row.fiat,
    changed: toDecimalNumber(row.changed),
    total: toDecimalNumber(row.total),
    extId: row.extId,
    createTime: String(row.at),
  };
}
