import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Payment } from 'deposit-slip/kit';
import { createControl, type Control } from 'deposit-slip-sandbox';
import { reach } from './demo-browsers.js';
import { openBrowser } from './driver/index.js';

/** The demo with `--data`, as `npm start` runs it, which is stopped in the middle of a payment. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = [
  '--conditions=@deposit-slip/source',
  '--import',
  import.meta.resolve('tsx'),
  'demo/main.ts',
  '--data',
];
/** Longer than a killed process may keep the right to read deposits. */
const PATIENCE = 90_000;

/** The response to a request for a slip. */
interface SlipResponse {
  readonly amount?: string;
  readonly arrival?: string;
  readonly payment?: Payment;
  readonly data: { readonly txId: string; readonly status?: string; readonly payment?: Payment };
}

/** Processes on one folder, one after the other, and what they print. */
class Restarted {
  readonly lines: string[] = [];
  readonly #data: string;
  #child: ChildProcess | undefined;
  #onLine = (): void => undefined;
  url = '';
  control!: Control;

  constructor(data: string) {
    this.#data = data;
  }

  async start(): Promise<void> {
    const child = this.spawn('inherit');
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

  /** Starts a further process on the folder. */
  spawn(stderr: 'inherit' | 'pipe'): ChildProcess {
    const { DATABASE_URL: _, ...env } = process.env;
    return spawn(process.execPath, [...PROGRAM, this.#data], {
      cwd: ROOT,
      // Pages that are open keep their address.
      env: { ...env, PORT: this.url === '' ? '0' : new URL(this.url).port },
      stdio: ['ignore', 'pipe', stderr],
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

  /** The account that a code was issued for by this process. */
  async accountOf(txId: string): Promise<string> {
    const requests = await this.control.requests();
    return String(requests.find(({ ids }) => ids.txId === txId)!.query['merchantId']);
  }

  async pay(txId: string, amount: string, account?: string): Promise<void> {
    const merchantId = account ?? (await this.accountOf(txId));
    await this.control.deposit({ merchantId, fiat: 'BRL', amount, txId });
  }
}

describe('npm start -- --data', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-'));
  });
  after(() => rm(folder, { recursive: true }));

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    it(`goes on with a payment after ${signal}, and tells each deposit once`, async () => {
      const demo = new Restarted(join(folder, signal));
      try {
        await demo.start();
        const page = await demo.get('/?country=BR', {});
        const visitor = { cookie: page.headers.getSetCookie()[0]!.split(';')[0]! };
        const [number] = /TS-[0-9]+/.exec(await page.text())! as [string];
        const { session } = (await (
          await fetch(`${demo.url}/session`, { method: 'POST', headers: visitor })
        ).json()) as { session: string };
        const app = { authorization: `Bearer ${session}` };
        const state = async (): Promise<string> => {
          const response = await demo.get(`/orders/${number}/state`, visitor);
          return ((await response.json()) as { state: string }).state;
        };
        const first = await demo.slip('/deposit', visitor);
        const wallet = await demo.slip('/wallet/deposit?paymentId=90', app);
        await demo.pay(first.data.txId, '100');
        await demo.pay(wallet.data.txId, '25');
        if (signal === 'SIGTERM') {
          await demo.printed((line) => line === `${number}: 100.00 BRL received`);
          await demo.printed((line) => line === 'Wallet: 25.00 BRL received');
        }
        assert.deepEqual(await demo.end(signal), signal === 'SIGTERM' ? [0, null] : [null, signal]);

        await demo.start();
        await demo.printed((line) => line === `${number}: 100.00 BRL received`);
        await demo.printed((line) => line === 'Wallet: 25.00 BRL received');
        assert.equal(await state(), 'part');
        const polled = await demo.slip(`/deposit?arrival=${first.arrival}`, visitor);
        assert.deepEqual([polled.data.status, polled.data.payment?.remaining], ['waiting', '87.40']);
        const rest = await demo.slip('/deposit', visitor);
        assert.deepEqual([rest.amount, rest.payment?.received], ['87.40', '100.00']);
        assert.notEqual(rest.data.txId, first.data.txId);
        const again = await demo.slip('/wallet/deposit?paymentId=90', app);
        await demo.pay(rest.data.txId, '87.40');
        await demo.pay(again.data.txId, '10');
        await demo.printed((line) => line === `${number}: paid`);
        await demo.printed((line) => line === 'Wallet: 10.00 BRL received');
        assert.equal(await state(), 'paid');
        const receipt = await demo.slip('/deposit', visitor);
        assert.deepEqual([receipt.data.status, receipt.payment?.status], ['arrived', 'paid']);
        assert.deepEqual(await (await demo.get('/wallet/balances', app)).json(), { BRL: '35.00' });
        assert.equal((await demo.control.verify()).ok, true, 'the ledger is exact');
      } finally {
        await demo.end('SIGTERM');
      }
      const told = demo.lines.filter((line) => /^(?:TS-[0-9]+|Wallet): /.test(line));
      assert.deepEqual(
        told.filter((line) => line.startsWith('TS')).map((line) => line.split(': ')[1]),
        ['100.00 BRL received', '87.40 BRL received', 'paid'],
      );
      assert.deepEqual(
        told.filter((line) => line.startsWith('Wallet')),
        ['Wallet: 25.00 BRL received', 'Wallet: 10.00 BRL received'],
      );
    });

  it('tells a page that stays open that its slip is paid', async () => {
    const demo = new Restarted(join(folder, 'open page'));
    const browser = await openBrowser('chromium');
    try {
      await demo.start();
      const page = await browser.newPage({ width: 1280, height: 900 });
      await page.goto(`${demo.url}/?country=BR`);
      const slip = '#checkout deposit-slip';
      await reach(page, slip, 'ready');
      const txId = await page.evaluate(
        (place) => document.querySelector<HTMLElementTagNameMap['deposit-slip']>(place)!.slip!.txId!,
        slip,
      );
      const account = await demo.accountOf(txId);
      await demo.end('SIGKILL');
      await demo.start();
      await demo.pay(txId, '187.40', account);
      await page.waitFor(() => document.querySelector('main')!.dataset['state'] === 'paid', {
        what: 'the order to be paid',
        timeout: PATIENCE,
      });
      await reach(page, slip, 'arrived');
    } finally {
      await browser.close();
      await demo.end('SIGTERM');
    }
  });

  it('refuses a folder that another process uses, in one line', async () => {
    const demo = new Restarted(join(folder, 'shared'));
    await demo.start();
    try {
      const other = demo.spawn('pipe');
      let errors = '';
      other.stderr!.on('data', (chunk) => (errors += String(chunk)));
      const [code] = (await once(other, 'close')) as [number];
      assert.equal(code, 1);
      assert.match(errors, /^\S+ is in use by process [0-9]+: stop that process or choose another folder/);
      assert.equal(errors.trim().split('\n').length, 1, errors);
      assert.equal((await demo.get('/', {})).status, 200);
    } finally {
      await demo.end('SIGTERM');
    }
  });
});
