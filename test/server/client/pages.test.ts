import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ConnectionError, InvalidRequestError, ServerError } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { listApi, newestFirst, oldestFirst, rowsOf, START, type ListApi, type Row } from './list-api.js';
import { ACCOUNTS, ALIASES, FLOWS, ORDERS, PAID, readAll } from './lists.js';
import { errorOf, page, scriptedClient } from './scripted-client.js';

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);
const newestIds = ({ rows }: ListApi): number[] => idsOf(rows.toSorted(newestFirst));
const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);

function assertUnique(ids: readonly number[]): void {
  assert.equal(new Set(ids).size, ids.length);
}

// Paid orders are orders, and their list shrinks as that of accounts does.
for (const list of [ORDERS, ALIASES, FLOWS])
  describe(list.name, () => {
    const operation = list.name.replace(/ .*/, '');

    it('yields every record once, in the API’s order, with one request per page', async () => {
      for (const [count, requests] of [
        [0, 1],
        [1, 1],
        [9, 1],
        [10, 2],
        [25, 3],
        [30, 4],
      ] as const) {
        const api = listApi(rowsOf(count));
        assert.deepEqual(await readAll(list, api), newestIds(api));
        assert.deepEqual(
          api.requests.map(({ currentPage, pageSize }) => [currentPage, pageSize]),
          Array.from({ length: requests }, (_, n) => [n + 1, 10]),
        );
      }
    });

    it('requests a page when it is needed, and none after a break', async () => {
      const api = listApi(rowsOf(25));
      const { client } = scriptedClient('', { fetch: api.fetch });
      const ids: number[] = [];
      for await (const id of list.all(client)) {
        ids.push(id);
        assert.equal(api.requests.length, ids.length <= 10 ? 1 : 2);
        if (ids.length === 15) break;
      }
      assert.equal(api.requests.length, 2);
    });

    it('throws the error of a failed request, which names the method', async () => {
      const api = listApi(rowsOf(25));
      const fetch = (async (address: string) =>
        api.requests.length < 1 ? api.fetch(address) : json('{}', { status: 500 })) as typeof api.fetch;
      let yielded = 0;
      const error = await errorOf(readAll(list, { fetch }, { onId: () => (yielded += 1) }));
      assert.ok(error instanceof ServerError);
      assert.equal(error.message, `${operation}: the API failed (HTTP 500).`);
      assert.equal(yielded, 10);
    });

    it('throws when the signal aborts, because the list is incomplete', async () => {
      for (const abortAfter of [3, 10]) {
        const controller = new AbortController();
        const reason = new Error('the request is gone');
        const api = listApi(rowsOf(25));
        let yielded = 0;
        const onId = (): void => void (++yielded === abortAfter && controller.abort(reason));
        const error = await errorOf(readAll(list, api, { signal: controller.signal, onId }));
        assert.ok(error instanceof ConnectionError);
        assert.equal(error.cause, reason);
        assert.deepEqual([yielded, api.requests.length, error['attempts']], [abortAfter, 1, 0]);
      }
    });

    it('misses nothing when so many records are added that whole pages repeat', async () => {
      // Without a clock there is no time window to exclude new records.
      const api = listApi(rowsOf(1), { maxPageSize: 3, now: undefined });
      const added = [3, 6, 3];
      api.beforeResponse = (requests) =>
        (api.rows = [...api.rows, ...rowsOf(added[requests] ?? 0, 100 + requests * 10)]);
      assert.ok((await readAll(list, api)).includes(1));
    });

    it('is complete with smaller pages than requested and with a wrong total', async () => {
      const totals: readonly ListApi['total'][] = [
        (all) => all,
        () => 0,
        (all) => Math.max(all - 1, 0),
        (all) => all + 1,
        () => 1_000_000_000_000,
        (_, onPage) => onPage,
      ];
      for (const count of [0, 10, 25])
        for (const total of totals)
          for (const maxPageSize of [Infinity, 4]) {
            const api = listApi(rowsOf(count), { total, maxPageSize });
            assert.deepEqual(sorted(await readAll(list, api)), idsOf(api.rows), `${String(total)}, ${count}`);
            assert.ok(api.requests.length <= 6 * Math.ceil((count + 1) / Math.min(maxPageSize, 10)) + 6);
          }
    });

    it('trusts the total if pages are smaller than their reported size', async () => {
      const api = listApi(rowsOf(37), { maxPageSize: 4, reportsSize: false });
      assert.deepEqual(await readAll(list, api), newestIds(api));
      assert.equal(api.requests.length, 10);
    });

    it('continues after a short, an empty or a repeated page', async () => {
      const alterations: readonly ListApi['alterPage'][] = [
        (rows, { currentPage }) => (currentPage === 2 ? [] : rows),
        (rows, { currentPage }) => (currentPage === 2 ? rows.slice(0, 3) : rows),
        (rows, { currentPage }) => (currentPage === 2 ? rowsOf(10, 36).toReversed() : rows),
      ];
      for (const alter of alterations) {
        const api = listApi(rowsOf(45));
        // Only in the first pass: the second pass finds the missing records.
        api.alterPage = (rows, request) => (api.requests.length <= 5 ? alter(rows, request) : rows);
        assert.deepEqual(sorted(await readAll(list, api)), idsOf(api.rows));
      }
    });

    it('continues after a short page if the total is too low', async () => {
      for (const total of [0, 5, 12]) {
        const api = listApi(rowsOf(45), { total: () => total });
        api.alterPage = (rows, { currentPage }) =>
          api.requests.length <= 5 && currentPage === 2 ? rows.slice(0, 3) : rows;
        const ids = await readAll(list, api);
        assertUnique(ids);
        // Nothing in the responses shows that the short page left out seven records.
        assert.ok(ids.length >= 38, `${ids.length} with a total of ${total}`);
      }
    });

    it('ends if every page equals the first one', async () => {
      for (const count of [4, 10, 25]) {
        const api = listApi(rowsOf(count));
        const first = api.rows.toSorted(newestFirst).slice(0, 10);
        api.alterPage = () => first;
        assert.deepEqual(await readAll(list, api), idsOf(first));
        assert.ok(api.requests.length <= 6, String(api.requests.length));
      }
    });

    it('rejects a currentPage', async () => {
      const { client, requests } = scriptedClient('{}');
      const input = { ...ACCOUNTS, orderType: 'fiat_to_fiat', currentPage: 2 };
      const iterator = {
        'orders.all': () => client.orders.all(input as never),
        'virtualAccounts.all': () => client.virtualAccounts.all(input),
        'flows.all': () => client.flows.all(input),
      }[operation]!();
      const error = await errorOf(iterator.next());
      assert.ok(error instanceof InvalidRequestError);
      assert.deepEqual([error.field, requests], ['currentPage', []]);
    });
  });

