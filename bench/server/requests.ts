import { type Db, openPglite, openPostgres, seed } from '../../sandbox/inside.js';
import { ownServer } from '../../sandbox/test/postgres.js';
import { compare, sideOf, type Comparison, type Task } from './rates.js';
import { assertExact, sandboxOn, versionOf } from './sandbox-app.js';

/** Requests to the sandbox, compared with bare SQL on the same engine and driver. */
export interface RequestsFigures {
  readonly pglite: EngineFigures;
  readonly postgres: EngineFigures;
}

export interface EngineFigures {
  readonly version: string;
  readonly connections: number;
  /** Compared with one SELECT by primary key. */
  readonly pendingFund: Comparison;
  /**
   * Compared with a transaction of the four statements that the simplest transfer needs (two balances, two
   * entries), without any checks.
   */
  readonly transfer: Comparison;
}

const CONNECTIONS = 10;

export async function benchRequests(): Promise<RequestsFigures> {
  const pglite = await measureOn(await openPglite(), 1);
  const server = await ownServer();
  const postgres = await measureOn(
    await openPostgres(await server.createDatabase(), CONNECTIONS),
    CONNECTIONS,
  );
  await server.stop();
  return { pglite, postgres };
}

/**
 * Measures an engine with as many concurrent requests as it has connections. The ledger must be exact
 * afterwards.
 */
async function measureOn(db: Db, connections: number): Promise<EngineFigures> {
  await seed(db);
  const send = sandboxOn(db);
  const details = '/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN';
  await send(details);
  const [issued] = await db.query<{ id: bigint }>('select id from issuance limit 1');
  const select = () => db.query('select id, field_list from issuance where id = $1', [issued!.id]);
  await db.script(BASELINE_TABLES);
  const comparisonOf = (name: string, baseline: Task, ours: Task) =>
    compare({ name, baseline: sideOf(baseline, connections), ours: sideOf(ours, connections) });
  const figures = {
    version: await versionOf(db),
    connections,
    pendingFund: await comparisonOf('pending fund', select, () => send(details)),
    transfer: await comparisonOf('transfer', baselineTransfer(db), (call) => send(...transferOf(call))),
  };
  await assertExact(db);
  await db.close();
  return figures;
}

const BASELINE_TABLES = `
  create table baseline_account (id bigint primary key, balance bigint not null);
  create table baseline_entry (id bigint generated always as identity primary key, account bigint not null, changed bigint not null);
  insert into baseline_account select id, 100000000000 from generate_series(1, 16) id`;

const baselineTransfer =
  (db: Db): Task =>
  (call) =>
    db.transaction(async (tx) => {
      const [from, to] = [BigInt(1 + (call % 8)), BigInt(9 + (call % 8))];
      await tx.query('update baseline_account set balance = balance - 1 where id = $1', [from]);
      await tx.query('update baseline_account set balance = balance + 1 where id = $1', [to]);
      await tx.query('insert into baseline_entry (account, changed) values ($1, -1)', [from]);
      await tx.query('insert into baseline_entry (account, changed) values ($1, 1)', [to]);
    });

const FIATS = [
  ['MXN', 58],
  ['ARS', 63],
  ['COP', 68],
  ['BRL', 90],
  ['PEN', 95],
] as const;

/** Transfers in alternating directions, in five currencies. */
function transferOf(call: number): [path: string, body: object] {
  const [fiat, paymentId] = FIATS[call % FIATS.length]!;
  const [fromMerchantId, toMerchantId] = call % 2 ? [1001, 1002] : [1002, 1001];
  const clientId = `bench-${call}`;
  return [
    '/v2/merchant/transfer',
    { clientId, fromMerchantId, toMerchantId, fiat, paymentId, fiatAmount: '0.01' },
  ];
}
