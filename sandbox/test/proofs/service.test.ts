/**
 * On both engines, the service follows the specification. In random sequences of requests, the model of the
 * ledger predicts the values of every response, and each response has the shape of the specification.
 * Malformed requests are refused and change nothing. Where the specification is silent, the readings of
 * sandbox/README.md apply.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '../../../test/proofs/scale.js';
import { SEED } from '../../../test/seed.js';
import { listen, type Listener } from '../../src/http/listen.js';
import { ENGINES, openDb } from '../test-sandbox.js';
import type { Send } from './ledger/harness.js';
import {
  anySequence,
  createInitialState,
  runSequence,
  SequenceError,
  type InitialState,
} from './ledger/sequences.js';
import { OPERATIONS, READINGS } from './service/spec.js';
import { SERVICE_COMMANDS } from './service/commands.js';
import { Liar, ServiceCheck } from './service/service-check.js';

const SEQUENCES = cases(4, 100, 'random sequences of requests over the whole service, on each engine');
const LIES = cases(5, 200);

/** The errors that the specification names (Errors 5, Limits, and the preconditions of operations). */
const NAMED_ERRORS = [
  ...[/^404 Merchant … was not found/, /^400 Parameter paymentId … is not/, /^422 .* has no active/],
  ...[
    /^422 The balance/,
    /^400 Parameter amount/,
    /^401 /,
    /^409 Parameter clientId/,
    /^400 Parameter pageSize/,
  ],
];

const lines = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .map(([name, count]) => `${name}: ${count}`)
    .sort()
    .join('; ');

it('knows every documented interpretation of gaps in the specification', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [section = ''] = readme.split('## Where the specification is silent\n')[1]!.split('\n## ');
  const topics = [...section.matchAll(/^- \*\*(.+?)\*\*: /gm)].map(([, topic]) => topic!);
  assert.deepEqual(topics.toSorted(), READINGS.toSorted());
});

/** Sends requests over HTTP to a server that forwards them to the sandbox of the sequence. */
class HttpServer {
  #sandbox: Send | undefined;
  #listener: Listener | undefined;

  readonly between =
    (send: Send): Send =>
    async (request) => {
      this.#sandbox = send;
      const { pathname, search } = new URL(request.url);
      const body = request.method === 'GET' ? {} : { body: await request.arrayBuffer() };
      const { method, headers } = request;
      return fetch(`${this.#listener!.url}${pathname}${search}`, { method, headers, ...body });
    };

  async open(): Promise<void> {
    this.#listener = await listen((request) => this.#sandbox!(request), 0);
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }
}

for (const engine of ENGINES)
  describe(`the service on ${engine}`, () => {
    const server = new HttpServer();
    let initial: InitialState;
    before(async () => {
      await server.open();
      initial = await createInitialState(await openDb(engine));
    });
    after(async () => {
      await server.close();
      await initial.db.close();
    });

    it(`responds to ${SEQUENCES} random sequences as the specification says`, async (test) => {
      const check = new ServiceCheck();
      const run = anySequence(
        (commands) =>
          runSequence(initial, commands, new Map(), (send) => check.between(server.between(send))),
        undefined,
        SERVICE_COMMANDS,
      );
      await fc.assert(run, { numRuns: SEQUENCES });
      test.diagnostic(`${check.sent} requests to ${check.operations.size} operations, 0 deviations`);
      for (const counts of [check.operations, check.kinds, check.statuses]) test.diagnostic(lines(counts));
      if (check.sent < 2_000) return;
      const thin = Object.keys(OPERATIONS).filter((name) => (check.operations.get(name) ?? 0) < 100);
      const absent = NAMED_ERRORS.filter((error) => ![...check.errors].some((each) => error.test(each)));
      assert.deepEqual([thin, absent], [[], []]);
    });

    it('is reported if it alters one member of one response', async (test) => {
      const missed: string[] = [];
      let lies = 0;
      const run = anySequence(async (commands) => {
        const liar = new Liar(SEED + lies);
        const between = (send: Parameters<Liar['between']>[0]) =>
          new ServiceCheck().between(liar.between(send));
        const error: unknown = await runSequence(initial, commands, new Map(), between).catch(
          (e: unknown) => e,
        );
        if (error !== undefined && !(error instanceof SequenceError)) throw error;
        if (liar.lie !== undefined) lies++;
        if (liar.lie !== undefined && error === undefined) missed.push(liar.lie);
      });
      await fc.assert(run, { numRuns: LIES });
      test.diagnostic(`${lies - missed.length} of ${lies} altered responses are called deviations`);
      assert.ok(missed.length <= lies * 0.1, missed.slice(0, 10).join('\n'));
    });
  });
