/**
 * SECURITY.md P17: the token, the kit's secret and its keys never appear in anything that is sent, logged,
 * printed or thrown.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createDepositKit, createDepositSession, StoreError } from 'deposit-slip/kit';
import { readOptions } from '../../../src/server/kit/options.js';
import type { Fault } from '../../faults/fault.js';
import { startFaultProxy } from '../../faults/proxy.js';
import { FAULTS } from '../../faults/table.js';
import { fakeApi, pix } from '../../server/fake-api.js';
import { withLoopback } from '../../server/loopback.js';
import { sampleOf } from '../scale.js';
import {
  ANSWERS,
  GRANT,
  HIDDEN,
  QUERIES,
  ROTATING,
  SECRET,
  SECRETS,
  SESSION_KEY,
  SIGNING_KEY,
  TOKEN,
  assertFree,
  emptyTrail,
  everyFlow,
  record,
  kitWith,
  requestsOf,
} from './trail.js';

/** Every textual form of a value, with the causes of errors. */
function printsOf(value: unknown): readonly string[] {
  const prints = [inspect(value, { depth: Infinity, showHidden: true }), JSON.stringify(value) ?? ''];
  if (!(value instanceof Error)) return prints;
  return [...prints, value.message, value.stack ?? '', ...printsOf(value.cause ?? '')];
}

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  assert.fail('nothing was thrown');
}

describe('the secrets of a kit', () => {
  it('appear in no byte that it sends in any flow, even if the API repeats them everywhere', async () => {
    const { sent } = await everyFlow();
    assert.ok(sent.length > ANSWERS.length * QUERIES.length * 5, String(sent.length));
    assert.ok(sent.some((bytes) => bytes.startsWith('200') && bytes.includes('Pix Key')));
    assertFree(sent, [...HIDDEN, 'canary']);
  });

  it(
    'appear in no byte that it sends and no line that it logs under any network fault',
    { timeout: 120_000 },
    async () => {
      const trail = emptyTrail();
      const request = await requestsOf(false);
      const run = async (url: string, fault: Fault): Promise<void> => {
        const proxy = await startFaultProxy(url, fault);
        try {
          const kit = kitWith(trail, { baseUrl: proxy.url, timeout: 400 });
          await record(trail, kit, request('?paymentId=90'));
        } finally {
          await proxy.close();
        }
      };
      await withLoopback(
        (incoming, outgoing) => {
          const echo = JSON.stringify(`${incoming.url} ${JSON.stringify(incoming.headers)}`);
          outgoing
            .writeHead(200, {
              'content-type': 'application/json',
              'x-echo': incoming.headers['x-bh-token'] ?? '',
            })
            .end(pix().replace('"code":200', `"echo":${echo},"code":200`));
        },
        async (url) => {
          const faults = [...sampleOf(FAULTS, 32)];
          const worker = async (): Promise<void> => {
            for (let fault = faults.pop(); fault; fault = faults.pop()) await run(url, fault);
          };
          await Promise.all(Array.from({ length: 8 }, worker));
        },
      );
      assert.ok(trail.sent.length >= 32);
      assertFree(trail.sent, [...HIDDEN, 'canary']);
      assertFree(
        trail.logged.map((line) => inspect(line)),
        [...HIDDEN, 'canary'],
      );
    },
  );

  it('appear in no error, however it is printed', async () => {
    const invalid = { ...GRANT, id: '', amount: TOKEN };
    const attempts = [
      () =>
        createDepositKit({
          baseUrl: `https://${TOKEN}:x@a.example`,
          token: `${TOKEN}\n`,
          authorize: () => null,
        }),
      () =>
        createDepositKit({
          baseUrl: TOKEN,
          token: `${TOKEN} x`,
          secret: SECRET.slice(0, 20),
          session: SESSION_KEY.slice(0, 20),
          allowedOrigins: [TOKEN],
        }),
      () =>
        createDepositKit({
          baseUrl: TOKEN,
          token: { [TOKEN]: TOKEN } as never,
          secret: [SECRET, SECRET.slice(0, 20)],
          session: [SESSION_KEY, SESSION_KEY.slice(0, 20)],
        }),
      () => createDepositSession(SESSION_KEY.slice(0, 20), invalid, { expiresIn: '0m' }),
      () => createDepositSession(SIGNING_KEY.slice(1), GRANT),
      () => createDepositSession(SESSION_KEY, { ...GRANT, methods: Array(200).fill(GRANT.methods[0]) }),
    ];
    const errors = [
      ...(await Promise.all(attempts.map(thrownBy))),
      // Only the merchant's hook receives the errors of the merchant's own database, so they keep their text.
      ...(await everyFlow()).causes.filter(
        (cause) => cause instanceof Error && !(cause instanceof StoreError),
      ),
    ];
    assert.ok(errors.length > 100);
    for (const error of errors) assert.ok(error instanceof Error);
    assertFree(errors.flatMap(printsOf), [
      ...HIDDEN,
      SECRET.slice(0, 20),
      SESSION_KEY.slice(0, 20),
      'canary',
    ]);
  });

  it('do not appear when the kit, its functions or its settings are printed', async () => {
    const fetch = fakeApi().fetch;
    const rest = {
      baseUrl: 'https://api.example.com',
      token: TOKEN,
      secret: SECRET,
      fetch,
    };
    const { session, ...lists } = ROTATING;
    for (const change of [
      { authorize: () => null },
      { session: SESSION_KEY },
      { authorize: () => null, ...lists },
      { session, ...lists, token: () => TOKEN },
    ]) {
      const options = { ...rest, ...change };
      assertFree([createDepositKit(options), createDepositSession].flatMap(printsOf), SECRETS);
      const settings = readOptions(options);
      await settings.tokens.of('1');
      assertFree(
        [inspect(settings, { depth: Infinity }), JSON.stringify(settings), inspect({ ...settings })],
        SECRETS,
      );
    }
  });
});
