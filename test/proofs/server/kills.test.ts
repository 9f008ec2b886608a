/**
 * SECURITY.md P39 with real processes: copies of the kit on one PostgreSQL are killed at any moment, half of
 * the time while a hook runs. In the end, the hooks have received every deposit under one id, and no order
 * twice as paid.
 */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startSandbox } from 'deposit-slip-sandbox';
import { cases } from '../scale.js';
import type { HookLine } from './kit-copy.js';
import { createDatabase, KitProcess } from './kit-process.js';
import { Payers } from './payers.js';
import { Random } from './payments/random.js';

const COPIES = cases(2, 3);
const KILLS = cases(2, 100, 'kills of a copy on PostgreSQL');
const MERCHANTS = [7001, 7002, 7003, 7004, 7005, 7006];
/** The longest that a hook takes, in milliseconds. */
const HOOK_MS = '200';
/**
 * The milliseconds within which the hooks must receive the last deposits. The leases of killed copies are
 * ended at once.
 */
const DRAIN = 60_000;

const random = new Random(Number(process.env['SEED'] ?? Date.now()));
const sandbox = await startSandbox({
  seedData: {
    merchants: MERCHANTS.map((merchantId) => ({
      merchantId,
      type: 'business',
      token: 'sandbox-token',
      balances: { BRL: '0' },
    })),
  },
});
const { url, pool } = await createDatabase();
const fleet: KitProcess[] = [];
/** What hooks did, in all copies. */
const lines: HookLine[] = [];

after(async () => {
  await Promise.all(fleet.map((copy) => copy.kill()));
  await Promise.all([pool.end(), sandbox.stop()]);
});

/** Called with the copy in which a hook begins. */
let onBegin: (member: Member) => void = () => undefined;

/** A copy of the kit and, after it was killed, the copy that replaces it. */
class Member {
  copy: KitProcess;

  private constructor(copy: KitProcess) {
    this.copy = copy;
  }

  static async start(): Promise<Member> {
    const member = new Member(await startCopy());
    void member.#record(member.copy);
    return member;
  }

  async restart(): Promise<void> {
    await this.copy.kill();
    this.copy = await startCopy();
    void this.#record(this.copy);
  }

  async #record(copy: KitProcess): Promise<void> {
    for (let line = await copy.next(); line; line = await copy.next()) {
      lines.push(line);
      if (line.at === 'begin') onBegin(this);
    }
  }
}

/** The copy in which a hook begins next. */
function nextInHook(): Promise<Member> {
  return new Promise((resolve) => (onBegin = resolve));
}

async function startCopy(): Promise<KitProcess> {
  const env = { API_URL: sandbox.url, API_TOKEN: sandbox.token, DATABASE_URL: url };
  const copy = await KitProcess.start({ ...env, HOOK_MS, TIMEOUT: '2000' });
  fleet.push(copy);
  return copy;
}

/**
 * Waits until the hooks have received every event. Releases reservations that are older than any operation
 * takes, since their copies were killed.
 */
async function drain(flowIds: readonly string[]): Promise<void> {
  const end = performance.now() + DRAIN;
  for (;;) {
    const told = new Set(lines.map(({ flowId }) => flowId));
    const { rows } = await pool.query<{ count: string }>('select count(*) from deposit_slip.event');
    const missing = flowIds.filter((flowId) => !told.has(flowId)).length;
    if (rows[0]?.count === '0' && missing === 0) return;
    assert.ok(performance.now() < end, `${rows[0]?.count} events and ${missing} deposits are left`);
    await pool.query(
      'update deposit_slip.merchant set lease_until = 0 where lease_until < deposit_slip.clock() + 9000',
    );
    await pool.query('update deposit_slip.event set due_at = 0 where due_at < deposit_slip.clock() + 28000');
    await setTimeout(500);
  }
}

it(`every deposit is reported and no order is paid twice, although copies of the kit are killed ${KILLS} times`, async (test) => {
  const members = await Promise.all(Array.from({ length: COPIES }, () => Member.start()));
  const payers = new Payers({
    sandbox,
    random,
    merchants: MERCHANTS,
    copies: () => members.map(({ copy }) => copy),
  });
  const load = payers.run(8);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const isInHook = kill % 2 === 0;
    if (!isInHook) await setTimeout(random.below(1_000));
    await (isInHook ? await nextInHook() : random.of(members)).restart();
  }
  payers.stop();
  await load;
  await drain(payers.deposits.map(({ flowId }) => flowId));
  assert.deepEqual(payers.differences, [], 'all copies show a payer the same code');

  const told = lines.filter(({ name }) => name === 'deposit');
  for (const { flowId, order } of payers.deposits) {
    const own = told.filter((line) => line.flowId === flowId);
    assert.equal(new Set(own.map(({ id }) => id)).size, 1, `the deposit ${flowId} has one event`);
    assert.ok(
      own.some(({ at }) => at === 'end'),
      'whose hook resolved',
    );
    assert.equal(own[0]?.order, order);
  }
  assert.equal(
    new Set(told.map(({ flowId }) => flowId)).size,
    payers.deposits.length,
    'and no other is told',
  );
  for (const [order, sum] of payers.sums) {
    const paid = lines.filter((line) => line.name === 'paid' && line.order === order);
    assert.equal(new Set(paid.map(({ id }) => id)).size, sum >= 10 ? 1 : 0, `${order} of ${sum}`);
    assert.ok(paid.every(({ again }) => again === undefined));
    assertInOrder(lines.filter((line) => line.order === order));
  }
  assert.deepEqual(
    lines.filter(({ name }) => name === 'unmatched' || name === 'returned'),
    [],
  );
  test.diagnostic(
    `${payers.deposits.length} deposits for ${payers.sums.size} orders; ${KILLS} kills; ` +
      `${lines.filter(({ at }) => at === 'begin').length} calls of hooks, ` +
      `${lines.filter(({ at }) => at === 'end').length} of which resolved`,
  );
});

/** No event of a payment begins before the hook of the previous event has resolved. */
function assertInOrder(own: readonly HookLine[]): void {
  const first = new Map<string, Record<HookLine['at'], number>>();
  // The lines of several processes arrive in any order.
  for (const { id, at, time } of own.toSorted((one, other) => one.time - other.time)) {
    const times = first.get(id) ?? { begin: Infinity, end: Infinity };
    first.set(id, { ...times, [at]: Math.min(times[at], time) });
  }
  let end = -Infinity;
  for (const [id, times] of first) {
    assert.ok(end < times.begin, `${id} begins before the hook of the event before has resolved`);
    end = times.end;
  }
}
