import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, mock, test } from 'node:test';
import { ACTIVATE, assertRefused, TestSandbox, CLAIM, TRANSFER } from './test-sandbox.js';

const sandbox = new TestSandbox();

const GOOD = {
  [CLAIM]: { merchantId: 1001, clientId: 'good', fiat: 'MXN', amount: '10.00', userPaymentId: 501 },
  [TRANSFER]: {
    clientId: 'good',
    fromMerchantId: 1001,
    toMerchantId: 1002,
    fiat: 'BRL',
    paymentId: 90,
    fiatAmount: '10.00',
  },
  [ACTIVATE]: {
    merchantId: 1001,
    fiat: 'MXN',
    trench: 'CLABE - PROVIDER_A',
    fieldList: { alias: 'good' },
  },
};

/** Balances and everything on record: what a refused request must leave as it was. */
async function everything(): Promise<unknown> {
  const lists = [
    sandbox.get('/v2/merchant/fiat/flows', { pageSize: 1000 }),
    sandbox.get('/v2/merchant/virtual/addfunds', 'merchantId=1001&paymentId=105&fiat=MXN'),
  ];
  return (await Promise.all(lists)).map(({ text }) => text);
}

type Bad = readonly [path: string, body: object | string, status: number, named: string];

/** Each is refused as told, and all of them together changed nothing. */
async function refuses(...all: Bad[]): Promise<void> {
  const before = await everything();
  for (const [path, body, status, named] of all) assertRefused(await sandbox.post(path, body), status, named);
  assert.deepEqual(await everything(), before);
}

/** A good body in which a member is this text of JSON, whatever it is. */
function withText(path: keyof typeof GOOD, name: string, text: string): string {
  return JSON.stringify({ ...GOOD[path], [name]: '$' }).replace('"$"', () => text);
}

const PATHS = Object.keys(GOOD) as (keyof typeof GOOD)[];

