/** `kit.follow`: the merchant learns of a deposit while no page is open. */
import assert from 'node:assert/strict';
import { after, describe, it, mock } from 'node:test';
import { memoryStore, type ArrivedEvent, type ErrorEvent, type Grant, type Store } from 'deposit-slip/kit';
import { startSandbox } from 'deposit-slip-sandbox';
import { fakeApi, flowPage, pix, SPEI } from './fake-api.js';
import { PIX_GRANT, shop, txIdOf } from './shop.js';

const INTERVAL = 1_000;
const sandbox = await startSandbox();
after(() => sandbox.stop());

/** Collects events, and waits for them. */
function eventQueue<Event>() {
  const events: Event[] = [];
  let wake = (): void => undefined;
  const add = (event: Event): void => {
    events.push(event);
    wake();
  };
  const reach = async (count: number): Promise<readonly Event[]> => {
    while (events.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return events;
  };
  return { add, events, reach };
}

type Shop = ReturnType<typeof shop>;

/** Follows until the work is done. */
async function following(shops: readonly Shop[], work: () => Promise<void>): Promise<void> {
  const end = new AbortController();
  const all = shops.map(({ kit }) => kit.follow({ signal: end.signal, interval: INTERVAL }));
  try {
    await work();
  } finally {
    end.abort();
    await Promise.all(all);
  }
}

const real = (options: Parameters<typeof shop>[0]): Shop =>
  shop({ baseUrl: sandbox.url, token: sandbox.token, fetch, ...options });
const grantOf = (id: string): Grant => ({ ...PIX_GRANT, id, merchantId: 1001 });
const deposit = (txId: string, amount = '10.00') =>
  sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount, txId });

