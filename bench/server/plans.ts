import { type Db, type FlowFilter, flowsQuery, pageStatement } from '../../sandbox/inside.js';

/** The plans of the five hottest statements. */
export async function printPlans(db: Db): Promise<void> {
  const flows: Record<string, [FlowFilter, number]> = {
    'flows, no filter': [{ merchants: [1001n] }, 1],
    'flows of a currency and type': [{ merchants: [1001n], fiat: 'MXN', flowType: 'WITHDRAW' }, 1],
    'flows, deep page': [{ merchants: [1001n] }, 5000],
    'flows of a txId': [{ merchants: [1001n], txId: 100_100n }, 1],
  };
  for (const [name, [filter, current]] of Object.entries(flows)) {
    const { sql, params } = pageStatement(flowsQuery(filter), { current, size: 10 });
    await printPlan(db, name, sql, params);
  }
  const account = `(select id from account where merchant = 1001 and currency = 'MXN')`;
  await printPlan(db, "next number of an account's type", `select last_type_seq(${account}, 'DEPOSIT')`, []);
}

async function printPlan(
  db: Db,
  name: string,
  sql: string,
  params: Parameters<Db['query']>[1],
): Promise<void> {
  const rows = await db.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off, buffers) ${sql}`,
    params,
  );
  console.log(`\n${name}\n${rows.map((line) => `  ${line['QUERY PLAN']}`).join('\n')}`);
}