/** Old records that enter a list because their status changed. */
function oldRows(count: number, from: number): Row[] {
  return rowsOf(count, from).map(({ id }) => ({ id, at: START - id }));
}

describe('a list whose records disappear during the iteration', () => {
  for (const list of [PAID, ALIASES])
    it(`is read again for the records that moved up: ${list.name}`, async () => {
      for (const added of [0, 2]) {
        const staying = rowsOf(45).filter(({ id }) => id <= 35 || id > 40);
        const api = listApi(rowsOf(45));
        api.beforeResponse = (requests) => {
          // Five records leave the first page, so those of the second page move up.
          if (requests === 1) api.rows = [...staying, ...oldRows(added, 100)];
        };
        const ids = await readAll(list, api);
        assertUnique(ids);
        for (const { id } of staying) assert.ok(ids.includes(id), `${id} with ${added} added`);
      }
    });

  it('is read at most five times', async () => {
    const api = listApi(rowsOf(45));
    let nextId = 100;
    api.beforeResponse = () => {
      const [, ...rest] = api.rows.toSorted(newestFirst);
      api.rows = [...rest, ...oldRows(2, (nextId += 2))];
    };
    await readAll(PAID, api);
    assert.equal(api.requests.filter(({ currentPage }) => currentPage === 1).length, 5);
  });
});

describe('the time window of a list', () => {
  for (const list of [ORDERS, FLOWS])
    for (const [state, changes, expected] of [
      ['ends at the time of the first response, by the API’s clock', { now: START + 60_700 }, START + 61_000],
      [
        'ends after all returned records, even if the clock is slow',
        { now: START - 3_600_000 },
        START + 45_001,
      ],
      ['is open if the API sends no Date', { now: undefined, order: oldestFirst }, Infinity],
    ] as const)
      it(`${state}: ${list.name}`, async () => {
        const api = listApi(rowsOf(45), changes);
        assert.equal((await readAll(list, api)).length, 45);
        const [first, ...others] = api.requests.map(({ endTime }) => endTime);
        assert.equal(first, Infinity);
        assert.deepEqual([...new Set(others)], [expected]);
      });

  it('ends at the caller’s endTime if that is earlier', async () => {
    const api = listApi(rowsOf(45));
    const { flows } = scriptedClient('', { fetch: api.fetch }).client;
    let count = 0;
    for await (const { createTime } of flows.all({ endTime: START + 30_000, pageSize: 10 })) {
      assert.ok(createTime < START + 30_000);
      count += 1;
    }
    assert.equal(count, 29);
    for (const { endTime } of api.requests) assert.equal(endTime, START + 30_000);
  });
});

