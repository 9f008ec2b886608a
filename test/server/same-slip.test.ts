import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { memoryStore, type Store } from 'deposit-slip/kit';
import { PERU, fakeApi, pix } from './fake-api.js';
import { PIX_GRANT, shop } from './shop.js';

/** An API whose every slip has the next funding id. */
function countingApi() {
  let last = 0;
  return fakeApi({ slip: () => pix(String(++last)) });
}

function txIdOf({ body }: { body: { data: Record<string, unknown> | null } }): unknown {
  return body.data?.['txId'];
}

/** Holds what is asked of the API until so many requests are in, each as far as it comes by itself. */
function together(count: number) {
  let [seen, open] = [0, (): void => undefined];
  const all = new Promise<void>((resolve) => (open = resolve));
  const limiter = {
    consume: () => {
      seen += 1;
      if (seen === count) void setImmediate().then(open);
    },
  };
  const held =
    (answer: typeof fetch): typeof fetch =>
    async (...asked) => {
      await all;
      return answer(...asked);
    };
  return { limiter, held };
}

describe('the same visit', () => {
  it('gets the same slip again, and the same arrival token', async () => {
    const api = countingApi();
    const { ask } = shop({ fetch: api.fetch });
    const first = await ask();
    const second = await ask('?paymentId=90&fiat=BRL');
    assert.equal(second.text, first.text);
    assert.equal(api.calls.length, 1);
  });

  it('makes one request of fifty clicks at once', async () => {
    const api = countingApi();
    const { ask } = shop({ fetch: api.fetch });
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('?paymentId=90')));
    assert.equal(api.calls.length, 1);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  });

  it('makes one request of fifty refreshes at once, and all get the new slip', async () => {
    const api = countingApi();
    const { ask } = shop({ fetch: api.fetch });
    await ask();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('?refresh=1')));
    assert.deepEqual([...new Set(answers.map(txIdOf))], ['2']);
    assert.equal(api.calls.length, 2);
  });

  it('gets a new slip with refresh, and that one from then on', async () => {
    const { ask } = shop({ fetch: countingApi().fetch });
    assert.equal(txIdOf(await ask()), '1');
    assert.equal(txIdOf(await ask('?refresh=1')), '2');
    assert.equal(txIdOf(await ask()), '2');
  });

  it('keeps the refreshed slip even if an older request is slow and ends late', async () => {
    const ends: (() => void)[] = [];
    let last = 0;
    const api = fakeApi({
      slip: () => {
        const txId = String(++last);
        return new Promise<string>((resolve) => ends.push(() => resolve(pix(txId))));
      },
    });
    const { ask } = shop({ fetch: api.fetch });
    const asked = async (count: number): Promise<void> => {
      while (ends.length < count) await setImmediate();
    };
    const first = ask();
    await asked(1);
    const fresh = ask('?refresh=1');
    ends[0]?.();
    assert.equal(txIdOf(await first), '1');
    await asked(2);
    const joined = ask();
    ends[1]?.();
    assert.equal(txIdOf(await fresh), '2');
    assert.equal(txIdOf(await joined), '2', 'who comes meanwhile waits for the new slip');
    assert.equal(txIdOf(await ask()), '2');
  });

  it('asks for a new slip only once the older request has ended', async () => {
    let isOpen = false;
    let overlaps = 0;
    const api = fakeApi({
      slip: async () => {
        if (isOpen) overlaps += 1;
        isOpen = true;
        await setImmediate();
        isOpen = false;
        return pix();
      },
    });
    const { ask } = shop({ fetch: api.fetch });
    await Promise.all([ask(), ask('?refresh=1')]);
    assert.deepEqual([api.calls.length, overlaps], [2, 0]);
  });

  it('keeps its slip when a refresh fails', async () => {
    const api = countingApi();
    const { ask } = shop({ fetch: api.fetch });
    await ask();
    api.script({ slip: new TypeError('down') });
    assert.equal((await ask('?refresh=1')).status, 502);
    assert.equal(txIdOf(await ask()), '1');
  });

  it('shares a failure with those who wait for it, and no one after them', async () => {
    const api = fakeApi({ slip: new TypeError('down') });
    const { limiter, held } = together(10);
    const { ask } = shop({ fetch: held(api.fetch), limiter });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [502]);
    assert.equal(new Set(answers.map(({ body }) => body.requestId)).size, 10);
    assert.equal(api.calls.length, 1);
    api.script({ slip: pix() });
    assert.equal((await ask()).status, 200);
  });

  it('gets one slip for each amount, however the amount is spelled', async () => {
    const api = fakeApi({ slip: PERU });
    const grant = { id: 'o', merchantId: 1, methods: [{ paymentId: 95, fiat: 'PEN' }] };
    const { ask } = shop({ fetch: api.fetch, grant });
    for (const amount of ['150', '150.0', '150.00', '151']) await ask(`?amount=${amount}`);
    assert.equal(api.calls.length, 2);
  });

  it('is not another visit, another merchant, another alias or another method', async () => {
    const api = countingApi();
    const store = memoryStore();
    const others = [
      {},
      { id: 'order-2' },
      { merchantId: 7002 },
      { depositAlias: 'b' },
      { methods: [{ paymentId: 92, fiat: 'BRL' }] },
    ];
    const ids: unknown[] = [];
    for (const other of others) {
      ids.push(txIdOf(await shop({ fetch: api.fetch, store, grant: { ...PIX_GRANT, ...other } }).ask()));
    }
    assert.deepEqual(ids, ['1', '2', '3', '4', '5']);
  });

  it('gets the same slip from another copy of the kit with the same store', async () => {
    const api = countingApi();
    const store = memoryStore();
    const first = await shop({ fetch: api.fetch, store }).ask();
    const second = await shop({ fetch: api.fetch, store }).ask();
    assert.equal(second.text, first.text);
    assert.equal(api.calls.length, 1);
  });

  it('gets a new slip after an hour', async () => {
    mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    try {
      const { ask } = shop({ fetch: countingApi().fetch });
      await ask();
      mock.timers.tick(3_599_000);
      assert.equal(txIdOf(await ask()), '1');
      mock.timers.tick(1_000);
      assert.equal(txIdOf(await ask()), '2');
    } finally {
      mock.timers.reset();
    }
  });

  it('gets a slip all the same while the store is down or holds nonsense', async () => {
    const broken: Store[] = [
      { get: () => Promise.reject(new Error('down')), set: () => Promise.reject(new Error('down')) },
      {
        get: () => {
          throw new Error('down');
        },
        set: () => {
          throw new Error('down');
        },
      },
      { get: () => 'no json', set: () => undefined },
      { get: () => '{"data":{},"claims":{"paymentId":"x"}}', set: () => undefined },
      { get: () => null, set: () => undefined },
    ];
    for (const store of broken)
      assert.equal((await shop({ fetch: countingApi().fetch, store }).ask()).status, 200);
  });

  it('says so in the log where the store gives back no text, and is silent where it gives nothing', async () => {
    const kept = new Map<string, string>();
    const set = (key: string, value: string): void => void kept.set(key, value);
    const bytes = (key: string): unknown => kept.has(key) && new TextEncoder().encode(kept.get(key));
    for (const [get, lines] of [
      [(key: string) => bytes(key) as string, /Reading the store .* failed/],
      [(key: string) => kept.get(key), /^$/],
      [(key: string) => kept.get(key) ?? null, /^$/],
    ] as const) {
      kept.clear();
      const { ask, logger } = shop({ fetch: countingApi().fetch, store: { get, set } });
      for (const _ of [1, 2]) assert.equal((await ask()).status, 200);
      assert.match(logger.lines.join(), lines);
    }
  });

  /** What says nothing: a promise, and the callable one of a remote procedure call. */
  const silences: readonly (() => Promise<never>)[] = [
    () => new Promise(() => undefined),
    () => new Proxy(() => undefined, { get: () => () => undefined }) as never,
  ];
  for (const silence of silences)
    it(`waits a second for a store that says nothing, once, and then gets a slip all the same: ${typeof silence()}`, async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        let times = 0;
        const nothing = (): Promise<never> => {
          times += 1;
          return silence();
        };
        const { ask, logger } = shop({ fetch: countingApi().fetch, store: { get: nothing, set: nothing } });
        const statuses: number[] = [];
        void ask().then((answer) => statuses.push(answer.status));
        // What is hashed and signed meanwhile takes time of its own, and is done in the end.
        const end = performance.now() + 5_000;
        while (statuses.length === 0 && performance.now() < end) {
          await setImmediate();
          mock.timers.tick(10);
        }
        assert.deepEqual([statuses, times], [[200], 1]);
        assert.match(logger.lines[0] ?? '', /Reading the store .* failed/);
      } finally {
        mock.timers.reset();
      }
    });

  it('asks a store again that was silent for a while, though the clock was set back meanwhile', async () => {
    let [isSilent, times, passed] = [true, 0, 0];
    const get = (): unknown => {
      times += 1;
      return isSilent ? new Promise(() => undefined) : null;
    };
    const store = { get: get as Store['get'], set: () => undefined };
    const { ask } = shop({ fetch: countingApi().fetch, store });
    await ask();
    isSilent = false;
    const now = Date.now();
    const ticks = performance.now();
    mock.method(Date, 'now', () => now - 3_600_000 + passed);
    mock.method(performance, 'now', () => ticks + passed);
    try {
      await ask();
      assert.equal(times, 1);
      passed = 2_000;
      await ask();
      assert.notEqual(times, 1);
    } finally {
      mock.restoreAll();
    }
  });

  it('gets one slip from two copies of the kit asked at one moment, and one is told of', async () => {
    const api = countingApi();
    const store = memoryStore();
    const issued: unknown[] = [];
    const on = { issued: ({ txId }: { txId?: string }) => void issued.push(txId) };
    const { limiter, held } = together(100);
    const copy = () => shop({ fetch: held(api.fetch), limiter, store, on });
    const copies = [copy(), copy()];
    const answers = await Promise.all(copies.flatMap(({ ask }) => Array.from({ length: 50 }, () => ask())));
    assert.equal(api.calls.length, 2, 'each copy asks: a store that gets and sets cannot lock');
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.deepEqual(issued, [txIdOf(answers[0]!)]);
    for (const { ask } of copies) assert.equal((await ask()).text, answers[0]!.text);
  });

  it('leaves no identifier readable in the store’s keys', async () => {
    const keys: string[] = [];
    const store: Store = { get: () => null, set: (key) => void keys.push(key) };
    await shop({ fetch: countingApi().fetch, store }).ask();
    assert.equal(keys.length, 3);
    for (const key of keys)
      assert.match(key, /^deposit-slip:(slip|history):[\w-]{43}:90:BRL(:)?(:settled)?$/);
  });
});

describe('the memory store', () => {
  it('forgets a value when its time is over', () => {
    mock.timers.enable({ apis: ['Date'], now: 0 });
    try {
      const store = memoryStore();
      store.set('a', '1', 2);
      mock.timers.tick(1999);
      assert.equal(store.get('a'), '1');
      mock.timers.tick(1);
      assert.equal(store.get('a'), undefined);
    } finally {
      mock.timers.reset();
    }
  });

  it('holds no more than it may, and lets the oldest go', () => {
    const few = memoryStore({ maxEntries: 2 });
    for (const key of ['a', 'b', 'a', 'c']) few.set(key, key, 60);
    assert.deepEqual([few.get('a'), few.get('b'), few.get('c')], ['a', undefined, 'c']);
    const small = memoryStore({ maxCharacters: 10 });
    for (const key of ['a', 'b', 'c']) small.set(key, '1234', 60);
    assert.deepEqual([small.get('a'), small.get('b'), small.get('c')], [undefined, '1234', '1234']);
    small.set('d', 'far too long to keep', 60);
    assert.equal(small.get('d'), undefined);
  });
});
