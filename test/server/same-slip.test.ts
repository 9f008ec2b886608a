import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { memoryStore, type Store } from 'deposit-slip/kit';
import { PERU, countingApi, fakeApi, pix } from './fake-api.js';
import { PERU_GRANT, PIX_GRANT, shop, txIdOf, withAdd } from './shop.js';

describe('the same visit', () => {
  it('gets the same slip and the same arrival token again', async () => {
    const { api, send } = shop({ api: countingApi() });
    const first = await send();
    const second = await send('?paymentId=90&fiat=BRL&nonce=a-nonce-of-16-bytes');
    assert.equal(second.text, first.text);
    assert.equal(api.calls.length, 1);
  });

  it('causes one request to the API for fifty clicks at once, and one for fifty refreshes', async () => {
    const { api, send } = shop({ api: countingApi() });
    for (const [query, txId] of [
      ['?paymentId=90', '1'],
      ['?refresh=1', '2'],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(query)));
      assert.deepEqual([...new Set(answers.map(txIdOf))], [txId]);
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    }
    assert.equal(api.calls.length, 2);
  });

  it('gets a new slip with refresh, and the new one from then on', async () => {
    const { send } = shop({ api: countingApi() });
    assert.equal(txIdOf(await send()), '1');
    assert.equal(txIdOf(await send('?refresh=1')), '2');
    assert.equal(txIdOf(await send()), '2');
  });

  it('keeps the refreshed slip even if an older request is slow', async () => {
    const responses: (() => void)[] = [];
    let last = 0;
    const api = fakeApi({
      slip: () => {
        const txId = String(++last);
        return new Promise<string>((resolve) => responses.push(() => resolve(pix(txId))));
      },
    });
    const { send } = shop({ api });
    const requests = async (count: number): Promise<void> => {
      while (responses.length < count) await setImmediate();
    };
    const first = send();
    await requests(1);
    const fresh = send('?refresh=1');
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    assert.equal(responses.length, 1, 'the refresh waits for the older request');
    responses[0]?.();
    assert.equal(txIdOf(await first), '1');
    await requests(2);
    const joined = send();
    responses[1]?.();
    assert.equal(txIdOf(await fresh), '2');
    assert.equal(txIdOf(await joined), '2', 'a request in the meantime waits for the new slip');
    assert.equal(txIdOf(await send()), '2');
  });

  it('keeps its slip when a refresh fails', async () => {
    const { api, send } = shop({ api: countingApi() });
    await send();
    api.script({ slip: new TypeError('down') });
    assert.equal((await send('?refresh=1')).status, 502);
    assert.equal(txIdOf(await send()), '1');
  });

  it('shares a failure with concurrent requests, but not with later ones', async () => {
    const api = fakeApi({ slip: () => setImmediate(new TypeError('down')) });
    let counted = 0;
    let onTenth = (): void => undefined;
    const tenth = new Promise<void>((resolve) => (onTenth = resolve));
    const limiter = { consume: () => void ((counted += 1) === 10 && onTenth()) };
    const { send } = shop({
      limiter,
      // The API responds once all ten requests are pending.
      fetch: (...request) => tenth.then(() => setImmediate()).then(() => api.fetch(...request)),
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [502]);
    assert.equal(new Set(answers.map(({ body }) => body.requestId)).size, 10);
    assert.equal(api.calls.length, 1);
    api.script({ slip: pix() });
    assert.equal((await send()).status, 200);
  });

  it('gets one slip per amount, however the amount is written', async () => {
    const { api, send } = shop({ api: fakeApi({ slip: PERU }), grant: PERU_GRANT });
    for (const amount of ['150', '150.0', '150.00', '151']) await send(`?amount=${amount}`);
    assert.equal(api.calls.length, 2);
  });

  it('shares its slip with no other visit, merchant, alias or method', async () => {
    const api = countingApi();
    const store = memoryStore();
    const others = [
      {},
      { id: 'order-2' },
      { merchantId: 7002 },
      { depositAlias: 'b' },
      { methods: [{ paymentId: 92, fiat: 'BRL' }] },
    ];
    const ids: string[] = [];
    for (const other of others)
      ids.push(txIdOf(await shop({ api, store, grant: { ...PIX_GRANT, ...other } }).send()));
    assert.deepEqual(ids, ['1', '2', '3', '4', '5']);
  });

  it('gets a new slip after an hour', async ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    const { send } = shop({ api: countingApi() });
    await send();
    mock.timers.tick(3_599_000);
    assert.equal(txIdOf(await send()), '1');
    mock.timers.tick(1_000);
    assert.equal(txIdOf(await send()), '2');
  });
});

