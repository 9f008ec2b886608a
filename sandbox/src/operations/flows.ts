import { FLOWS_PATH, flowsQuery, type FlowsQuery } from 'deposit-slip/contract';
import { decimalNumber } from '../http/answer.js';
import { readFlows, type FlowRow } from '../ledger/flows.js';
import { checkSpan, merchantsOf, query, type Asked } from './operation.js';

/** Operation 7: the merchant's balance changes (spec: Get a list of merchant fiat flow). */
export const flows = query({ name: 'flows', path: FLOWS_PATH, query: flowsQuery, answer });

async function answer(asked: Asked<FlowsQuery>): Promise<object> {
  const { merchantId: _, flowType, currentPage, pageSize, ...filter } = asked.given;
  checkSpan(filter);
  const { total, flows } = await readFlows(
    asked.world.db,
    { ...filter, merchants: merchantsOf(asked), flowType: flowType === 'ALL' ? undefined : flowType },
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
