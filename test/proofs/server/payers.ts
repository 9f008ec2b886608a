import type { Sandbox } from 'deposit-slip-sandbox';
import type { KitProcess } from './kit-process.js';
import type { Random } from './payments/random.js';

/** A deposit that the bank has booked. */
export interface PaidDeposit {
  readonly flowId: string;
  readonly order: string;
}

interface PayerOptions {
  readonly sandbox: Sandbox;
  readonly random: Random;
  readonly merchants: readonly number[];
  /** The copies of the kit that are running or restarting. */
  readonly copies: () => readonly KitProcess[];
}

/** How an order of 10.00 is paid. */
const PLANS: readonly (readonly string[])[] = [
  ['10.00'],
  ['10.00'],
  ['4.00', '6.00'],
  ['4.00'],
  ['10.00', '10.00'],
  [],
];

interface SlipBody {
  readonly data: { readonly txId?: string } | null;
  readonly arrival?: string;
}

/**
 * Payers that open the pages of orders, pay, and poll now and then, at copies of the kit that may be killed.
 */
export class Payers {
  readonly deposits: PaidDeposit[] = [];
  /** What was paid for each order. */
  readonly sums = new Map<string, number>();
  /** Orders for which two copies showed different codes. */
  readonly differences: string[] = [];
  readonly #options: PayerOptions;
  #isOver = false;

  constructor(options: PayerOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Lets this many payers pay at a time, until they are stopped. */
  async run(width: number): Promise<void> {
    const pay = async (): Promise<void> => {
      while (!this.#isOver) await this.#payOne();
    };
    await Promise.all(Array.from({ length: width }, pay));
  }

  async #payOne(): Promise<void> {
    const { random, merchants, sandbox } = this.#options;
    const merchantId = random.of(merchants);
    const order = `order-${this.sums.size}`;
    this.sums.set(order, 0);
    const cookie = `${order} ${merchantId} 10.00`;
    const slip = await this.#open(cookie);
    // Nobody pays by a code that was not shown.
    if (slip?.data?.txId === undefined) return;
    for (const amount of random.of(PLANS)) {
      const { txId } = slip.data;
      const { flowId } = await sandbox.control.deposit({ merchantId, fiat: 'BRL', amount, txId });
      this.deposits.push({ flowId: flowId!, order });
      this.sums.set(order, this.sums.get(order)! + Number(amount));
      await this.#send(cookie, `?arrival=${slip.arrival}`);
    }
  }

  /** Opens the page, sometimes at all copies at the same moment. */
  async #open(cookie: string): Promise<SlipBody | undefined> {
    const { random, copies } = this.#options;
    if (!random.once(3)) return this.#send(cookie);
    const all = await Promise.all(copies().map((copy) => this.#send(cookie, '', copy)));
    const shown = all.filter((slip) => slip?.data?.txId !== undefined);
    if (new Set(shown.map((slip) => slip?.data?.txId)).size > 1) this.differences.push(cookie);
    return shown[0];
  }

  /**
   * The response of a copy. Undefined if the copy was killed or cannot be reached, or if the request failed.
   */
  async #send(
    cookie: string,
    query = '',
    copy = this.#options.random.of(this.#options.copies()),
  ): Promise<SlipBody | undefined> {
    try {
      const response = await copy.send(cookie, query);
      return response.ok ? ((await response.json()) as SlipBody) : undefined;
    } catch {
      return undefined;
    }
  }
}
