import { FLOWS_PATH, flowsQuery, type FlowsQuery } from 'deposit-slip/contract';
import { decimalNumber } from '../http/answer.js';
import { Refusal } from '../http/refusal.js';
import { readFlows, type FlowRow } from '../ledger/flows.js';
import { merchantOf, operation, type Asked } from './operation.js';

/** Operation 7: the merchant's balance changes (spec: Get a list of merchant fiat flow). */
export const flows = operation({
  name: 'flows',
  verb: 'GET',
  path: FLOWS_PATH,
  needsToken: true,
  query: flowsQuery,
  answer,
});

async function answer(asked: Asked<FlowsQuery>): Promise<object> {
  const { query, world } = asked;
  const { merchantId, flowType, currentPage, pageSize, startTime, endTime, ...filter } = query;
  if (startTime !== undefined && endTime !== undefined && startTime > endTime)
    throw new Refusal(400, 'Parameter startTime must not be after endTime.');
  const merchants = merchantId === undefined ? asked.merchants : [(await merchantOf(asked, merchantId)).id];
  const { total, flows } = await readFlows(
    world.db,
    { ...filter, startTime, endTime, merchants, flowType: flowType === 'ALL' ? undefined : flowType },
    { current: currentPage, size: pageSize },
  );
  return { currentPage, size: pageSize, total, record: flows.map(toRecord) };
}

/** Amounts as JSON numbers with the currency's decimals, `createTime` as a string (spec: Fiat flow record). */
function toRecord(row: FlowRow): object {
  return {
    id: row.id,
    merchantId: row.merchant,
    settingsId: row.account,
    txId: row.txId,
    category: row.category,
    flowType: row.flowType,
    fiat: row.fiat,
    changed: decimalNumber(row.changed),
    total: decimalNumber(row.total),
    extId: row.extId,
    createTime: String(row.at),
  };
}
