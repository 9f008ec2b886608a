import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import type { Payment } from 'deposit-slip/kit';
import { createControl, type Control } from 'deposit-slip-sandbox';
import { keyStatus } from '../../sandbox/test/requests.js';
import { ROOT } from '../root.js';

/** The demo with `--data`, as `npm start` runs it, which is stopped in the middle of a payment. */

const PROGRAM = [
  // Compiles the database's WebAssembly in a third of the time.
  '--liftoff-only',
  '--conditions=@deposit-slip/source',
  '--import',
  import.meta.resolve('tsx'),
  'demo/main.ts',
  '--data',
];
/** Longer than a killed process may hold the right to read deposits. */
const PATIENCE = 90_000;

/** The response to a request for a slip. */
interface SlipResponse {
  readonly amount?: string;
  readonly arrival?: string;
  readonly payment?: Payment;
  readonly data: { readonly txId: string; readonly status?: string; readonly payment?: Payment };
}

/** Processes that use one folder, one after the other, and their output. */
class Restarted {
  readonly lines: string[] = [];
  #child: ChildProcess | undefined;
  #onLine = (): void => undefined;
  url = '';
  control!: Control;

  constructor(readonly data: string) {}

  async start(): Promise<void> {
    const child = this.#spawn();
    this.#child = child;
    const from = this.lines.length;
    createInterface({ input: child.stdout! }).on('line', (line) => {
      this.lines.push(line);
      this.#onLine();
    });
    const greeting = await this.printed((line) => line.includes('the payments API (token'), from);
    const [shop] = this.lines.slice(from);
    [this.url] = /^\S+(?=\/ )/.exec(shop!)! as [string];
    this.control = createControl(greeting.split(' ')[0]!, 'control-token');
  }

  /** Ends the process, and resolves to its exit code and signal. */
  async end(signal: NodeJS.Signals): Promise<unknown[]> {
    const child = this.#child!;
    if (child.kill(signal)) await once(child, 'exit');
    return [child.exitCode, child.signalCode];
  }

  #spawn(): ChildProcess {
    const { DATABASE_URL: _, ...env } = process.env;
    return spawn(process.execPath, [...PROGRAM, this.data], {
      cwd: ROOT,
      // Open pages keep their address.
      env: { ...env, PORT: this.url === '' ? '0' : new URL(this.url).port },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** Waits until a process has printed a line. */
  async printed(isMatch: (line: string) => boolean, from = 0): Promise<string> {
    const signal = AbortSignal.timeout(PATIENCE);
    for (;;) {
      const line = this.lines.slice(from).find(isMatch);
      if (line !== undefined) return line;
      await new Promise<void>((resolve, reject) => {
        this.#onLine = resolve;
        signal.addEventListener('abort', () => reject(new Error(`Not printed:\n${this.lines.join('\n')}`)));
      });
    }
  }

  get(path: string, headers: Record<string, string>): Promise<Response> {
    return fetch(`${this.url}${path}`, { headers });
  }

  async slip(path: string, headers: Record<string, string>): Promise<SlipResponse> {
    const response = await this.get(path, headers);
    assert.equal(response.status, 200, path);
    return (await response.json()) as SlipResponse;
  }

  /** Pays a code that this process issued. */
  async pay(txId: string, amount: string): Promise<void> {
    const requests = await this.control.requests();
    const merchantId = String(requests.find(({ ids }) => ids.txId === txId)!.query['merchantId']);
    await this.control.deposit({ merchantId, fiat: 'BRL', amount, txId });
  }
}

/** A visitor of the shop, who has an order, a wallet and their slips. */
interface Visit {
  readonly number: string;
  /** The headers of a request by the shop's page, and by the wallet. */
  readonly shop: Record<string, string>;
  readonly app: Record<string, string>;
  readonly order: SlipResponse;
  readonly wallet: SlipResponse;
}

async function visit(demo: Restarted): Promise<Visit> {
  const page = await demo.get('/?country=BR', {});
  const shop = { cookie: page.headers.getSetCookie()[0]!.split(';')[0]! };
  const [number] = /TS-[0-9]+/.exec(await page.text())! as [string];
  const response = await fetch(`${demo.url}/session`, { method: 'POST', headers: shop });
  const { session } = (await response.json()) as { session: string };
  const app = { authorization: `Bearer ${session}` };
  const [order, wallet] = [await demo.slip('/deposit', shop), await demo.slip(WALLET, app)];
  return { number, shop, app, order, wallet };
}

const WALLET = '/wallet/deposit?paymentId=90';

async function stateOf(demo: Restarted, { number, shop }: Visit): Promise<string> {
  const response = await demo.get(`/orders/${number}/state`, shop);
  return ((await response.json()) as { state: string }).state;
}

describe('npm start -- --data', () => {
  let demo!: Restarted;
  let visitor!: Visit;
  before(async () => {
    demo = new Restarted(await mkdtemp(join(tmpdir(), 'demo-')));
    await demo.start();
    visitor = await visit(demo);
  });
  after(async () => {
    assert.deepEqual(await demo.end('SIGTERM'), [0, null]);
    await rm(demo.data, { recursive: true });
  });

  const booked = async (...lines: readonly string[]): Promise<void> => {
    for (const line of lines) await demo.printed((printed) => printed === line);
  };

  it('prints an address of the console that opens it', async () => {
    const line = await demo.printed((printed) => printed.includes('the console of the sandbox'));
    assert.equal(await keyStatus(line.split(' ')[0]!), 200);
  });

  it('continues with payments after SIGKILL, and reports each deposit once', async () => {
    await demo.pay(visitor.order.data.txId, '100');
    await demo.pay(visitor.wallet.data.txId, '25');
    assert.deepEqual(await demo.end('SIGKILL'), [null, 'SIGKILL']);
    await demo.start();
    await booked(`${visitor.number}: 100.00 BRL received`, 'Wallet: 25.00 BRL received');
    assert.equal(await stateOf(demo, visitor), 'part');
    const polled = await demo.slip(`/deposit?arrival=${visitor.order.arrival}`, visitor.shop);
    assert.deepEqual([polled.data.status, polled.data.payment?.remaining], ['waiting', '87.40']);
    const rest = await demo.slip('/deposit', visitor.shop);
    assert.deepEqual([rest.amount, rest.payment?.received], ['87.40', '100.00']);
    assert.notEqual(rest.data.txId, visitor.order.data.txId);
    const again = await demo.slip(WALLET, visitor.app);
    await demo.pay(rest.data.txId, '87.40');
    await demo.pay(again.data.txId, '10');
    await booked(`${visitor.number}: paid`, 'Wallet: 10.00 BRL received');
    assert.equal(await stateOf(demo, visitor), 'paid');
    const receipt = await demo.slip('/deposit', visitor.shop);
    assert.deepEqual([receipt.data.status, receipt.payment?.status], ['arrived', 'paid']);
    assert.deepEqual(await (await demo.get('/wallet/balances', visitor.app)).json(), { BRL: '35.00' });
    assert.equal((await demo.control.verify()).ok, true, 'the ledger is exact');
    assert.deepEqual(
      demo.lines.filter((line) => line.startsWith(`${visitor.number}: `)).map((line) => line.split(': ')[1]),
      ['100.00 BRL received', '87.40 BRL received', 'paid'],
    );
    assert.deepEqual(
      demo.lines.filter((line) => line.startsWith('Wallet: ')),
      ['Wallet: 25.00 BRL received', 'Wallet: 10.00 BRL received'],
    );
  });
});
