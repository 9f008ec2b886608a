/** Which deposits are read, how far back, and how often. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore } from 'deposit-slip/kit';
import { DAY, HOUR, later, MINUTE, NOW, pass, resultOf, SECOND, until, useClock } from '../../clock.js';
import { fakeApi, flowPage, json, type Call } from '../../fake-api.js';
import { flowList, type FlowRecord } from '../../flow-list.js';
import { anySlip, bench, following, ORDER, OWN } from './bench.js';

const paramOf = ({ url }: Call, name: string): number => Number(url.searchParams.get(name));
const fill = (count: number, record: (at: number) => object): FlowRecord[] =>
  Array.from({ length: count }, (_, at) => ({ id: 1_000 + at, createTime: Date.now(), ...record(at) }));

describe('the deposits of a merchant', () => {
  useClock({ timers: true });

  it('are requested for the merchant, of all currencies and codes, from five minutes before the last reading', async () => {
    const { api, open, tick } = bench();
    await open();
    for (const wait of [MINUTE, 10 * MINUTE]) await tick(wait);
    const [first, second] = api.flows();
    const common = { merchantId: '7001', flowType: 'DEPOSIT', currentPage: '1', pageSize: '250' };
    for (const [call, from] of [
      [first!, NOW],
      [second!, NOW + MINUTE],
    ] as const)
      assert.deepEqual(Object.fromEntries(call.url.searchParams), {
        ...common,
        startTime: String(from - 5 * MINUTE - 1),
      });
  });

  it('are found at the next reading if they become visible five minutes late', async () => {
    const { open, pay, tick, lines } = bench();
    const { txId } = await open();
    await tick(HOUR);
    pay('1.00', { txId, createTime: Date.now() - 5 * MINUTE });
    await tick(MINUTE);
    assert.deepEqual(lines(), ['deposit order-1 1.00: part 1.00']);
  });

  it('are found within an hour if they become visible up to a day late, and not if later', async () => {
    for (const [late, isFound] of [
      [6 * MINUTE, true],
      [22 * HOUR, true],
      [24 * HOUR, false],
    ] as const) {
      const { open, pay, tick, lines } = bench();
      const { txId } = await open();
      for (let hour = 0; hour < 25; hour += 1) await tick(HOUR);
      pay('1.00', { txId, createTime: Date.now() - late });
      await tick(MINUTE);
      assert.deepEqual(lines(), [], 'not at the next look');
      for (let hour = 0; hour < 2; hour += 1) await tick(HOUR);
      assert.equal(lines().length, isFound ? 1 : 0, `${late / MINUTE} minutes late`);
    }
  });

  it('are read by the clock of the API, if it is behind ours', async () => {
    const behind = 9 * MINUTE;
    const flows: FlowRecord[] = [];
    const date = () => new Date(Date.now() - behind).toUTCString();
    const api = fakeApi({
      slip: (url) => json(anySlip()(url), { headers: { date: date() } }),
      flows: (url) => json(flowList(flows)(url), { headers: { date: date() } }),
    });
    const { open, tick, lines } = bench({ api });
    const { txId } = await open();
    for (let look = 0; look < 3; look += 1) await tick(MINUTE);
    flows.push({ id: 1, txId, changed: '4.00', createTime: Date.now() - behind });
    await tick(MINUTE);
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00']);
  });

  for (const order of ['newest', 'oldest'] as const)
    it(`are read page by page, one request a second, each deposit once: the ${order} first`, async () => {
      const flows: FlowRecord[] = [];
      const listed = (url: URL): string => {
        if (order === 'newest') return flowList(flows)(url);
        const page = Number(url.searchParams.get('currentPage'));
        return flowPage(...flows.slice((page - 1) * 250, page * 250));
      };
      const times: number[] = [];
      const api = fakeApi({ slip: anySlip(), flows: (url) => (times.push(Date.now()), listed(url)) });
      const { kit, open, told } = bench({ api, grants: [{ ...ORDER, amount: '600.00' }] });
      const { txId } = await open();
      flows.push(...fill(600, (at) => ({ txId, changed: '1.00', createTime: NOW + at })));
      later(10 * SECOND);
      await resultOf(kit.tick());
      assert.deepEqual(
        api.flows().map((call) => paramOf(call, 'currentPage')),
        [1, 2, 3],
      );
      for (const [at, time] of times.entries()) if (at > 0) assert.ok(time - times[at - 1]! >= SECOND);
      assert.equal(told.filter(({ name }) => name === 'deposit').length, 600);
      assert.equal(new Set(told.map(({ deposit, id }) => deposit?.flowId ?? id)).size, 601);
    });

  it('are all read even if others arrive between two pages', async () => {
    const flows: FlowRecord[] = [];
    const api = fakeApi({
      slip: anySlip(),
      flows: (url) => {
        const page = flowList(flows)(url);
        const id = 5_000 + flows.length;
        flows.push({ id, txId: '1', changed: '1.00', createTime: Date.now() + 1 });
        return page;
      },
    });
    const { open, tick, told } = bench({ api, grants: [{ ...ORDER, amount: '1000.00' }] });
    await open();
    flows.push(...fill(400, () => ({ txId: '1', changed: '1.00' })));
    await tick(10 * SECOND);
    const count = flows.length - 1;
    await tick(10 * SECOND);
    const ids = told.flatMap(({ deposit }) => deposit?.flowId ?? []);
    assert.ok(ids.length >= count && new Set(ids).size === ids.length);
  });
  it('are all read if the API ignores a filter, even if whole pages belong to others', async () => {
    const flows: FlowRecord[] = [];
    const api = fakeApi({
      slip: anySlip(),
      flows: ({ searchParams }) => {
        const page = Number(searchParams.get('currentPage'));
        return flowPage(...flows.slice((page - 1) * 250, page * 250));
      },
    });
    const { kit, open, tick, lines } = bench({ api });
    const { txId } = await open();
    const others = [
      { flowType: 'WITHDRAW', changed: '-1.00' },
      { merchantId: 7002 },
      { createTime: NOW - DAY },
    ];
    flows.push(...fill(600, (at) => ({ txId, ...others[at % 3] })));
    flows.push({ id: 1, txId, changed: '4.00', createTime: NOW + 1 });
    await tick(10 * SECOND);
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00']);
    assert.equal((await kit.health()).merchants[0]!.failure, undefined);
  });

  it('are read no further if the API repeats a page', async () => {
    const flows = fill(250, () => ({ changed: '1.00', txId: '99', createTime: NOW }));
    const api = fakeApi({ slip: anySlip(), flows: flowPage(...flows) });
    const { kit, open, tick, errors } = bench({ api });
    await open();
    await tick(10 * SECOND);
    assert.equal(api.flows().length, 2);
    assert.deepEqual([errors.length, errors[0]!.kind], [1, 'unreadable']);
    assert.equal((await kit.health()).merchants[0]!.failure!.kind, 'unreadable');
  });

  it('before the first slip cause no hook call, but those of an own account are in the history', async () => {
    const { open, pay, tick, lines, send } = bench({ grants: [OWN] });
    pay('150.00', { fiat: 'MXN', createTime: NOW - 80 * DAY });
    pay('150.00', { fiat: 'MXN', createTime: NOW - MINUTE });
    await open();
    pay('10.00', { fiat: 'MXN' });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 10.00: paid 10.00', 'paid order-1: paid 10.00']);
    const { data } = (await send(ORDER.id, '?history=1')).body;
    assert.equal((data!['deposits'] as unknown as object[]).length, 3);
  });
});

describe('the requests for deposits', () => {
  useClock({ timers: true });

  /** The seconds at which deposits are requested while a kit follows. */
  async function requestsIn(kits: Parameters<typeof following>[0], api: { flows(): Call[] }, time: number) {
    const before = api.flows().length;
    await following(kits, () => pass(time, SECOND / 10));
    return api.flows().length - before;
  }

  it('are made every 5 seconds in the first hour, every minute on the first day, then every 10 minutes', async () => {
    const { kit, api, open } = bench();
    await open();
    const isAbout = (count: number, expected: number): void =>
      assert.ok(Math.abs(count - expected) <= 1, `${count}, not ${expected}`);
    isAbout(await requestsIn(kit, api, 30 * SECOND), 6);
    later(HOUR);
    await resultOf(kit.tick());
    isAbout(await requestsIn(kit, api, 3 * MINUTE), 3);
    later(DAY);
    await resultOf(kit.tick());
    isAbout(await requestsIn(kit, api, 11 * MINUTE), 1);
  });

  it('are at most one a second for a merchant and `rate` a second for a token, over all copies', async () => {
    const store = createMemoryStore();
    const grants = Array.from({ length: 12 }, (_, at) => ({
      ...ORDER,
      id: `order-${at}`,
      merchantId: 1 + at,
    }));
    const times: (readonly [time: number, merchantId: number])[] = [];
    const api = fakeApi({
      slip: anySlip(),
      flows: ({ searchParams }) => {
        times.push([Date.now(), Number(searchParams.get('merchantId'))]);
        return flowPage();
      },
    });
    const copies = [1, 2, 3].map(() => bench({ store, api, grants, rate: 4 }));
    for (const { id } of grants.slice(2)) await copies[0]!.open(id);
    const pages = [await copies[0]!.open('order-0'), await copies[0]!.open('order-1')] as const;
    const start = Date.now();
    const polls: Promise<unknown>[] = [];
    await following(
      copies.map(({ kit }) => kit),
      async () => {
        for (let second = 0; second < 20; second += 1) {
          // Two payers are waiting, and poll more often than that.
          polls.push(pages[0].poll(), pages[1].poll());
          await pass(SECOND, SECOND / 10);
        }
      },
    );
    await Promise.all(polls);
    const seconds = (Date.now() - start) / SECOND;
    assert.ok(times.length <= 4 * seconds + 1, `${times.length} in ${seconds} s`);
    for (const { merchantId } of grants) {
      const own = times.filter(([, each]) => each === merchantId).map(([time]) => time);
      assert.ok(own.length >= 2, 'all are read');
      for (const [at, time] of own.entries()) if (at > 0) assert.ok(time - own[at - 1]! >= SECOND);
    }
  });

  it('are sent first for the merchant that a page waits for', async () => {
    const grants = Array.from({ length: 30 }, (_, at) => ({
      ...ORDER,
      id: `order-${at}`,
      merchantId: 1 + at,
    }));
    const { api, kit, open } = bench({ grants, rate: 1 });
    const pages = [];
    for (const { id } of grants) pages.push(await open(id));
    later(MINUTE);
    const following = new AbortController();
    const end = kit.follow({ signal: following.signal });
    await until(() => api.flows().length === 3);
    const poll = pages[29]!.poll();
    await until(() => api.flows().length === 5);
    following.abort();
    await Promise.all([poll, resultOf(end)]);
    const read = api.flows().map((call) => paramOf(call, 'merchantId'));
    assert.ok(read.slice(3, 5).includes(30), read.join());
  });

  it('are sent by another copy once the lease of one that was killed is over', async () => {
    const store = createMemoryStore();
    const hanging = fakeApi({ slip: anySlip(), flows: () => new Promise(() => undefined) });
    const killed = bench({ store, api: hanging, timeout: 100 * SECOND });
    const { txId } = await killed.open();
    later(10 * SECOND);
    void killed.kit.tick();
    await until(() => hanging.flows().length === 1);
    const other = bench({ store, timeout: 100 * SECOND });
    other.pay('10.00', { txId });
    await other.tick(90 * SECOND);
    assert.deepEqual(other.lines(), []);
    await other.tick(30 * SECOND);
    assert.equal(other.lines().length, 2);
  });
});