for (const path of PATHS) {
  const good = GOOD[path];
  const names = Object.keys(good);
  describe(`POST ${path} refuses`, () => {
    test('a body without a member it needs', () =>
      refuses(
        ...names
          .filter((name) => !(path === CLAIM && name === 'clientId'))
          .map((name): Bad => [path, { ...good, [name]: undefined }, 400, name]),
      ));

    for (const name of names)
      test(`${name} of another kind`, () => {
        const values = [null, true, [], [1], {}, '', ' ', '1 OR 1=1', '\u0000'];
        return refuses(...values.map((value): Bad => [path, { ...good, [name]: value }, 400, name]));
      });

    test('an unknown member', () =>
      refuses(
        [path, { ...good, extra: 1 }, 400, 'extra'],
        [path, `{"__proto__":1,${JSON.stringify(good).slice(1)}`, 400, '__proto__'],
      ));

    test('a member given twice, even with one value', () => {
      const [name, value] = Object.entries(good)[0]!;
      const twice = (first: unknown) =>
        `{"${name}":${JSON.stringify(first)},${JSON.stringify(good).slice(1)}`;
      return refuses([path, twice(value), 400, 'member'], [path, twice(99), 400, 'JSON']);
    });

    test('a query beside the body', () => refuses([`${path}?dry=1`, good, 400, 'dry']));

    test('what is no JSON object', () => {
      const deep = '['.repeat(30_000);
      const bodies = [
        '',
        '{',
        'null',
        '[]',
        '"text"',
        '1',
        `${JSON.stringify(good)}x`,
        '{"a":1,}',
        '{a:1}',
        deep,
      ];
      return refuses(...bodies.map((body): Bad => [path, body, 400, 'body']));
    });

    test('a body too large, not UTF-8, or of another type', async () => {
      const big = { ...good, extra: 'x'.repeat(70_000) };
      await refuses([path, big, 413, 'body']);
      // What follows on the connection would be lost with the rest of the body.
      assert.equal((await sandbox.post(path, big)).headers.get('connection'), 'close');
      const send = async (body: BodyInit, type: string) => {
        const headers = { 'x-bh-token': 'sandbox-token', 'content-type': type };
        return (await fetch(sandbox.url + path, { method: 'POST', headers, body })).status;
      };
      assert.equal(await send(new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json'), 400);
      const bytes = new TextEncoder().encode(JSON.stringify(good));
      for (const type of ['text/plain', '', 'application/x-www-form-urlencoded', 'application/jsonp'])
        assert.equal(await send(bytes, type), 415, type);
    });

    test('no token or a wrong one, before the body is read', async () => {
      for (const token of [null, '', 'wrong', 'control-token'])
        assertRefused(await sandbox.post(path, '{', token), 401, 'X-BH-TOKEN');
    });
  });
}

describe('an amount is refused rather than rounded', () => {
  const texts = [
    ...[
      '0',
      '0.00',
      '-1',
      '+1',
      '1.',
      '.5',
      '01',
      '1e3',
      '1,5',
      '1 000',
      '0x10',
      'NaN',
      'Infinity',
      '٣',
      '１',
    ],
    ...['0.001', '1.005', '10.000', '1000000000000000', '9999999999999999999999'],
  ];
  const numbers = ['0', '-5', '1e3', '0.005', '1.0000000000000000000000001', '1E400', '-0', '10.000'];
  for (const [path, name] of [
    [CLAIM, 'amount'],
    [TRANSFER, 'fiatAmount'],
  ] as const)
    test(name, () => {
      const all = [...texts.map((text) => JSON.stringify(text)), ...numbers];
      return refuses(...all.map((text): Bad => [path, withText(path, name, text), 400, name]));
    });
});

describe('ids are not guessed', () => {
  const ids = ['"1001"', '1001.0', '1001.5', '-1001', '0', '1e3', '99999999999999999999'];
  for (const [path, name] of [
    [CLAIM, 'merchantId'],
    [CLAIM, 'userPaymentId'],
    [TRANSFER, 'fromMerchantId'],
    [TRANSFER, 'toMerchantId'],
    [ACTIVATE, 'merchantId'],
  ] as const)
    test(`${path} ${name}`, () =>
      refuses(...ids.map((id): Bad => [path, withText(path, name, id), 400, name])));
});

describe('what is another merchant’s looks like what is not there', () => {
  for (const [path, name, foreign, nothing] of [
    [CLAIM, 'merchantId', 2001, 3009],
    [CLAIM, 'userPaymentId', 503, 999],
    [TRANSFER, 'fromMerchantId', 2001, 3009],
    [TRANSFER, 'toMerchantId', 2001, 3009],
    [ACTIVATE, 'merchantId', 2001, 3009],
  ] as const)
    test(`${path} ${name}`, async () => {
      const said = await Promise.all(
        [foreign, nothing].map(async (id) => {
          const came = await sandbox.post(path, { ...GOOD[path], [name]: id });
          assertRefused(came, 404);
          return came.body.msg.replace(String(id), '');
        }),
      );
      assert.equal(said[0], said[1]);
    });
});

describe('a combination is refused', () => {
  for (const [what, path, change, status, named] of [
    ['a claim of a currency the method is not of', CLAIM, { fiat: 'ARS' }, 400, 'fiat'],
    ['a claim of a currency without claims', CLAIM, { fiat: 'BRL' }, 400, 'fiat'],
    ['a claim of more than there is', CLAIM, { amount: '1000000.00' }, 422, 'balance'],
    ['a transfer to itself', TRANSFER, { toMerchantId: 1001 }, 400, 'toMerchantId'],
    ['a transfer under the id of another currency', TRANSFER, { paymentId: 58 }, 400, 'paymentId'],
    ['a transfer of a currency without transfers', TRANSFER, { fiat: 'USD' }, 400, 'fiat'],
    ['a transfer that leaves no room for its fee', TRANSFER, { fiatAmount: '1000000.00' }, 422, 'balance'],
    ['a channel of another currency', ACTIVATE, { fiat: 'BRL' }, 400, 'fiat'],
    ['a channel nobody knows', ACTIVATE, { trench: 'CLABE - NOBODY' }, 400, 'trench'],
    [
      'a way back where nothing is accepted',
      ACTIVATE,
      { callbackUri: 'https://x.example' },
      400,
      'callbackUri',
    ],
    ['a business merchant', ACTIVATE, { merchantId: 1002 }, 422, '1002'],
  ] as const)
    test(what, () => refuses([path, { ...GOOD[path], ...change }, status, named]));
});

test('a body that breaks off is the caller’s doing, and no fault in the log', async () => {
  const said = mock.method(console, 'error', () => undefined);
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname);
  const head = `POST ${CLAIM} HTTP/1.1\r\nHost: h\r\nX-BH-TOKEN: sandbox-token\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 100\r\n\r\n{"merchantId":`);
  // Asked and answered beside it: the body's beginning is in by then.
  await sandbox.get('/v2/base/sell/symbols');
  socket.destroy();
  await sandbox.get('/v2/base/sell/symbols');
  said.mock.restore();
  assert.deepEqual(
    said.mock.calls.map(({ arguments: [error] }) => String(error)),
    [],
  );
});
