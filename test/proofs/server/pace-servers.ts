/**
 * SECURITY.md P41 and P42 with real servers: three copies of the kit on one PostgreSQL, and a thousand pages
 * that poll over HTTP. Only for a soak: it takes five minutes and the whole machine. pace.test.ts and
 * outages.test.ts are the samples.
 */
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { flowPage, pix } from '../../server/fake-api.js';
import { listening } from '../../server/loopback.js';
import { isSoak } from '../scale.js';
import { createDatabase, KitProcess } from './kit-process.js';
import { assertPace, mostWithin, quantile, type FlowRequest } from './pace.js';

const COPIES = 3;
/** How often a page polls, in milliseconds. */
const INTERVAL = 2_000;
/** How many slips are opened at the same time. */
const WIDTH = 20;
/** A poll that took longer than this waited for a reading, which takes a second at most. */
const WAITED = 900;
const MINUTE = 60_000;
/** Seconds over which the pace is measured: a process that stalls sends its allowed requests later. */
const WINDOW = 60;

/** An API that records the requests for deposits, and has no deposits. */
class Api {
  readonly requests: FlowRequest[] = [];
  /** Whether requests for deposits get no response. */
  isHanging = false;
  #codes = 0;
  readonly server = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url!, 'http://api.example');
    if (pathname.endsWith('/flows')) this.#respond(searchParams.get('merchantId')!, response);
    else send(response, pix(String((this.#codes += 1))));
  });

  #respond(merchant: string, response: ServerResponse): void {
    this.requests.push({ merchant, at: performance.now() });
    if (!this.isHanging) void setTimeout(20 + 30 * Math.random()).then(() => send(response, flowPage()));
  }
}

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

interface Page {
  readonly cookie: string;
  readonly arrival: string;
}

/** A crowd that has polled: its requests for deposits, and the milliseconds that its polls took. */
interface Outcome {
  readonly requests: readonly FlowRequest[];
  readonly times: readonly number[];
  readonly begin: number;
  readonly end: number;
}

describe('three servers', { skip: isSoak ? false : 'soak only' }, () => {
  const api = new Api();
  let copies: readonly KitProcess[] = [];
  let stop = async (): Promise<void> => undefined;
  before(async () => {
    const [apiUrl, database] = [await listening(api.server), await createDatabase()];
    const env = { API_URL: apiUrl, API_TOKEN: 'a-token', DATABASE_URL: database.url };
    copies = await Promise.all(Array.from({ length: COPIES }, () => KitProcess.start(env)));
    stop = async () => {
      await Promise.all(copies.map((copy) => copy.kill()));
      api.server.closeAllConnections();
      api.server.close();
      await database.pool.end();
    };
  });
  after(() => stop());

  const anyCopy = (): KitProcess => copies[Math.floor(Math.random() * copies.length)]!;

  /** Opens pages of orders, each for the next merchant. */
  async function open(name: string, count: number, merchants: number): Promise<readonly Page[]> {
    const pages: Page[] = [];
    const lane = async (first: number): Promise<void> => {
      for (let at = first; at < count; at += WIDTH) {
        const cookie = `${name}-${at} ${name.length}${1_000 + (at % merchants)} 10.00`;
        const response = await anyCopy().send(cookie);
        assert.equal(response.status, 200);
        const { arrival } = (await response.json()) as { arrival: string };
        pages.push({ cookie, arrival });
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, (_, first) => lane(first)));
    return pages;
  }

  /** Lets pages poll for some time, each at a random copy. */
  async function poll(pages: readonly Page[], seconds: number): Promise<Outcome> {
    const begin = performance.now();
    const end = begin + seconds * 1_000;
    const times: number[] = [];
    const pollPage = async ({ cookie, arrival }: Page): Promise<void> => {
      await setTimeout(Math.random() * INTERVAL);
      while (performance.now() < end) {
        const start = performance.now();
        const response = await anyCopy().send(cookie, `?arrival=${arrival}`);
        await response.arrayBuffer();
        times.push(performance.now() - start);
        assert.equal(response.status, 200);
        await setTimeout(Math.max(0, INTERVAL - (performance.now() - start)));
      }
    };
    await Promise.all(pages.map(pollPage));
    return { requests: api.requests.filter(({ at }) => at >= begin && at < end), times, begin, end };
  }

  function print(test: TestContext, what: string, { requests, times }: Outcome): void {
    const of = (share: number): string => quantile(times, share).toFixed(0);
    test.diagnostic(
      `${what}: ${requests.length} requests; ${times.length} polls in ${of(0.5)} / ${of(0.99)} ms (p50 / p99)`,
    );
  }

  it('request the deposits of one merchant once a second, for a thousand pages', async (test) => {
    const outcome = await poll(await open('one', 1_000, 1), 60);
    print(test, 'one merchant, 1,000 pages', outcome);
    assertPace(outcome.requests, WINDOW);
    assert.ok(outcome.requests.length >= 30);
  });

  it('request the deposits of a thousand merchants ten times a second, and those of each within 120 seconds', async (test) => {
    const merchants = 1_000;
    const outcome = await poll(await open('many', merchants, merchants), 125);
    print(test, '1,000 merchants', outcome);
    assertPace(outcome.requests, WINDOW);
    const last = new Map<string, number>();
    let longest = 0;
    for (const { merchant, at } of outcome.requests) {
      longest = Math.max(longest, at - (last.get(merchant) ?? outcome.begin));
      last.set(merchant, at);
    }
    assert.equal(last.size, merchants);
    for (const at of last.values()) longest = Math.max(longest, outcome.end - at);
    test.diagnostic(`the longest that a merchant was not read: ${(longest / 1_000).toFixed(1)} s`);
    assert.ok(longest <= 120_000);
  });

  it('leave an API alone that never responds, and respond within 50 ms to polls that need no reading', async (test) => {
    const pages = await open('hangs', 200, 4);
    const answeredIn = ({ times }: Outcome): number =>
      quantile(
        times.filter((time) => time < WAITED),
        0.99,
      );
    const usual = answeredIn(await poll(pages, 30));
    api.isHanging = true;
    const outcome = await poll(pages, 90);
    api.isHanging = false;
    const { requests, times } = outcome;
    for (const merchant of new Set(requests.map((each) => each.merchant))) {
      const own = requests.filter((each) => each.merchant === merchant).map(({ at }) => at);
      const most = mostWithin(MINUTE, own);
      assert.ok(most <= 10, `${most} requests for merchant ${merchant} in a minute`);
    }
    print(test, '200 pages, hanging API', outcome);
    const took = answeredIn(outcome);
    test.diagnostic(
      `polls that need no reading: ${took.toFixed(0)} ms (p99); while the API works: ${usual.toFixed(0)} ms`,
    );
    assert.ok(
      times.filter((time) => time >= WAITED).length <= requests.length,
      'a poll waits if it makes the kit read',
    );
    // A machine that does other work at the same time misses the promised times, whatever the API does.
    assert.ok(took <= Math.max(50, 1.2 * usual));
  });
});