describe('a store that does not work', () => {
  const throwing = (): never => {
    throw new Error('down');
  };
  const rejecting = (): Promise<never> => Promise.reject(new Error('down'));

  it('does not keep a payer from getting a slip', async () => {
    const broken: Store[] = [
      { get: rejecting, set: rejecting },
      { get: throwing, set: throwing },
      { get: () => 'no json', set: () => undefined },
      { get: () => '{"data":{},"claims":{"paymentId":"x"}}', set: () => undefined },
      { get: () => null, set: () => undefined },
    ];
    for (const store of broken) assert.equal((await shop({ api: countingApi(), store }).send()).status, 200);
  });

  it('is logged if it returns something other than text, but not if it returns nothing', async () => {
    const stored = new Map<string, string>();
    const set = (key: string, value: string): void => void stored.set(key, value);
    // Bytes whose text would do, as some clients of Redis return them.
    const bytes = (key: string): unknown => (stored.has(key) ? Buffer.from(stored.get(key)!) : null);
    for (const [get, lines] of [
      [(key: string) => bytes(key) as string, /Reading the store of the deposit kit failed/],
      [(key: string) => stored.get(key), /^$/],
      [(key: string) => stored.get(key) ?? null, /^$/],
    ] as const) {
      stored.clear();
      const { send, logger } = shop({ api: countingApi(), store: withAdd({ get, set }) });
      for (const _ of [1, 2]) assert.equal((await send()).status, 200);
      assert.match(logger.lines.join(), lines);
    }
  });

  /** Promises that never settle: a native one, and a callable one as remote procedure calls return. */
  const pending: readonly (() => Promise<never>)[] = [
    () => new Promise(() => undefined),
    () => new Proxy(() => undefined, { get: () => () => undefined }) as never,
  ];
  for (const promise of pending)
    it(`delays a slip by one second at most if it does not respond: ${typeof promise()}`, async ({
      mock,
    }) => {
      mock.timers.enable({ apis: ['setTimeout'] });
      let calls = 0;
      const call = (): Promise<never> => {
        calls += 1;
        return promise();
      };
      const { send, logger } = shop({ api: countingApi(), store: { get: call, set: call, add: call } });
      const statuses: number[] = [];
      void send().then((answer) => statuses.push(answer.status));
      // Hashing and signing run on threads that mocked timers do not advance.
      const end = performance.now() + 5_000;
      while (statuses.length === 0 && performance.now() < end) {
        await setImmediate();
        mock.timers.tick(10);
      }
      assert.deepEqual([statuses, calls], [[200], 1]);
      assert.match(logger.lines[0] ?? '', /Reading the store of the deposit kit failed/);
    });

  it('is called again two seconds after a time-out, even if the clock was set back', async ({ mock }) => {
    let [isDown, calls, elapsed] = [true, 0, 0];
    const get = (): unknown => {
      calls += 1;
      return isDown ? new Promise(() => undefined) : null;
    };
    const store = { get: get as Store['get'], set: () => undefined };
    const { send } = shop({ api: countingApi(), store });
    await send();
    isDown = false;
    const now = Date.now();
    const ticks = performance.now();
    mock.method(Date, 'now', () => now - 3_600_000 + elapsed);
    mock.method(performance, 'now', () => ticks + elapsed);
    await send();
    assert.equal(calls, 1);
    elapsed = 2_000;
    await send();
    assert.notEqual(calls, 1);
  });
});

