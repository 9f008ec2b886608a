import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionError, InvalidRequestError, ServerError } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { desk, errorOf, page } from './desk.js';
import { listApi, newestFirst, oldestFirst, rowsOf, START, type ListApi, type Row } from './list-api.js';
import { ACCOUNTS, ALIASES, allOf, FLOWS, ORDERS, PAID } from './lists.js';

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);
const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);

for (const list of [ORDERS, PAID, ALIASES, FLOWS])
  describe(list.name, () => {
    it('gives every record once, in the API’s order, in as few requests as there are pages', async () => {
      for (const [count, requests] of [
        [0, 1],
        [1, 1],
        [9, 1],
        [10, 2],
        [25, 3],
        [30, 4],
      ] as const) {
        const api = listApi(rowsOf(count));
        assert.deepEqual(await allOf(list, api), idsOf(api.rows.toSorted(newestFirst)));
        assert.deepEqual(
          api.asked.map(({ currentPage, pageSize }) => [currentPage, pageSize]),
          Array.from({ length: requests }, (_, at) => [at + 1, 10]),
        );
      }
    });

    it('asks for a page when it is needed, and for none after a break', async () => {
      const api = listApi(rowsOf(25));
      const { client } = desk('', { fetch: api.fetch });
      const seen: number[] = [];
      for await (const id of list.all(client)) {
        seen.push(id);
        assert.equal(api.asked.length, seen.length <= 10 ? 1 : 2);
        if (seen.length === 15) break;
      }
      assert.equal(api.asked.length, 2);
    });

    it('ends with what went wrong, and says its own name', async () => {
      const api = listApi(rowsOf(25));
      const broken = (async (address: string) =>
        api.asked.length < 1
          ? api.fetch(address)
          : json('{}', { status: 500 })) as unknown as typeof globalThis.fetch;
      const seen: number[] = [];
      const read = async (): Promise<void> => {
        for await (const id of list.all(desk('', { fetch: broken }).client)) seen.push(id);
      };
      const error = await errorOf(read());
      assert.ok(error instanceof ServerError);
      assert.equal(error.message, `${list.name.replace(/ .*/, '')}: the API failed (HTTP 500).`);
      assert.equal(seen.length, 10);
    });

    it('throws the reason when the signal aborts: what it gave is not the whole list', async () => {
      for (const at of [3, 10]) {
        const controller = new AbortController();
        const reason = new Error('the request is gone');
        const api = listApi(rowsOf(25));
        const seen: number[] = [];
        const read = async (): Promise<void> => {
          const options = { signal: controller.signal };
          for await (const id of list.all(desk('', { fetch: api.fetch }).client, options))
            if (seen.push(id) === at) controller.abort(reason);
        };
        const error = await errorOf(read());
        assert.ok(error instanceof ConnectionError);
        assert.equal(error.cause, reason);
        assert.deepEqual([seen.length, api.asked.length, error.attempts], [at, 1, 0]);
      }
    });

    it('misses nothing and repeats nothing where new records come while it reads', async () => {
      for (const order of [newestFirst, oldestFirst]) {
        const there = rowsOf(45);
        const api = listApi(there);
        api.order = order;
        let next = 2000;
        api.before = (asked) => {
          if (asked === 0 || asked > 8) return;
          // Later than what the clock showed when the reading began.
          api.rows = [...api.rows, ...rowsOf(7, next)];
          next += 7;
        };
        const ids = await allOf(list, api);
        assert.equal(new Set(ids).size, ids.length);
        for (const { id } of there) assert.ok(ids.includes(id), String(id));
        if (list.hasWindow) assert.equal(ids.length, 45);
      }
    });

    it('misses nothing where so many come that pages repeat others whole', async () => {
      const api = listApi(rowsOf(1));
      // No clock, so no window holds them off.
      Object.assign(api, { most: 3, now: undefined });
      const joins = [3, 6, 3];
      api.before = (asked) => (api.rows = [...api.rows, ...rowsOf(joins[asked] ?? 0, 100 + asked * 10)]);
      assert.ok((await allOf(list, api)).includes(1));
    });

    it('takes an API at its pages, not at its word: smaller ones, and a total that lies', async () => {
      const lies: readonly ListApi['total'][] = [
        (all) => all,
        () => 0,
        (all) => Math.max(all - 1, 0),
        (all) => all + 1,
        () => 1_000_000_000_000,
        (_, onPage) => onPage,
        () => 10,
        () => 25,
        (all, onPage) => all + onPage,
      ];
      for (const count of [0, 1, 10, 25, 37])
        for (const [at, total] of lies.entries())
          for (const most of [Infinity, 4]) {
            const api = listApi(rowsOf(count));
            Object.assign(api, { total, most });
            assert.deepEqual(sorted(await allOf(list, api)), idsOf(api.rows), `lie ${at} of ${count}`);
            assert.ok(api.asked.length <= 6 * Math.ceil((count + 1) / Math.min(most, 10)) + 6);
          }
    });

    it('believes a total beside pages smaller than they say', async () => {
      const api = listApi(rowsOf(37));
      Object.assign(api, { most: 4, saysSize: false });
      assert.deepEqual(await allOf(list, api), idsOf(api.rows.toSorted(newestFirst)));
      assert.equal(api.asked.length, 10);
    });

    it('does not stop at a short page, at one that is empty, nor at one that repeats another', async () => {
      const gives: readonly ListApi['give'][] = [
        (rows, { currentPage }) => (currentPage === 2 ? [] : rows),
        (rows, { currentPage }) => (currentPage === 2 ? rows.slice(0, 3) : rows),
        (rows, { currentPage }) => (currentPage === 2 ? rowsOf(10, 36).toReversed() : rows),
      ];
      for (const give of gives) {
        const api = listApi(rowsOf(45));
        let asked = 0;
        // Once: what such a page held back is found when the list is read again.
        api.give = (rows, question) => (++asked <= 5 ? give(rows, question) : rows);
        assert.deepEqual(sorted(await allOf(list, api)), idsOf(api.rows));
      }
    });

    it('does not stop at a short page beside a total that is too low', async () => {
      for (const total of [0, 5, 12]) {
        const api = listApi(rowsOf(45));
        let asked = 0;
        api.total = () => total;
        api.give = (rows, { currentPage }) => (++asked <= 5 && currentPage === 2 ? rows.slice(0, 3) : rows);
        const ids = await allOf(list, api);
        assert.equal(new Set(ids).size, ids.length);
        // What the short page held back is nowhere to be seen: no total tells of it.
        assert.ok(ids.length >= 38, `${ids.length} of a total of ${total}`);
      }
    });

    it('ends where every page is the first one', async () => {
      for (const count of [4, 10, 25]) {
        const api = listApi(rowsOf(count));
        const first = api.rows.toSorted(newestFirst).slice(0, 10);
        api.give = () => first;
        assert.deepEqual(await allOf(list, api), idsOf(first));
        assert.ok(api.asked.length <= 6, String(api.asked.length));
      }
    });

    it('is asked for without a page', async () => {
      const { client, asked } = desk('{}');
      const input = { ...ACCOUNTS, orderType: 'fiat_to_fiat', currentPage: 2 };
      const entries = {
        'orders.all': () => client.orders.all(input as never),
        'virtualAccounts.all': () => client.virtualAccounts.all(input),
        'flows.all': () => client.flows.all(input),
      }[list.name.replace(/ .*/, '')]!();
      const error = await errorOf(entries.next());
      assert.ok(error instanceof InvalidRequestError);
      assert.deepEqual([error.field, asked], ['currentPage', []]);
    });
  });

