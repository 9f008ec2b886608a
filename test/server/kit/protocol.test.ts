/**
 * The requests and responses of the element in each released version (docs/versions.md, Page and server
 * together). `test/fixtures/protocol` has them, and the responses of the current kit must have at least the
 * same content. `RECORD_PROTOCOL=1` records those of the current version, once.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { DepositKitOptions, Grant } from 'deposit-slip/kit';
import { slipQuery } from '../../../src/widget/deposit-slip/query.js';
import { ROOT } from '../../root.js';
import { later, SECOND, useClock } from '../clock.js';
import { PIX_TX, fakeApi, flowPage, PERU, pixFlow, type FakeApi } from '../fake-api.js';
import { PERU_GRANT, PIX_GRANT, shop } from '../shop.js';

/**
 * A request as a query, in which `{arrival}`, `{next}` and `{visit}` stand for values from the kit, and its
 * response.
 */
interface Exchange {
  readonly request: string;
  readonly status: number;
  /** Headers of the response that the element reads. */
  readonly headers: readonly string[];
  readonly body: unknown;
}

/** Placeholders for a time, and for a text that differs each time or that only people read. */
const [TEXT, TIME] = ['{text}', '{time}'];
const OPAQUE = ['id', 'requestId', 'arrival', 'next', 'msg'];
const TIMES = ['createTime', 'checked'];
const HEADERS = ['Retry-After'];

const FOLDER = join(ROOT, 'test/fixtures/protocol');
const query = (values: Readonly<Record<string, string | undefined>>): string => {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined) as [string, string][];
  return decodeURIComponent(`?${new URLSearchParams(kept)}`);
};
const slip = (paymentId?: number, more: { refresh?: true } = {}) =>
  slipQuery({ paymentId, ...more }, undefined);
const amount = (text: string) =>
  slipQuery({ paymentId: 95, amount: text }, { paymentId: 95, fiat: 'PEN', amount: 'required' });
const arrival = { arrival: '{arrival}' };
const history = { history: '1' };

const ORDER: Grant = { ...PIX_GRANT, amount: '150.00' };
const WALLET: Grant = { ...PIX_GRANT, id: 'wallet', ownAccount: true };

interface Scenario {
  readonly grant: Grant | null;
  readonly options?: Partial<DepositKitOptions>;
  readonly api?: () => FakeApi;
  /** Runs before a request, by the position of the request. */
  readonly before?: Readonly<Record<number, (api: FakeApi) => void>>;
  /** The requests that the element sends, which are recorded. */
  readonly requests: readonly Readonly<Record<string, string | undefined>>[];
}

const arrives =
  (changed: string, txId = PIX_TX) =>
  (api: FakeApi) => {
    later(SECOND);
    api.script({ flows: pixFlow(txId, changed) });
  };

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a choice of methods': {
    grant: { ...PIX_GRANT, methods: [...PIX_GRANT.methods, { paymentId: 105, fiat: 'MXN' }] },
    requests: [slip(), slip(90), slip()],
  },
  'an order that is paid': {
    grant: ORDER,
    before: { 2: () => later(SECOND), 3: arrives('150.00'), 4: () => later(SECOND) },
    requests: [slip(90), slip(90, { refresh: true }), arrival, arrival, slip(90)],
  },
  'an order of which a part came': {
    grant: ORDER,
    before: { 1: arrives('50.00'), 2: () => later(SECOND) },
    requests: [slip(90), arrival, slip(90)],
  },
  'an amount of the payer': {
    grant: PERU_GRANT,
    api: () => fakeApi({ slip: PERU }),
    requests: [amount('150.00'), slip(95)],
  },
  'a history': {
    grant: WALLET,
    before: {
      1: (api) => {
        later(SECOND);
        const records = Array.from({ length: 30 }, (_, at) => ({ id: at + 1, txId: PIX_TX, extId: PIX_TX }));
        api.script({ flows: flowPage(...records) });
      },
    },
    requests: [slip(90), history, { ...history, before: '{next}' }],
  },
  'a visitor that the shop does not know': { grant: null, requests: [slip(90), history] },
  'a method that is not granted': { grant: PIX_GRANT, requests: [slip(105)] },
  'an API that is away': {
    grant: PIX_GRANT,
    api: () => fakeApi({ slip: new Error('away') }),
    requests: [slip(90)],
  },
};

