import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startSandbox, type Sandbox, type SeedData } from '../src/index.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { runOn, sharedServer } from './postgres.js';
import { PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const SEED = {
  merchants: [
    {
      merchantId: 3001,
      type: 'individual',
      name: 'Café Ñandú',
      email: 'cafe@merchant.example',
      token: 'cafe-token',
      balances: { MXN: '12.50', BRL: 0, USD: 7 },
    },
    { merchantId: 3002, type: 'business' },
  ],
  paymentMethods: [{ userPaymentId: 601, merchantId: 3001, fiat: 'MXN' }],
  tokens: [{ token: 'both-token', merchantIds: [3001, 3002] }],
} as const satisfies SeedData;
const [CAFE, OTHER] = SEED.merchants;

const balancesOf = async ({ control }: Pick<Sandbox, 'control'>, id: string) =>
  (await control.merchants()).find(({ merchantId }) => merchantId === id)?.balances;

describe('a merchant of your own', () => {
  const sandbox = new TestSandbox();

  it('has balances, which its token gives access to', async () => {
    const { token: _, ...record } = CAFE;
    const expected = {
      ...record,
      merchantId: '3001',
      balances: { MXN: '12.50', BRL: '0.00', USD: '7.00' },
    };
    assert.deepEqual(await sandbox.control.merchant(CAFE), expected);
    assert.deepEqual(
      (await sandbox.control.merchants()).map(({ merchantId }) => merchantId),
      ['1001', '1002', '2001', '3001'],
    );
    const { record: flows } = await sandbox.flows({}, 'cafe-token');
    assert.deepEqual(
      flows.map(({ merchantId, fiat, changed, total }) => [merchantId, fiat, changed, total]),
      [
        [3001, 'USD', '7.00', '7.00'],
        [3001, 'MXN', '12.50', '12.50'],
      ],
    );
    const query = { merchantId: 3001, paymentId: 105, fiat: 'MXN' };
    assert.equal((await sandbox.get(PATHS.details, query, 'cafe-token')).status, 200);
    assertError(await sandbox.get(PATHS.details, query), 404);
  });

  it(`pays claims to your own payment method`, async () => {
    await sandbox.control.paymentMethod(SEED.paymentMethods[0]);
    const claim = { merchantId: 3001, clientId: 'c', fiat: 'MXN', amount: '10.00', userPaymentId: 601 };
    assert.equal((await sandbox.post(PATHS.claim, claim, 'cafe-token')).status, 200);
    assert.deepEqual((await balancesOf(sandbox, '3001'))?.['MXN'], '0.50');
  });

  it('has tokens for several merchants, including the initial token, until they are removed', async () => {
    await sandbox.control.merchant(OTHER);
    const seen = async (token: string) => {
      const { status, body } = await sandbox.get(PATHS.flows, { pageSize: 1000 }, token);
      return status === 200
        ? [...new Set(body.data.record.map(({ merchantId }) => merchantId))].sort((a, b) => a - b)
        : status;
    };
    for (const [token, merchantIds, expected] of [
      ['new', [3001, 2001], [3001]],
      ['new', [1002], [1002]],
      ['sandbox-token', [3001], [1001, 1002, 3001]],
      ['sandbox-token', [], [1001, 1002]],
      ['new', [], 401],
    ] as const) {
      await sandbox.control.token({ token, merchantIds });
      assert.deepEqual(await seen(token), expected, token);
    }
  });

  it('rejects existing, unknown and malformed values, and changes nothing', async () => {
    const merchant = { merchantId: 4001, type: 'individual' };
    const method = { userPaymentId: 700, merchantId: 1001, fiat: 'MXN' };
    const before = JSON.stringify(await sandbox.control.merchants());
    for (const [path, body, status, words] of [
      ['/merchants', { ...merchant, merchantId: 1001 }, 409, 'merchantId'],
      ['/merchants', { ...merchant, merchantId: '4001' }, 400, 'merchantId'],
      ['/merchants', { ...merchant, type: 'person' }, 400, 'type'],
      ['/merchants', { ...merchant, email: 'nobody' }, 400, 'email'],
      ['/merchants', { ...merchant, token: 'a b' }, 400, 'token'],
      ['/merchants', { ...merchant, balances: { XXX: '1' } }, 400, 'XXX'],
      ['/merchants', { ...merchant, balances: { MXN: '-1' } }, 400, 'balances.MXN'],
      ['/merchants', { ...merchant, balances: { MXN: '1.001' } }, 400, 'balances.MXN'],
      ['/merchants', { ...merchant, balances: { MXN: '1'.repeat(16) } }, 400, 'balances.MXN'],
      ['/merchants', { ...merchant, extra: 1 }, 400, 'extra'],
      ['/payment-methods', { ...method, userPaymentId: 501 }, 409, 'userPaymentId'],
      ['/payment-methods', { ...method, merchantId: 4001 }, 404, '4001'],
      ['/payment-methods', { ...method, fiat: 'XXX' }, 400, 'fiat'],
      ['/tokens', { token: 'new', merchantIds: [1001, 4001] }, 404, '4001'],
      ['/tokens', { token: '', merchantIds: [] }, 400, 'token'],
      ['/tokens', { token: 'new' }, 400, 'merchantIds'],
    ] as const)
      assertError(await sandbox.callControl(path, body), status, words);
    assert.equal(JSON.stringify(await sandbox.control.merchants()), before);
    assertError(await sandbox.get(PATHS.flows, {}, 'new'), 401);
  });
});

describe('seed data', () => {
  const folder = temporaryFolder();
  const fileOf = (data: object | string) => {
    const file = join(folder, 'shop.json');
    writeFileSync(file, typeof data === 'string' ? data : JSON.stringify(data));
    return file;
  };

  it('is added once, however often the sandbox starts, and again by a reset', async () => {
    const storage = { data: join(folder, 'data') };
    for (const from of [{ seedData: SEED }, { seedFile: fileOf(SEED) }]) {
      const sandbox = await startSandbox({ ...storage, ...from });
      const expected = { MXN: '12.50', BRL: '0.00', USD: '7.00' };
      assert.deepEqual(await balancesOf(sandbox, '3001'), expected);
      await sandbox.control.merchant({ merchantId: 5001, type: 'business', balances: { MXN: 1 } });
      await sandbox.control.reset();
      assert.equal(await balancesOf(sandbox, '5001'), undefined);
      assert.deepEqual(await balancesOf(sandbox, '3001'), expected);
      const headers = { 'x-bh-token': 'both-token' };
      assert.equal((await fetch(`${sandbox.url}${PATHS.flows}?merchantId=3002`, { headers })).status, 200);
      await sandbox.stop();
    }
  });

  it('is refused, with a sentence that names the mistake, if it is malformed', async () => {
    for (const [data, message] of [
      ['{', /^The seed file .*shop\.json is not valid JSON\.$/],
      ['[]', /shop\.json must be an object\.$/],
      [{ merchants: [CAFE, { merchantId: 1 }] }, /refused: Parameter merchants\.1\.type is required\.$/],
      [{ stores: [] }, /Parameter stores is unknown\.$/],
      [{ tokens: [{ token: 'x', merchantIds: [9] }] }, /refused: Merchant 9 was not found\.$/],
    ] as const)
      await assert.rejects(startSandbox({ seedFile: fileOf(data) }), { name: 'SeedRefused', message });
    await assert.rejects(startSandbox({ seedFile: join(folder, 'none') }), /none cannot be read\.$/);
    await assert.rejects(startSandbox({ seedFile: fileOf(SEED), seedData: SEED }), RangeError);
  });

  it('is shared by the sandboxes of a database, each of which accepts its tokens', async () => {
    const server = await sharedServer();
    const databaseUrl = await server.createDatabase();
    const sandboxes = await Promise.all(
      [0, 1].map(() => startSandbox({ databaseUrl, connections: 2, seedData: SEED })),
    );
    await sandboxes[0]!.control.token({ token: 'late', merchantIds: [3001] });
    for (const { url } of sandboxes)
      for (const token of ['cafe-token', 'late'])
        assert.equal((await fetch(url + PATHS.flows, { headers: { 'x-bh-token': token } })).status, 200);
    await Promise.all(sandboxes.map(({ stop }) => stop()));
    const sql = `select count(*)::int as count from deposit_slip_sandbox.deposit where merchant = 3001`;
    assert.deepEqual((await runOn(databaseUrl, sql)).rows, [{ count: 2 }]);
    await server.dropDatabase(databaseUrl);
  });
});
