/** On a PostgreSQL server, a reset runs between the transactions of all processes that share the database. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.js';
import type { Db } from '../src/db/db.js';
import { openPostgres } from '../src/db/postgres.js';
import { saveSnapshotFile, startFrom, writeSnapshotFile } from '../src/ledger/snapshot-files.js';
import { verify } from '../src/ledger/verify.js';
import { reset, seed } from '../src/seed/seed.js';
import { sharedServer } from './postgres.js';
import { SandboxProcess, type Api } from './proofs/sandbox-process.js';
import { BODIES, PATHS } from './requests.js';
import { openDb } from './test-sandbox.js';

const CLABE = `${PATHS.details}?merchantId=1001&paymentId=105&fiat=MXN`;

let databaseUrl: string;
before(async () => {
  databaseUrl = await (await sharedServer()).createDatabase();
});
after(async () => (await sharedServer()).dropDatabase(databaseUrl));

const transferIn = (db: Db) =>
  db.query('select from transfer_funds(1001, 1002, $1, $2, 100)', [randomUUID(), 'MXN']);

/** A row for each lock that somebody waits for. */
const WAITING = 'select from pg_locks where not granted';

/** Runs `clients` again and again, all at once, until `work` ends. */
async function during(clients: readonly (() => Promise<unknown>)[], work: () => Promise<unknown>) {
  const done = new AbortController();
  const running = clients.map(async (client) => {
    while (!done.signal.aborted) await client();
  });
  await Promise.all([...running, work().finally(() => done.abort())]);
}

describe('two processes on one database', () => {
  let processes: readonly SandboxProcess[];
  let apis: readonly Api[];
  before(async () => {
    processes = [1, 2].map(() => new SandboxProcess([], { DATABASE_URL: databaseUrl }));
    apis = await Promise.all(processes.map((each) => each.ready()));
  });
  after(() => Promise.all(processes.map((each) => each.kill())));

  it('answer every request while they are reset, and every reset ends', async (context) => {
    const done = new Map<string, number>();
    const unexpected: string[] = [];
    const clientsOf = ({ url }: Api) => {
      const headers = {
        ...{ 'x-bh-token': 'sandbox-token', authorization: 'Bearer control-token' },
        'content-type': 'application/json',
      };
      const send = async (path: string, body?: object) => {
        const init = body && { method: 'POST', body: JSON.stringify(body) };
        const response = await fetch(url + path, { headers, ...init });
        const text = await response.text();
        if (response.ok) done.set(path, (done.get(path) ?? 0) + 1);
        else unexpected.push(`${path}: ${response.status} ${text}`);
        return text;
      };
      const transfer = () => send(PATHS.transfer, { ...BODIES.transfer, clientId: randomUUID() });
      const claim = () => send(PATHS.claim, { ...BODIES.claim, clientId: randomUUID() });
      const deposit = async () => {
        const account = /[0-9]{18}/.exec(await send(CLABE))?.[0];
        await send('/sandbox/deposits', { merchantId: 1001, fiat: 'MXN', amount: '1.00', account });
      };
      const look = () => Promise.all([send(PATHS.flows), send('/sandbox/verify?full=1')]);
      return [transfer, transfer, transfer, transfer, claim, deposit, deposit, look, look];
    };
    const times: number[] = [];
    await during(apis.flatMap(clientsOf), async () => {
      for (let at = 0; at < 10; at++) {
        const began = performance.now();
        await apis[at % 2]!.control.reset();
        times.push(Math.round(performance.now() - began));
      }
    });
    const requests = [...done.values()].reduce((total, count) => total + count, 0);
    context.diagnostic(
      `${requests} requests done; ${times.length} resets took at most ${Math.max(...times)} ms`,
    );
    assert.deepEqual(unexpected, []);
    assert.ok(done.get(PATHS.transfer)! > times.length && done.size === 6);
    for (const { control } of apis) {
      const { ok, invariants } = await control.verify({ full: true });
      assert.ok(ok, JSON.stringify(invariants));
    }
  });
});

test('a transaction that a reset canceled goes before the next reset', async () => {
  const [db, other] = [await openPostgres(databaseUrl), await openPostgres(databaseUrl)];
  await seed(db);
  const resets: Promise<void>[] = [];
  // A reset locks the newest table first and the oldest last. It waits while this transaction has the latter.
  await db.transaction(async (tx) => {
    await tx.query('select from migration');
    resets.push(reset(other));
    while ((await tx.query(WAITING)).length === 0);
    await tx.query('select from verified');
  });
  await Promise.all(resets);
  assert.equal(resets.length, 2);
  await Promise.all([db.close(), other.close()]);
});

test('a snapshot file that is written during transfers and resets is of one moment', async () => {
  const [db, other] = [await openPostgres(databaseUrl), await openPostgres(databaseUrl)];
  await seed(db);
  const file = join(temporaryFolder(), 'state.snapshot');
  const transfers = [db, other, db, other].map((each) => () => transferIn(each));
  await during([...transfers, () => reset(other)], async () => {
    for (let at = 0; at < 3; at++) {
      await saveSnapshotFile(file, await writeSnapshotFile(db));
      const copy = await openDb('pglite');
      await startFrom(copy, file);
      const { ok, invariants } = await verify(copy, { full: true });
      await copy.close();
      assert.ok(ok, JSON.stringify(invariants));
    }
  });
  await Promise.all([db.close(), other.close()]);
});
