import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, mock, test } from 'node:test';
import {
  ACTIVATE,
  CLABE_BODY,
  CLAIM,
  CLAIM_BODY,
  FLOWS,
  LISTED,
  PAIRS,
  TRANSFER,
  TRANSFER_BODY,
} from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

const VALID = {
  [CLAIM]: CLAIM_BODY,
  [TRANSFER]: { ...TRANSFER_BODY, fiat: 'BRL', paymentId: 90 },
  [ACTIVATE]: CLABE_BODY,
};

/** All flows and virtual accounts, which an invalid request must not change. */
async function recordedState(): Promise<readonly string[]> {
  const lists = [
    sandbox.get(FLOWS, { pageSize: 1000 }),
    sandbox.get(LISTED, 'merchantId=1001&paymentId=105&fiat=MXN'),
  ];
  return (await Promise.all(lists)).map(({ text }) => text);
}

type Case = readonly [path: string, body: object | string, status: number, words: string];

/** Asserts that each body is an error, and that all of them together changed nothing. */
async function assertErrors(...cases: Case[]): Promise<void> {
  const before = await recordedState();
  for (const [path, body, status, words] of cases) assertError(await sandbox.post(path, body), status, words);
  assert.deepEqual(await recordedState(), before);
}

/** A valid body in which one member is this JSON text. */
function withText(path: keyof typeof VALID, name: string, text: string): string {
  return JSON.stringify({ ...VALID[path], [name]: '$' }).replace('"$"', () => text);
}

for (const path of Object.keys(VALID) as (keyof typeof VALID)[]) {
  const valid = VALID[path];
  const names = Object.keys(valid);
  const json = JSON.stringify(valid);
  describe(`POST ${path} rejects`, () => {
    test('a body without a required member', () =>
      assertErrors(
        ...names
          .filter((name) => !(path === CLAIM && name === 'clientId'))
          .map((name): Case => [path, { ...valid, [name]: undefined }, 400, name]),
      ));

    for (const name of names)
      test(`${name} of a wrong type`, () => {
        const values = [null, true, [], [1], {}, '', ' ', '1 OR 1=1', '\u0000'];
        return assertErrors(...values.map((value): Case => [path, { ...valid, [name]: value }, 400, name]));
      });

    test('an unknown or repeated member, and a query', () => {
      const [name, value] = Object.entries(valid)[0]!;
      const twice = (first: unknown) => `{"${name}":${JSON.stringify(first)},${json.slice(1)}`;
      return assertErrors(
        [path, { ...valid, extra: 1 }, 400, 'extra'],
        [path, `{"__proto__":1,${json.slice(1)}`, 400, '__proto__'],
        [path, twice(value), 400, 'member'],
        [path, twice(99), 400, 'JSON'],
        [`${path}?dry=1`, valid, 400, 'dry'],
      );
    });

    test('anything but a JSON object', () => {
      const bodies = [
        '',
        '{',
        'null',
        '[]',
        '"text"',
        '1',
        `${json}x`,
        '{"a":1,}',
        '{a:1}',
        '['.repeat(30_000),
      ];
      return assertErrors(...bodies.map((body): Case => [path, body, 400, 'body']));
    });

    test('a body that is too large, not UTF-8, or of another content type', async () => {
      const large = { ...valid, extra: 'x'.repeat(70_000) };
      await assertErrors([path, large, 413, 'body']);
      // The next request on the connection would be lost with the rest of the body.
      assert.equal((await sandbox.post(path, large)).headers.get('connection'), 'close');
      const send = async (body: BodyInit, type: string) => {
        const headers = { 'x-bh-token': 'sandbox-token', 'content-type': type };
        return (await fetch(sandbox.url + path, { method: 'POST', headers, body })).status;
      };
      assert.equal(await send(new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json'), 400);
      const bytes = new TextEncoder().encode(json);
      for (const type of ['text/plain', '', 'application/x-www-form-urlencoded', 'application/jsonp'])
        assert.equal(await send(bytes, type), 415, type);
    });

    test('a missing or wrong token, before it reads the body', async () => {
      for (const token of [null, '', 'wrong', 'control-token'])
        assertError(await sandbox.post(path, '{', token), 401, 'X-BH-TOKEN');
    });
  });
}

describe('an invalid amount is an error and never rounded', () => {
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
      return assertErrors(...all.map((text): Case => [path, withText(path, name, text), 400, name]));
    });
});

describe('an id must be a positive JSON integer', () => {
  const ids = ['"1001"', '1001.0', '1001.5', '-1001', '0', '1e3', '99999999999999999999'];
  for (const [path, name] of [
    [CLAIM, 'merchantId'],
    [CLAIM, 'userPaymentId'],
    [TRANSFER, 'fromMerchantId'],
    [TRANSFER, 'toMerchantId'],
    [ACTIVATE, 'merchantId'],
  ] as const)
    test(`${path} ${name}`, () =>
      assertErrors(...ids.map((id): Case => [path, withText(path, name, id), 400, name])));
});

describe('values that do not fit together are an error', () => {
  for (const [title, path, change, status, words] of [
    ['a claim in another currency than its method', CLAIM, { fiat: 'ARS' }, 400, 'fiat'],
    ['a claim in a currency without claims', CLAIM, { fiat: 'BRL' }, 400, 'fiat'],
    ['a claim of more than the balance', CLAIM, { amount: '1000000.00' }, 422, 'balance'],
    ['a transfer to the sender', TRANSFER, { toMerchantId: 1001 }, 400, 'toMerchantId'],
    ['a transfer with the payment id of another currency', TRANSFER, { paymentId: 58 }, 400, 'paymentId'],
    ['a transfer in a currency without transfers', TRANSFER, { fiat: 'USD' }, 400, 'fiat'],
    ['a transfer that leaves nothing for its fee', TRANSFER, { fiatAmount: '1000000.00' }, 422, 'balance'],
    ['a channel of another currency', ACTIVATE, { fiat: 'BRL' }, 400, 'fiat'],
    ['an unknown channel', ACTIVATE, { trench: 'CLABE - NOBODY' }, 400, 'trench'],
    [
      'a callbackUri without an agreement',
      ACTIVATE,
      { callbackUri: 'https://x.example' },
      400,
      'callbackUri',
    ],
    ['an activation for a business', ACTIVATE, { merchantId: 1002 }, 422, '1002'],
  ] as const)
    test(title, () => assertErrors([path, { ...VALID[path], ...change }, status, words]));
});

test('a client that disconnects in the middle of a body logs no error', async () => {
  const consoleError = mock.method(console, 'error', () => undefined);
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname);
  const head = `POST ${CLAIM} HTTP/1.1\r\nHost: h\r\nX-BH-TOKEN: sandbox-token\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 100\r\n\r\n{"merchantId":`);
  // Once this request is answered, the server has the beginning of the body.
  await sandbox.get(PAIRS);
  socket.destroy();
  await sandbox.get(PAIRS);
  consoleError.mock.restore();
  assert.deepEqual(
    consoleError.mock.calls.map(({ arguments: [error] }) => String(error)),
    [],
  );
});
