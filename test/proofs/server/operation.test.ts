/**
 * An operator's day, by the words of docs/back-end.md ("Rotate a key"), docs/scaling.md and
 * docs/operations.md: while payers pay at two copies on one PostgreSQL, each key is rotated, a copy is
 * killed, the database is restarted and the API is cut. Nothing is lost or told twice, no payer notices a
 * rotation, and no page gets a response that it does not trust.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startSandbox } from 'deposit-slip-sandbox';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { Pool } from 'pg';
import { startServer } from '../../../sandbox/test/postgres.js';
import { keyPair } from '../../server/keys.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { isSoak } from '../scale.js';
import type { HookLine } from './kit-copy.js';
import { KitProcess } from './kit-process.js';
import { Random } from './payments/random.js';
import { SignedPage, type Keys } from './signed-page.js';

const MERCHANTS = [7001, 7002, 7003, 7004];
/** What is paid for an order of 10.00. */
const PLANS = [['10.00'], ['10.00'], ['4.00', '6.00'], ['10.00', '10.00'], ['12.00']] as const;
/** How many pay at a time. */
const WIDTH = 8;
/** How many payers come to an end in each step. */
const PAYERS = 20;
/** How often a balancer tries: the copies in turn, of which one at a time restarts. */
const ATTEMPTS = 4;
/** Milliseconds for a request to the API. */
const TIMEOUT = 8_000;

interface Copy {
  readonly keys: Keys;
  readonly process: KitProcess;
}

interface Body {
  readonly data: { readonly status?: string; readonly txId?: string } | null;
  readonly arrival?: string;
  readonly kind?: string;
}

const random = new Random(Number(process.env['SEED'] ?? Date.now()));
const keysOf = (name: string): Record<keyof Keys, string> => ({
  SECRETS: `the ${name} secret of thirty-two bytes or more`,
  SESSION_KEYS: `the ${name} session key of thirty-two bytes or more`,
  SIGNING_KEYS: keyPair().privatePem.trim(),
});

type ShopEnv = Readonly<Record<'API_URL' | 'API_TOKEN' | 'DATABASE_URL' | 'TOKEN_FILE', string>>;

/** A shop of two copies, and what its payers and its hooks saw. */
class Shop {
  /** The keys that the next copy to start gets. */
  keys: Keys = keysOf('first');
  /** What is done at the moment. */
  step = 'nothing';
  /** What hooks did, in all copies. */
  readonly lines: HookLine[] = [];
  /** What payers got in place of a response, and in which step. */
  readonly failures = new Map<string, number>();
  requests = 0;
  /** How many payers have come to an end. */
  served = 0;
  /** Whether no more payers come. */
  isOver = false;
  readonly #copies: Copy[] = [];
  readonly #env: ShopEnv;

  constructor(env: ShopEnv) {
    this.#env = env;
  }

  async start(): Promise<void> {
    for (const at of [0, 1]) this.#copies[at] = await this.#startCopy();
  }

  async kill(at: number): Promise<void> {
    await this.#copies[at]!.process.kill();
  }

  async restart(at: number): Promise<void> {
    this.#copies[at] = await this.#startCopy();
  }

  /** Replaces one copy after the other. */
  async deploy(): Promise<void> {
    for (const at of [0, 1]) {
      await this.#copies[at]!.process.stop();
      await this.restart(at);
    }
  }

  /** Opens a page, as one of the copies serves it. */
  open(grant: Parameters<typeof SignedPage.open>[0]): Promise<SignedPage> {
    return SignedPage.open(grant, random.of(this.#copies).keys, random.once(2));
  }

  /** Sends a page's request to a copy, and if that ends before it responds, to the other one. */
  async ask(page: SignedPage, params: Readonly<Record<string, string>> = {}): Promise<Body | undefined> {
    this.requests += 1;
    const query = page.query(params);
    let at = random.below(2);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        const response = await this.#copies[at]!.process.get(`?${query}`, page.headers);
        const text = await response.text();
        const body = JSON.parse(text) as Body;
        if (!response.ok) return this.#fail(`${response.status} ${body.kind}`);
        return page.isTrusted(query, text, response) ? body : this.#fail('untrusted');
      } catch {
        at = 1 - at;
      }
    }
    return this.#fail('no response');
  }

  #fail(failure: string): undefined {
    const key = `${this.step}: ${failure}`;
    this.failures.set(key, (this.failures.get(key) ?? 0) + 1);
  }

  async #startCopy(): Promise<Copy> {
    const { keys } = this;
    const lists = Object.fromEntries(Object.entries(keys).map(([name, list]) => [name, String(list)]));
    const env = { ...this.#env, ...lists, HOOK_MS: '50', TIMEOUT: String(TIMEOUT) };
    const copy = await KitProcess.start(env);
    void this.#record(copy);
    return { keys, process: copy };
  }

  async #record(copy: KitProcess): Promise<void> {
    for (let line = await copy.next(); line; line = await copy.next()) this.lines.push(line);
  }
}