/** Records older than the others that come into a list by a change of their status. */
function joined(count: number, from: number): Row[] {
  return rowsOf(count, from).map(({ id }) => ({ id, at: START - id }));
}

describe('a list that records leave while it is read', () => {
  for (const list of [PAID, ALIASES])
    it(`is read again for what moved up unseen: ${list.name}`, async () => {
      for (const joins of [0, 2]) {
        const stays = rowsOf(45).filter(({ id }) => id <= 35 || id > 40);
        const api = listApi(rowsOf(45));
        api.before = (asked) => {
          // Five of the first page leave, and some join behind it: those of the second page move up.
          if (asked === 1) api.rows = [...stays, ...joined(joins, 100)];
        };
        const ids = await allOf(list, api);
        assert.equal(new Set(ids).size, ids.length);
        for (const { id } of stays) assert.ok(ids.includes(id), `${id} with ${joins} that joined`);
      }
    });

  it('is read again too where they leave while it is read again', async () => {
    const api = listApi(rowsOf(9));
    api.most = 3;
    // Each time those of a page that was read: the last three move up, twice unseen.
    const leavers: Record<number, readonly number[]> = { 2: [4, 5, 6], 4: [7, 8, 9] };
    api.before = (asked) => (api.rows = api.rows.filter(({ id }) => !leavers[asked]?.includes(id)));
    assert.deepEqual(sorted(await allOf(PAID, api)), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is read five times at most', async () => {
    const api = listApi(rowsOf(45));
    let next = 100;
    api.before = () => {
      const [, ...rest] = api.rows.toSorted(newestFirst);
      api.rows = [...rest, ...joined(2, (next += 2))];
    };
    await allOf(PAID, api);
    assert.equal(api.asked.filter(({ currentPage }) => currentPage === 1).length, 5);
  });
});

describe('the window of time', () => {
  for (const list of [ORDERS, FLOWS]) {
    it(`ends when the first page was given, by the API’s clock: ${list.name}`, async () => {
      const api = listApi(rowsOf(45));
      api.now = START + 60_700;
      await allOf(list, api);
      const [first, ...others] = api.asked.map(({ endTime }) => endTime);
      assert.equal(first, Infinity);
      assert.ok(others.length > 0);
      for (const endTime of others) assert.equal(endTime, START + 61_000);
    });

    it(`ends behind all that was shown, whatever the clock says: ${list.name}`, async () => {
      const api = listApi(rowsOf(45));
      api.now = START - 3_600_000;
      assert.equal((await allOf(list, api)).length, 45);
      assert.equal(api.asked[1]!.endTime, START + 45_001);
    });

    it(`has no end of ours where no clock is told: ${list.name}`, async () => {
      const api = listApi(rowsOf(45));
      api.now = undefined;
      api.order = oldestFirst;
      assert.equal((await allOf(list, api)).length, 45);
      for (const { endTime } of api.asked) assert.equal(endTime, Infinity);
    });
  }

  it('is the caller’s own where that ends before', async () => {
    const api = listApi(rowsOf(45));
    const { flows } = desk('', { fetch: api.fetch }).client;
    let count = 0;
    for await (const { createTime } of flows.all({ endTime: START + 30_000, pageSize: 10 })) {
      assert.ok(createTime < START + 30_000);
      count += 1;
    }
    assert.equal(count, 29);
    for (const { endTime } of api.asked) assert.equal(endTime, START + 30_000);
  });
});

describe('the size of a page', () => {
  it('is as large as an answer can be read, and within the specification’s limits', async () => {
    const { client, asked } = desk(page('[]'));
    for (const entries of [
      client.orders.all({ orderType: 'fiat_to_fiat' }),
      client.virtualAccounts.all({ merchantId: '1001', paymentId: 105, fiat: 'MXN' }),
      client.flows.all(),
    ])
      await entries.next();
    assert.deepEqual([...new Set(asked.map(({ query }) => query['pageSize']))], ['100', '50', '250']);
  });

  it('is refused beyond them', async () => {
    const { client, asked } = desk(page('[]'));
    for (const entries of [
      client.orders.all({ orderType: 'fiat_to_fiat', pageSize: 101 }),
      client.virtualAccounts.all({ merchantId: '1001', paymentId: 105, fiat: 'MXN', pageSize: 51 }),
      client.flows.all({ pageSize: 1001 }),
      client.flows.all({ pageSize: 0 }),
    ])
      assert.equal((await errorOf(entries.next()))['field'], 'pageSize');
    assert.deepEqual(asked, []);
  });
});

describe('deposit details without a page', () => {
  it('are the one record, and are not asked for again: each asking may make new ones', async () => {
    let made = 0;
    const fetch = (async () =>
      json(
        `{"code":200,"msg":"SUCCESS","data":{"fiat":"BRL","txId":${++made},"fieldList":{"pixKey":"k${made}"}}}`,
      )) as typeof globalThis.fetch;
    for (const pageSize of [1, 50]) {
      made = 0;
      const { client } = desk('', { fetch });
      const ask = { merchantId: '1001', paymentId: 92, fiat: 'BRL', pageSize } as const;
      const keys: unknown[] = [];
      for await (const { fieldList } of client.virtualAccounts.all(ask)) keys.push(fieldList['pixKey']);
      assert.deepEqual([keys, made], [[['k1']], 1]);
    }
  });
});
