/**
 * The sandbox refuses every malformed request with a message that says what is wrong, and changes nothing.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, mock, test } from 'node:test';
import { malformed } from './proofs/service/malformed.js';
import { OPERATIONS } from './proofs/service/spec.js';
import { BODIES, OPERATION_EXAMPLES, PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

/** All flows and virtual accounts. */
async function recordedState(): Promise<readonly string[]> {
  const lists = [
    sandbox.get(PATHS.flows, { pageSize: 1000 }),
    sandbox.get(PATHS.virtual, 'merchantId=1001&paymentId=105&fiat=MXN'),
  ];
  return (await Promise.all(lists)).map(({ text }) => text);
}

describe('a malformed request is refused and changes nothing', () => {
  for (const [name, { body, query }] of Object.entries(OPERATION_EXAMPLES))
    test(name, async () => {
      const before = await recordedState();
      const call = {
        ...{ operation: OPERATIONS[name]!, token: 'sandbox-token' },
        params: (body ?? query) as Readonly<Record<string, unknown>>,
      };
      for (const form of malformed(name, call)) {
        const { kind, status, names, request } = form();
        const title = `${kind}: ${request.method} ${request.url.slice(0, 300)}`;
        const response = await sandbox.pass(request);
        assert.equal(response.status, status, `${title}: ${response.text}`);
        assertError(response, status);
        if (status === 405) assert.equal(response.headers.get('allow'), call.operation.method, title);
        assert.ok(
          names.some((each) => response.body.msg.includes(each)),
          `${title}: ${response.body.msg} names ${names.join()}`,
        );
      }
      assert.deepEqual(await recordedState(), before);
    });
});

test('the token is checked before anything else', async () => {
  for (const token of [null, '', 'wrong', 'control-token', 'sandbox-token2'])
    for (const [path, query] of [
      [PATHS.details, 'merchantId=1001&paymentId=105&fiat=MXN'],
      [PATHS.details, 'nonsense=1&nonsense=2'],
      ['/v2/no/such/route', ''],
    ] as const)
      assertError(await sandbox.get(path, query, token), 401);
  assertError(await sandbox.get('/nothing', {}, null), 404);
});

describe('incompatible values are an error', () => {
  for (const [title, path, body, status, words] of [
    [
      'a claim in another currency than its method',
      PATHS.claim,
      { ...BODIES.claim, fiat: 'ARS' },
      400,
      'fiat',
    ],
    [
      'a claim of all, which leaves no fee',
      PATHS.claim,
      { ...BODIES.claim, amount: '1000000.00' },
      422,
      'balance',
    ],
    [
      ...['a transfer of all, which leaves no fee', PATHS.transfer],
      ...[{ ...BODIES.transfer, fiatAmount: '1000000.00' }, 422, 'balance'],
    ],
    ['an activation for a business', PATHS.activate, { ...BODIES.clabe, merchantId: 1002 }, 422, '1002'],
  ] as readonly (readonly [title: string, path: string, body: object, status: number, words: string])[])
    test(title, async () => {
      const before = await recordedState();
      assertError(await sandbox.post(path, body), status, words);
      assert.deepEqual(await recordedState(), before);
    });
});

test('the connection is closed after a body that is too large, because its rest would hide the next request', async () => {
  const { status, headers } = await sandbox.post(PATHS.claim, { ...BODIES.claim, extra: 'x'.repeat(70_000) });
  assert.deepEqual([status, headers.get('connection')], [413, 'close']);
});

test('a client that disconnects in the middle of a body logs no error', async () => {
  const consoleError = mock.method(console, 'error', () => undefined);
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname);
  const head = `POST ${PATHS.claim} HTTP/1.1\r\nHost: h\r\nX-BH-TOKEN: sandbox-token\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 100\r\n\r\n{"merchantId":`);
  // When this request is answered, the server has received the beginning of the body.
  await sandbox.get(PATHS.pairs);
  socket.destroy();
  await sandbox.get(PATHS.pairs);
  consoleError.mock.restore();
  assert.deepEqual(
    consoleError.mock.calls.map(({ arguments: [error] }) => String(error)),
    [],
  );
});