const options = { skip: isSoak ? false : 'soak only' };
it('an operator rotates keys and loses servers, and no payer loses money', options, async (test) => {
  const merchants = MERCHANTS.map((merchantId) => ({
    merchantId,
    type: 'business' as const,
    balances: { BRL: '0' },
  }));
  const [sandbox, database] = await Promise.all([startSandbox({ seedData: { merchants } }), startServer()]);
  const databaseUrl = await database.createDatabase();
  const pool = new Pool({ connectionString: databaseUrl });
  pool.on('error', () => undefined);
  await createPostgresStore(pool).migrate();
  const tokenFile = join(temporaryFolder(), 'token');
  const storeToken = async (token: string): Promise<void> => {
    await sandbox.control.token({ token, merchantIds: MERCHANTS });
    writeFileSync(tokenFile, token);
  };
  await storeToken('token-1');
  const shop = new Shop({
    API_URL: sandbox.url,
    API_TOKEN: '',
    DATABASE_URL: databaseUrl,
    TOKEN_FILE: tokenFile,
  });
  await shop.start();
  after(async () => {
    await Promise.all([shop.kill(0), shop.kill(1), pool.end()]);
    await Promise.all([database.stop(), sandbox.stop()]);
  });

  /** Orders by the API's ids of their deposits. */
  const deposits = new Map<string, string>();
  const orders: string[] = [];
  async function pay(): Promise<void> {
    const [merchantId, id] = [random.of(MERCHANTS), `order-${orders.length}`];
    orders.push(id);
    const page = await shop.open({
      id,
      merchantId,
      amount: '10.00',
      methods: [{ paymentId: 90, fiat: 'BRL' }],
    });
    let slip = await shop.ask(page);
    for (; !slip; slip = await shop.ask(page)) await setTimeout(200);
    for (const amount of random.of(PLANS)) {
      const { txId } = slip.data!;
      const { flowId } = await sandbox.control.deposit({ merchantId, fiat: 'BRL', amount, txId: txId! });
      deposits.set(flowId!, id);
      await setTimeout(random.below(500));
    }
    const { arrival = '' } = slip;
    while ((await shop.ask(page, { arrival }))?.data?.status !== 'arrived') await setTimeout(300);
  }
  /** The payers whose pages are open. */
  const open = new Set<Promise<void>>();
  async function keepPaying(): Promise<void> {
    for (; !shop.isOver; shop.served += 1) {
      const payer = pay();
      open.add(payer);
      await payer;
      open.delete(payer);
    }
  }
  const load = Promise.all(Array.from({ length: WIDTH }, keepPaying));
  /** Does something, and lets more payers come and go. */
  async function step(name: string, work: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    shop.step = name;
    await work();
    const end = shop.served + PAYERS;
    while (shop.served < end) await Promise.race(open);
  }

  await step('calm');
  const next = keysOf('next');
  for (const name of ['SECRETS', 'SESSION_KEYS', 'SIGNING_KEYS'] as const) {
    const old = String(shop.keys[name]);
    for (const list of [[old, next[name]], [next[name], old], [next[name]]]) {
      shop.keys = { ...shop.keys, [name]: list };
      await step(`rotation of ${name}`, () => shop.deploy());
      await Promise.all(open); // stands for the day in which every page is closed
    }
  }
  await step('rotation of the token', () => storeToken('token-2'));
  await setTimeout(TIMEOUT); // for the requests under way
  await step('rotation of the token', () => sandbox.control.token({ token: 'token-1', merchantIds: [] }));
  for (const at of [0, 1]) {
    await step('a copy is killed', () => shop.kill(at));
    await shop.restart(at);
  }
  await step('the database is down', async () => {
    await database.kill();
    await setTimeout(5_000);
    await database.start();
  });
  for (const fault of [{ cut: 'before' }, { status: 500 }, { status: 429 }, { lose: 'answer' }] as const)
    await step('the API is down', async () => {
      await sandbox.control.faults([{ route: '*', ...fault }]);
      await setTimeout(10_000);
      await sandbox.control.faults([]);
    });
  shop.isOver = true;
  await load;
  const waiting = async () =>
    Number((await pool.query<{ n: string }>('select count(*) n from deposit_slip.event')).rows[0]!.n);
  while ((await waiting()) > 0) await setTimeout(500);

  const idsOf = (name: string, isOwn: (line: HookLine) => boolean): number =>
    new Set(shop.lines.filter((line) => line.name === name && isOwn(line)).map(({ id }) => id)).size;
  for (const [flowId, order] of deposits)
    assert.equal(
      idsOf('deposit', (line) => line.flowId === flowId && line.order === order),
      1,
      `deposit ${flowId}`,
    );
  assert.equal(
    idsOf('deposit', () => true),
    deposits.size,
    'no other deposit is told',
  );
  for (const order of orders)
    assert.equal(
      idsOf('paid', (line) => line.order === order),
      1,
      order,
    );
  const failures = [...shop.failures].map(([failure, times]) => `${failure} ${times}`);
  test.diagnostic(
    `${orders.length} orders, ${deposits.size} deposits, ${shop.requests} requests; ${failures.join(', ')}`,
  );
  assert.deepEqual(
    failures.filter((failure) => /^(calm|rotation|a copy)|: 40[013] |untrusted/.test(failure)),
    [],
  );
});