/** Sends the current kit the requests of a scenario. */
async function converse(
  { grant, options, api, before = {} }: Scenario,
  requests: readonly string[],
): Promise<Exchange[]> {
  const made = shop({ grant, ...(api && { api: api() }), ...options });
  const exchanges: Exchange[] = [];
  const known: Record<string, string> = {};
  for (const [at, request] of requests.entries()) {
    before[at]?.(made.api);
    const filled = request.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '');
    const { status, headers, body } = await made.send(filled);
    const { next } = (body.data ?? {}) as { next?: string };
    Object.assign(known, body.arrival && { arrival: body.arrival }, next && { next });
    exchanges.push({ request, status, headers: HEADERS.filter((name) => headers.has(name)), body });
  }
  return exchanges;
}

/** A body with a placeholder for each text and time that differs from run to run. */
const recorded = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) => {
      if (OPAQUE.includes(name) && typeof value === 'string') return TEXT;
      return TIMES.includes(name) && typeof value === 'number' ? TIME : value;
    }),
  );

/** The paths at which a response lacks what was recorded, or has something else. New members are allowed. */
function lackingIn(present: unknown, former: unknown, path = ''): string[] {
  if (former === TEXT) return typeof present === 'string' && present !== '' ? [] : [path];
  if (former === TIME) return Number.isSafeInteger(present) ? [] : [path];
  if (typeof former !== 'object' || former === null) return present === former ? [] : [path];
  if (typeof present !== 'object' || present === null || Array.isArray(present) !== Array.isArray(former))
    return [path];
  if (Array.isArray(former) && former.length !== (present as unknown[]).length) return [path];
  return Object.entries(former).flatMap(([name, value]) =>
    lackingIn((present as Record<string, unknown>)[name], value, `${path}/${name}`),
  );
}

type Recording = Readonly<Record<string, readonly Exchange[]>>;

/** JSON with one exchange per line. */
function linesOf(recording: Recording): string {
  const scenarios = Object.entries(recording).map(
    ([name, exchanges]) =>
      `${JSON.stringify(name)}: [\n${exchanges.map((each) => JSON.stringify(each)).join(',\n')}\n]`,
  );
  return `{\n${scenarios.join(',\n')}\n}\n`;
}

if (process.env['RECORD_PROTOCOL'] === '1')
  describe('the protocol of the current version', () => {
    useClock();
    it('is recorded', async () => {
      const recording: Record<string, Exchange[]> = {};
      for (const [name, scenario] of Object.entries(SCENARIOS)) {
        const exchanges = await converse(scenario, scenario.requests.map(query));
        recording[name] = exchanges.map((each) => ({ ...each, body: recorded(each.body) }));
      }
      const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(join(FOLDER, `${version}.json`), linesOf(recording), {
        flag: 'wx',
      });
    });
  });

for (const file of readdirSync(FOLDER)) {
  const recording = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Recording;
  describe(`the kit responds to the element of ${file.replace('.json', '')}`, () => {
    useClock();

    for (const [name, exchanges] of Object.entries(recording))
      it(`in ${name}`, async () => {
        const answers = await converse(
          SCENARIOS[name]!,
          exchanges.map(({ request }) => request),
        );
        for (const [at, { request, status, headers, body }] of exchanges.entries()) {
          const answer = answers[at]!;
          assert.deepEqual([answer.status, answer.headers], [status, headers], request);
          assert.deepEqual(lackingIn(answer.body, body), [], `${request}: ${JSON.stringify(answer.body)}`);
        }
      });
  });
}