describe('the keys in the store', () => {
  it('contain no readable identifier', async () => {
    const keys: string[] = [];
    const store = withAdd({ get: () => null, set: (key) => void keys.push(key) });
    await shop({ api: countingApi(), store }).send();
    // The lock of the slip is taken and released.
    assert.equal(keys.length, 8);
    for (const key of keys)
      assert.match(
        key,
        /^deposit-slip:(issued:[\w-]{43}\.[\w-]{11}:entry|codes:[\w-]{43}\.[\w-]{11}:owner|slip:[\w-]{43}\.[\w-]{11}:90:BRL:|lock:[\w-]{43}\.[\w-]{11}:90:BRL:::0|list-lock:[\w-]{43}\.[\w-]{11}:history:|claims:[\w-]{43}\.[\w-]{11}:90:BRL|history:[\w-]{43}\.[\w-]{11})$/,
      );
  });
});

describe('the memory store', () => {
  it('drops a value when it expires', ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: 0 });
    const store = memoryStore();
    store.set('a', '1', 2);
    mock.timers.tick(1999);
    assert.equal(store.get('a'), '1');
    mock.timers.tick(1);
    assert.equal(store.get('a'), undefined);
  });

  const keyOf = (visit: string, purpose = 'slip', part: number | string = 0): string =>
    `deposit-slip:${purpose}:${visit}:${part}`;
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

  it('keeps 20 values of a kind for each visit, the latest', () => {
    const store = memoryStore();
    for (const purpose of ['deposits', 'history', 'last', 'refreshes', 'slip', 'arrival']) {
      for (const part of numbers(25)) store.set(keyOf('a', purpose, part), 'x', 60);
      store.set(keyOf('a', purpose, 24), 'y', 60);
      const kept = numbers(25).filter((part) => store.get(keyOf('a', purpose, part)) !== undefined);
      assert.deepEqual(kept, numbers(25).slice(5), purpose);
    }
  });

  it('lets no visit push out another, in entries or in characters', () => {
    for (const [limits, value] of [
      [{ maxEntries: 10 }, 'x'],
      [{ maxCharacters: 100 * 10 }, 'x'.repeat(75)],
    ] as const) {
      const store = memoryStore(limits);
      for (const part of numbers(3)) store.set(keyOf('a', 'slip', part), value, 60);
      for (const part of numbers(20)) if (part < 6) store.set(keyOf('b', 'slip', part), value, 60);
      assert.throws(() => store.set(keyOf('c'), value, 60), /^RangeError: The memory store is full$/);
      assert.throws(() => store.set(keyOf('b', 'last'), value, 60), RangeError);
      for (const part of numbers(12_000)) store.set(keyOf('b', 'slip', part), value, 60);
      const slipsOf = (visit: string): readonly number[] =>
        numbers(12_000).filter((part) => store.get(keyOf(visit, 'slip', part)) !== undefined);
      assert.deepEqual([slipsOf('a'), slipsOf('b').length], [[0, 1, 2], 6]);
      store.set(keyOf('c', 'deposits'), value, 60);
      assert.equal(store.get(keyOf('c', 'deposits')), value, 'the last tenth is for deposits');
    }
  });

  it('drops nothing for a value that it cannot store', () => {
    const store = memoryStore({ maxCharacters: 100 });
    store.set(keyOf('a'), 'kept', 60);
    for (const key of [keyOf('a'), keyOf('a', 'slip', 1)])
      assert.throws(() => store.set(key, 'far too long to keep'.repeat(5), 60), RangeError);
    assert.equal(store.get(keyOf('a')), 'kept');
  });

  it('has room again when something expired', ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: 0 });
    const store = memoryStore({ maxEntries: 2 });
    store.set(keyOf('a'), 'x', 1);
    assert.throws(() => store.set(keyOf('b'), 'x', 1), RangeError);
    mock.timers.tick(1000);
    store.set(keyOf('b'), 'x', 1);
    assert.equal(store.get(keyOf('b')), 'x');
  });
});