describe('a kit that follows', () => {
  it('calls the hook once for a deposit while no page is open, whichever of two copies sees it first', async () => {
    const { add, events, reach } = eventQueue<ArrivedEvent>();
    const options = { store: memoryStore(), grant: grantOf('order-1'), on: { arrived: add } };
    const copies = [real(options), real(options)];
    await following(copies, async () => {
      // The merchant is first seen while the kit follows.
      const slip = await copies[0]!.send();
      await deposit(txIdOf(slip));
      const [{ grant, paymentId, deposits }] = (await reach(1)) as [ArrivedEvent];
      assert.deepEqual([grant.id, paymentId], ['order-1', 90]);
      assert.deepEqual(
        deposits.map(({ txId, amount }) => [txId, amount]),
        [[txIdOf(slip), '10.00']],
      );
      const page = await copies[1]!.send(`?arrival=${slip.body.arrival}`);
      assert.equal(page.body.data!['status'], 'arrived');
      const second = txIdOf(await copies[1]!.send());
      await deposit(second, '11.00');
      await reach(2);
    });
    assert.deepEqual(
      events.map(({ deposits }) => deposits.map(({ amount }) => amount)),
      [['10.00'], ['11.00']],
    );
  });

  it('settles the history of the payer, also of a deposit that the API lists no more', async () => {
    const api = fakeApi({ slip: pix('7') });
    const { add, reach } = eventQueue<ArrivedEvent>();
    const one = shop({ api, store: memoryStore(), on: { arrived: add } });
    await one.send();
    api.script({ flows: flowPage({ txId: '7', createTime: String(Date.now()) }) });
    await following([one], async () => void (await reach(1)));
    api.script({ flows: flowPage() });
    const { body } = await one.send('?history=1');
    const rows = body.data!['deposits'] as unknown as { txId: string; status: string }[];
    assert.deepEqual(
      rows.map(({ txId, status }) => [txId, status]),
      [['7', 'arrived']],
    );
  });

  it('rejects an interval that is too short or too long', async () => {
    const { kit } = shop();
    for (const interval of [0, 999, 3_600_001, NaN])
      await assert.rejects(kit.follow({ interval }), RangeError);
  });

  it('continues after a restart where it stopped', async () => {
    const store = memoryStore();
    const first = eventQueue<ArrivedEvent>();
    const before = real({ store, grant: grantOf('order-2'), on: { arrived: first.add } });
    const slip = await before.send();
    await following([before], async () => {
      await deposit(txIdOf(slip));
      await first.reach(1);
    });
    const next = await before.send();
    await deposit(txIdOf(next), '12.00');
    const second = eventQueue<ArrivedEvent>();
    const restarted = real({ store, grant: null, on: { arrived: second.add } });
    await following([restarted], async () => {
      await second.reach(1);
    });
    assert.deepEqual(
      second.events.map(({ deposits }) => deposits[0]!.amount),
      ['12.00'],
    );
  });

  it('follows a merchant whose first slip was issued while the store was down', async () => {
    const memory = memoryStore();
    let isDown = true;
    const up = (): typeof memory => (isDown ? assert.fail('down') : memory);
    const store: Store = {
      get: (key) => up().get(key),
      set: (...entry) => up().set(...entry),
      add: (...entry) => up().add!(...entry),
    };
    const api = fakeApi({ slip: pix('7') });
    const { add, reach } = eventQueue<ArrivedEvent>();
    const one = shop({ api, store, on: { arrived: add } });
    await one.send();
    isDown = false;
    await one.send();
    api.script({ flows: flowPage({ txId: '7', createTime: String(Date.now()) }) });
    await following([one], async () => {
      const [event] = await reach(1);
      assert.equal(event!.deposits[0]!.txId, '7');
    });
  });

  it('calls the hook again if it fails, and if its copy is killed while it runs', async () => {
    const memory = memoryStore();
    const grant = grantOf('order-3');
    let isKilled = false;
    const { add: onFirst, reach: reachFirst } = eventQueue<ArrivedEvent>();
    // What it writes after it was killed arrives nowhere.
    const store: Store = {
      get: (key) => memory.get(key),
      set: (...entry) => (isKilled ? undefined : memory.set(...entry)),
      add: (...entry) => isKilled || memory.add!(...entry),
    };
    const killed = real({
      store,
      grant,
      on: { arrived: (event) => (onFirst(event), new Promise(() => undefined)) },
    });
    const slip = await killed.send();
    const end = new AbortController();
    void killed.kit.follow({ signal: end.signal, interval: INTERVAL });
    await deposit(txIdOf(slip));
    await reachFirst(1);
    isKilled = true;
    end.abort();

    const { add, events, reach } = eventQueue<ArrivedEvent>();
    const fail = (event: ArrivedEvent): void => {
      add(event);
      if (events.length === 1) throw new Error('The database of the shop is down');
    };
    const { now } = Date;
    mock.method(Date, 'now', () => now() + 31_000);
    const other = real({ store: memory, grant, on: { arrived: fail } });
    await following([other], async () => {
      await reach(2);
    });
    mock.restoreAll();
    assert.deepEqual(
      events.map(({ deposits }) => deposits[0]!.txId),
      [txIdOf(slip), txIdOf(slip)],
    );
    assert.equal(
      other.logger.lines.filter((line) => line.includes('A hook of the deposit kit threw')).length,
      1,
    );
  });

  it('reports a flow that cannot be read by its id, and tells of those after it', async () => {
    const now = Date.now();
    const flow = { id: 2, txId: '7', createTime: String(now + 1_000) };
    const api = fakeApi({ slip: pix('7') });
    const [arrived, errors] = [eventQueue<ArrivedEvent>(), eventQueue<ErrorEvent>()];
    const one = shop({ api, on: { arrived: arrived.add, error: errors.add } });
    await one.send();
    api.script({ flows: flowPage({ ...flow, id: 1, changed: 'much', createTime: String(now) }, flow) });
    await following([one], async () => {
      const [error] = await errors.reach(1);
      assert.deepEqual([error!.kind, error!.flowId], ['unreadable', '1']);
      const [event] = await arrived.reach(1);
      assert.equal(event!.deposits[0]!.txId, '7');
    });
    assert.equal(errors.events.length, 1);
  });

  it("tells the order of its amount of a deposit into the payer's own account", async () => {
    const grants = ['150.00', '20.00'].map((amount, at) => ({
      ...PIX_GRANT,
      id: `order-${at}`,
      methods: [{ paymentId: 105, fiat: 'MXN' }],
      ownAccount: true,
      amount,
    }));
    const api = fakeApi({ slip: SPEI });
    const { add, reach } = eventQueue<ArrivedEvent>();
    const authorize = ({ headers }: Request) => grants.find(({ id }) => id === headers.get('cookie')) ?? null;
    const one = shop({ api, authorize, on: { arrived: add } });
    for (const { id } of grants) await one.send('', { headers: { cookie: id } });
    const flow = { fiat: 'MXN', txId: '9', createTime: String(Date.now()) };
    api.script({
      flows: flowPage({ id: 1, changed: '20.00', ...flow }, { id: 2, changed: '150.00', ...flow }),
    });
    await following([one], async () => {
      const events = await reach(2);
      assert.deepEqual(
        events.map(({ grant, deposits }) => [grant.id, deposits[0]!.amount]),
        [
          ['order-1', '20.00'],
          ['order-0', '150.00'],
        ],
      );
    });
  });
});
