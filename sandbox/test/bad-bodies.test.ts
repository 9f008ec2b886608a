import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, mock, test } from 'node:test';
import { BODIES, PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

type Operation = 'claim' | 'transfer' | 'activate';

const VALID: Readonly<Record<Operation, object>> = {
  claim: BODIES.claim,
  transfer: { ...BODIES.transfer, fiat: 'BRL', paymentId: 90 },
  activate: BODIES.clabe,
};

/** All flows and virtual accounts, which an invalid request must not change. */
async function recordedState(): Promise<readonly string[]> {
  const lists = [
    sandbox.get(PATHS.flows, { pageSize: 1000 }),
    sandbox.get(PATHS.virtual, 'merchantId=1001&paymentId=105&fiat=MXN'),
  ];
  return (await Promise.all(lists)).map(({ text }) => text);
}

/**
 * Asserts that each body is an error whose message has these words, and that all of them together changed
 * nothing.
 */
async function assertErrors(
  operation: Operation,
  words: string,
  bodies: readonly (object | string)[],
  status = 400,
): Promise<void> {
  const before = await recordedState();
  for (const body of bodies) assertError(await sandbox.post(PATHS[operation], body), status, words);
  assert.deepEqual(await recordedState(), before);
}

/** Valid bodies in which one member is each of these JSON texts. */
function withTexts(operation: Operation, name: string, texts: readonly string[]): string[] {
  const body = JSON.stringify({ ...VALID[operation], [name]: '$' });
  return texts.map((text) => body.replace('"$"', () => text));
}

for (const [operation, valid] of Object.entries(VALID) as [Operation, object][]) {
  const path = PATHS[operation];
  const json = JSON.stringify(valid);
  describe(`POST ${path} rejects`, () => {
    for (const name of Object.keys(valid)) {
      const isOptional = operation === 'claim' && name === 'clientId';
      if (!isOptional)
        test(`a body without ${name}`, () =>
          assertErrors(operation, name, [{ ...valid, [name]: undefined }]));

      test(`${name} of a wrong type`, () => {
        const values = [null, true, [], [1], {}, '', ' ', '1 OR 1=1', '\u0000'];
        return assertErrors(
          operation,
          name,
          values.map((value) => ({ ...valid, [name]: value })),
        );
      });
    }

    test('an unknown or repeated member, and a query', async () => {
      const [name, value] = Object.entries(valid)[0]!;
      const twice = (first: unknown) => `{"${name}":${JSON.stringify(first)},${json.slice(1)}`;
      await assertErrors(operation, 'extra', [{ ...valid, extra: 1 }]);
      await assertErrors(operation, '__proto__', [`{"__proto__":1,${json.slice(1)}`]);
      await assertErrors(operation, 'member', [twice(value)]);
      await assertErrors(operation, 'JSON', [twice(99)]);
      assertError(await sandbox.post(`${path}?dry=1`, valid), 400, 'dry');
    });

    test('anything but a JSON object', () =>
      assertErrors(operation, 'body', [
        ...['', '{', 'null', '[]', '"text"', '1', `${json}x`, '{"a":1,}', '{a:1}'],
        '['.repeat(30_000),
      ]));

    test('a body that is too large, not UTF-8, or of another content type', async () => {
      const large = { ...valid, extra: 'x'.repeat(70_000) };
      await assertErrors(operation, 'body', [large], 413);
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
    ...['0', '0.00', '-1', '+1', '1.', '.5', '01', '1e3', '1,5', '1 000', '0x10', 'NaN', 'Infinity'],
    ...['٣', '１', '0.001', '1.005', '10.000', '1000000000000000', '9999999999999999999999'],
  ];
  const numbers = ['0', '-5', '1e3', '0.005', '1.0000000000000000000000001', '1E400', '-0', '10.000'];
  const amounts = [...texts.map((text) => JSON.stringify(text)), ...numbers];
  for (const [operation, name] of [
    ['claim', 'amount'],
    ['transfer', 'fiatAmount'],
  ] as const)
    test(name, () => assertErrors(operation, name, withTexts(operation, name, amounts)));
});

describe('an id must be a positive JSON integer', () => {
  const ids = ['"1001"', '1001.0', '1001.5', '-1001', '0', '1e3', '99999999999999999999'];
  for (const [operation, name] of [
    ['claim', 'merchantId'],
    ['claim', 'userPaymentId'],
    ['transfer', 'fromMerchantId'],
    ['transfer', 'toMerchantId'],
    ['activate', 'merchantId'],
  ] as const)
    test(`${operation}: ${name}`, () => assertErrors(operation, name, withTexts(operation, name, ids)));
});

describe('values that do not fit together are an error', () => {
  for (const [title, operation, change, status, words] of [
    ['a claim in another currency than its method', 'claim', { fiat: 'ARS' }, 400, 'fiat'],
    ['a claim in a currency without claims', 'claim', { fiat: 'BRL' }, 400, 'fiat'],
    ['a claim of more than the balance', 'claim', { amount: '1000000.00' }, 422, 'balance'],
    ['a transfer to the sender', 'transfer', { toMerchantId: 1001 }, 400, 'toMerchantId'],
    ['a transfer with the payment id of another currency', 'transfer', { paymentId: 58 }, 400, 'paymentId'],
    ['a transfer in a currency without transfers', 'transfer', { fiat: 'USD' }, 400, 'fiat'],
    ['a transfer that leaves nothing for its fee', 'transfer', { fiatAmount: '1000000.00' }, 422, 'balance'],
    ['a channel of another currency', 'activate', { fiat: 'BRL' }, 400, 'fiat'],
    ['an unknown channel', 'activate', { trench: 'CLABE - NOBODY' }, 400, 'trench'],
    ['an unknown field', 'activate', { fieldList: { alias: 'new', extra: 'x' } }, 400, 'fieldList.extra'],
    ['an unneeded callbackUri', 'activate', { callbackUri: 'https://x.example' }, 400, 'callbackUri'],
    ['an activation for a business', 'activate', { merchantId: 1002 }, 422, '1002'],
  ] as const)
    test(title, () => assertErrors(operation, words, [{ ...VALID[operation], ...change }], status));
});

test('a client that disconnects in the middle of a body logs no error', async () => {
  const consoleError = mock.method(console, 'error', () => undefined);
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname);
  const head = `POST ${PATHS.claim} HTTP/1.1\r\nHost: h\r\nX-BH-TOKEN: sandbox-token\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 100\r\n\r\n{"merchantId":`);
  // Once this request is answered, the server has the beginning of the body.
  await sandbox.get(PATHS.pairs);
  socket.destroy();
  await sandbox.get(PATHS.pairs);
  consoleError.mock.restore();
  assert.deepEqual(
    consoleError.mock.calls.map(({ arguments: [error] }) => String(error)),
    [],
  );
});
