/**
 * If the database fails, the response is a 503 if nothing was done, and a 500 only if a commit may have
 * happened. Repeating the request with the same clientId then returns the first result or completes it
 * (SECURITY.md P36).
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../src/index.js';
import { holdAccount, holdTable, watchBackends, type Backends } from './proofs/backends.js';
import { runOn, startServer, type OwnServer } from './postgres.js';
import { BODIES, PATHS, post, VALID_BODIES, type RawResponse } from './requests.js';

const NOTHING = 'Nothing was done; send the request again.';
const UNKNOWN = 'The outcome is unknown; repeat the request, with the same clientId if it has one.';

let server: OwnServer;
let databaseUrl: string;
let sandbox: Sandbox;
let backends: Backends;

before(async () => {
  server = await startServer();
  databaseUrl = await server.createDatabase();
});
after(() => server.stop());
beforeEach(async (test) => {
  // Silences the sandbox's log of the failures.
  if ('mock' in test) test.mock.method(console, 'error', () => undefined);
  sandbox = await startSandbox({ databaseUrl, connections: 4 });
  backends = await watchBackends(databaseUrl);
});
afterEach(async () => {
  await backends.close();
  await sandbox.stop();
});

function assertFailed({ status, text }: RawResponse, expected: 500 | 503, name: string): void {
  assert.deepEqual(
    JSON.parse(text),
    { code: expected, msg: expected === 503 ? NOTHING : UNKNOWN, data: null },
    name,
  );
  assert.equal(status, expected);
}

async function flowCount(): Promise<number> {
  const response = await fetch(sandbox.url + PATHS.flows, { headers: { 'x-bh-token': sandbox.token } });
  return ((await response.json()) as { data: { total: number } }).data.total;
}

const claim = (clientId: string) => post(sandbox, PATHS.claim, { ...BODIES.claim, clientId });

/** Runs SQL in the sandbox's schema. */
const alter = (sql: string) => runOn(databaseUrl, `set search_path to deposit_slip_sandbox; ${sql}`);

/** Makes every insert into a table run a statement, immediately or at the commit. */
const onInsert = (table: string, statement: string, isDeferred = false) =>
  alter(`create function fail() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$;
    create constraint trigger fail after insert on ${table} ${isDeferred ? 'deferrable initially deferred' : ''}
    for each row execute function fail()`);

describe('a request', () => {
  it('is a 503 on every route while the database is down, and is served afterwards', async () => {
    const before = await flowCount();
    // Before the server is killed, the pool must notice that its idle connections have ended.
    await terminate();
    await backends.untilGone();
    await backends.close();
    await server.kill();
    const { '/sandbox/faults': _, ...bodies } = VALID_BODIES;
    for (const [path, body] of Object.entries({
      ...bodies,
      '/sandbox/claims/1/reject': {},
      '/sandbox/deposits/1/return': {},
      '/sandbox/reset': {},
    })) {
      assertFailed(await post(sandbox, path, body), 503, path);
    }
    for (const path of [PATHS.flows, `${PATHS.details}?merchantId=1001&paymentId=90&fiat=BRL`, PATHS.pairs]) {
      const response = await fetch(sandbox.url + path, { headers: { 'x-bh-token': sandbox.token } });
      assert.equal(response.headers.get('retry-after'), '1');
      assertFailed({ status: response.status, text: await response.text() }, 503, path);
    }
    await server.start();
    backends = await watchBackends(databaseUrl);
    assert.equal(await flowCount(), before);
    assert.equal((await claim('down')).status, 200);
  });

  for (const [state, name] of [
    ['40001', 'conflicts with others in every attempt'],
    ['53100', 'finds the disk full'],
    ['53200', 'finds no memory'],
  ] as const)
    it(`is a 503 if it ${name}, and leaves nothing behind`, async () => {
      const before = await flowCount();
      await onInsert('withdrawal', `raise exception 'no' using errcode = '${state}'`);
      assertFailed(await claim(state), 503, state);
      assert.equal(await flowCount(), before);
      await alter('drop function fail cascade');
      assert.equal((await claim(state)).status, 200);
    });

  it('is a 500 if its connection breaks during a statement that commits itself, and takes effect once if repeated', async () => {
    const before = await flowCount();
    const release = await holdAccount(databaseUrl, 1001, 'MXN');
    const waiting = claim('cut');
    await backends.untilWaiting(1);
    await terminate();
    assertFailed(await waiting, 500, 'claim');
    await release();
    assert.equal((await claim('cut')).status, 200);
    assert.equal(await flowCount(), before + 2);
  });

  // An exclusive lock still allows reads.
  for (const [path, table, mode, status] of [
    [`${PATHS.details}?merchantId=1001&paymentId=90&fiat=BRL`, 'issuance', 'exclusive', 500],
    [`${PATHS.details}?merchantId=1001&paymentId=90&fiat=BRL`, 'channel', 'access exclusive', 503],
    [`${PATHS.virtual}?merchantId=1001&paymentId=105&fiat=MXN`, 'issuance', 'access exclusive', 500],
    [PATHS.flows, 'entry', 'access exclusive', 503],
  ] as const)
    it(`is a ${status} if its connection breaks, because it ${status === 500 ? 'issues details' : 'only reads'}: GET ${path}, ${table}`, async () => {
      const release = await holdTable(databaseUrl, table, mode);
      const waiting = fetch(sandbox.url + path, { headers: { 'x-bh-token': sandbox.token } });
      await backends.untilWaiting(1);
      await terminate();
      const response = await waiting;
      await release();
      assertFailed({ status: response.status, text: await response.text() }, status, path);
    });

  it('is a 503 if its connection breaks in a transaction, and a 500 if it breaks at the commit', async () => {
    const order = { ...BODIES.order, clientId: 'cut' };
    for (const [isDeferred, status] of [
      [false, 503],
      [true, 500],
    ] as const) {
      await onInsert('orders', 'perform pg_terminate_backend(pg_backend_pid())', isDeferred);
      assertFailed(await post(sandbox, '/sandbox/orders', order), status, String(isDeferred));
      await alter('drop function fail cascade');
    }
    assert.equal((await post(sandbox, '/sandbox/orders', order)).status, 201);
  });
});

async function terminate(): Promise<void> {
  for (const pid of await backends.list()) await runOn(databaseUrl, `select pg_terminate_backend(${pid})`);
}
