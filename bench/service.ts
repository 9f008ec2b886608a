/**
 * Compares the kit with a bare handler, and the sandbox with bare SQL on the same engines: `npm run build && npm run
 * bench`. Rates depend on the machine; ratios carry over to others. The SQL baselines use the same drivers: one SELECT
 * by primary key, and one transaction of the four statements the simplest transfer needs (two balances, two entries),
 * without any checks.
 *
 * Targets: a pending-fund query at least 0.5 times the rate of the SELECT, a transfer at least 0.5 times the rate of the
 * four statements with the ledger exact; the second start of the sandbox ready within 0.8 s and 450 MB. Those of the kit
 * are in bench/kit.ts.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createApp } from '../sandbox/src/app.js';
import { channelsOf } from '../sandbox/src/channels.js';
import type { Db } from '../sandbox/src/db/db.js';
import { openPglite } from '../sandbox/src/db/pglite.js';
import { openPostgres } from '../sandbox/src/db/postgres.js';
import { verify } from '../sandbox/src/ledger/verify.js';
import { seed } from '../sandbox/src/seed.js';
import { ownServer } from '../sandbox/test/postgres.js';
import { benchKit } from './kit.js';
import { compare, median, type Pair } from './rates.js';

/** Returns a function that sends requests to a sandbox on this database, without a network. */
function appOn(db: Db) {
  const app = createApp({
    db,
    seed: 1,
    tokens: new Map([['t', [1001n, 1002n]]]),
    controlToken: 'c',
    channels: channelsOf({}),
    baseUrl: () => 'http://127.0.0.1',
    later: () => undefined,
  });
  return async (path: string, body?: object) => {
    const headers = { 'x-bh-token': 't', ...(body && { 'content-type': 'application/json' }) };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, init));
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    return text;
  };
}

async function pairsOn(name: string, db: Db): Promise<Pair[]> {
  await seed(db);
  const request = appOn(db);
  const details = '/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN';
  await request(details);
  const [issued] = await db.query<{ id: bigint }>('select id from issuance limit 1');
  await db.script(`
    create table baseline_account (id bigint primary key, balance bigint not null);
    create table baseline_entry (id bigint generated always as identity primary key, account bigint not null, changed bigint not null);
    insert into baseline_account select id, 100000000000 from generate_series(1, 16) id`);
  const run = Date.now();
  return [
    {
      name: `${name}: pending fund`,
      baseline: () => db.query('select id, field_list from issuance where id = $1', [issued!.id]),
      ours: () => request(details),
    },
    {
      name: `${name}: transfer`,
      baseline: (call) =>
        db.transaction(async (tx) => {
          const [from, to] = [BigInt(1 + (call % 8)), BigInt(9 + (call % 8))];
          await tx.query('update baseline_account set balance = balance - 1 where id = $1', [from]);
          await tx.query('update baseline_account set balance = balance + 1 where id = $1', [to]);
          await tx.query('insert into baseline_entry (account, changed) values ($1, -1)', [from]);
          await tx.query('insert into baseline_entry (account, changed) values ($1, 1)', [to]);
        }),
      ours: (call) => {
        const [fiat, paymentId] = FIATS[call % FIATS.length]!;
        const [fromMerchantId, toMerchantId] = call % 2 ? [1001, 1002] : [1002, 1001];
        const order = { fromMerchantId, toMerchantId, fiat, paymentId, fiatAmount: '0.01' };
        return request('/v2/merchant/transfer', { clientId: `${run}-${call}`, ...order });
      },
    },
  ];
}

const FIATS = [
  ['MXN', 58],
  ['ARS', 63],
  ['COP', 68],
  ['BRL', 90],
  ['PEN', 95],
] as const;

async function assertExact(db: Db): Promise<void> {
  const { ok, invariants } = await verify(db);
  if (!ok) throw new Error(JSON.stringify(invariants));
}

const CLI = fileURLToPath(new URL('../sandbox/dist/cli.js', import.meta.url));

/** Starts the built sandbox: milliseconds until it prints its address, and its resident memory then, in MiB. */
async function start(): Promise<{ ms: number; mib: number }> {
  const code = `import(${JSON.stringify(CLI)}).then(({ main }) => main(['--port', '0']))`;
  const begin = performance.now();
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const ms = performance.now() - begin;
  const mib = memoryOf(child.pid!);
  child.kill();
  await new Promise((resolve) => child.once('exit', resolve));
  return { ms, mib };
}

/** Resident memory of a process and its children, in MiB (Linux only). */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const own = Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1] ?? 0) / 1024;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + memoryOf(Number(child)), own);
}

const rows: object[] = [...(await benchKit())];
const pglite = await openPglite();
for (const pair of await pairsOn('PGlite', pglite)) rows.push(await compare(pair, 1));
await assertExact(pglite);
await pglite.close();

const server = await ownServer();
const postgres = await openPostgres(await server.createDatabase(), 10);
for (const pair of await pairsOn('PostgreSQL', postgres)) rows.push(await compare(pair, 10));
await assertExact(postgres);
await postgres.close();
await server.stop();
console.table(rows);

// The first start is a warm-up.
await start();
const starts = [];
for (let round = 0; round < 7; round++) starts.push(await start());
const ms = Math.round(median(starts.map((each) => each.ms)));
const mib = Math.round(median(starts.map((each) => each.mib)));
console.log(`second start: ${ms} ms, ${mib} MiB (medians of ${starts.length} starts)`);