describe('the page size of an iterator', () => {
  it('defaults to the largest that fits into a response, and is rejected above the specification’s limit', async () => {
    const { client, requests } = scriptedClient(page('[]'));
    const { pageSize: _, ...accounts } = ACCOUNTS;
    for (const iterator of [
      client.orders.all({ orderType: 'fiat_to_fiat' }),
      client.virtualAccounts.all(accounts),
      client.flows.all(),
    ])
      await iterator.next();
    const sizes = (): unknown[] => [...new Set(requests.map(({ query }) => query['pageSize']))];
    assert.deepEqual(sizes(), ['100', '50', '250']);
    for (const iterator of [
      client.orders.all({ orderType: 'fiat_to_fiat', pageSize: 101 }),
      client.virtualAccounts.all({ ...accounts, pageSize: 51 }),
      client.flows.all({ pageSize: 1001 }),
      client.flows.all({ pageSize: 0 }),
    ])
      assert.equal((await errorOf(iterator.next()))['field'], 'pageSize');
    assert.deepEqual(sizes(), ['100', '50', '250']);
  });
});

describe('deposit details without a page', () => {
  it('are the only record, and are not requested again, because each request may create new ones', async () => {
    let created = 0;
    const fetch = (async () => {
      created += 1;
      const details = `{"fiat":"BRL","txId":${created},"fieldList":{"pixKey":"k${created}"}}`;
      return json(`{"code":200,"msg":"SUCCESS","data":${details}}`);
    }) as typeof globalThis.fetch;
    for (const pageSize of [1, 50]) {
      created = 0;
      const { client } = scriptedClient('', { fetch });
      const filter = { merchantId: '1001', paymentId: 92, fiat: 'BRL', pageSize } as const;
      const keys: unknown[] = [];
      for await (const { fieldList } of client.virtualAccounts.all(filter)) keys.push(fieldList['pixKey']);
      assert.deepEqual([keys, created], [[['k1']], 1]);
    }
  });
});

describe('reading all pages while the list changes', () => {
  const rowId = fc.integer({ min: 1, max: 60 });

  /** The number of rows added and removed before one response. */
  const change = fc.record({ added: fc.nat(12), removed: fc.nat(3) });

  it('yields every record that stays in the list, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(rowId, { maxLength: 60 }),
        fc.array(change, { maxLength: 12 }),
        fc.record({
          order: fc.constantFrom(newestFirst, oldestFirst, (one: Row, other: Row) => one.id - other.id),
          isInclusive: fc.boolean(),
          maxPageSize: fc.constantFrom(Infinity, 3, 7),
          now: fc.constantFrom(undefined, START - 5_000, START + 30_500, START + 100_000),
        }),
        fc.constantFrom(ORDERS, FLOWS, PAID, ALIASES),
        async (initialIds, changes, settings, list) => {
          const rows = initialIds.map((id) => ({ id, at: START + (id % 13) * 1000 }));
          const api = listApi(rows, settings);
          const canShrink = list === PAID || list === ALIASES;
          let nextId = 100;
          let removedCount = 0;
          api.beforeResponse = (requests) => {
            const { added, removed } = changes[requests] ?? { added: 0, removed: 0 };
            // Either adds or removes rows: doing both at once changes no total, so no client could notice.
            if (canShrink && removed > 0) removedCount += removed;
            else api.rows = [...api.rows, ...rowsOf(added, (nextId += added) - added)];
            api.rows = api.rows.filter(({ id }) => !initialIds.slice(0, removedCount).includes(id));
          };
          const ids = await readAll(list, api);
          assertUnique(ids);
          for (const id of initialIds.slice(removedCount))
            assert.ok(ids.includes(id), `${id} of ${list.name}`);
          assert.ok(api.requests.length < 300);
        },
      ),
      { numRuns: 100 },
    );
  });
});
