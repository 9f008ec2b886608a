/** Pages that poll in simulated time. */
import {
  createMemoryStore,
  type ArrivalResponse,
  type Grant,
  type KitHooks,
  type Store,
} from 'deposit-slip/kit';
import { fakeApi, pix, type Scripted } from '../../server/fake-api.js';
import { sendTo, shop, txIdOf } from '../../server/shop.js';
import type { FlowRequest } from './pace.js';
import { SECOND, type Clock } from './payments/clock.js';
import type { Random } from './payments/random.js';

const COPIES = 3;
/** How often a page polls, in milliseconds. */
const INTERVAL = 2 * SECOND;
/** The longest that a request to the API takes to end once it has begun. */
const LONGEST = 10 * SECOND;

export interface CrowdOptions {
  readonly pages: number;
  readonly merchants: number;
  /** Whether the copies follow the deposits. If not, only polls make them read. */
  readonly follows: boolean;
  /** The API's response to a request for deposits. */
  readonly flows: (url: URL) => Scripted | Promise<Scripted>;
  readonly on?: KitHooks;
  readonly store?: Store;
}

/** A page with a slip for an order of 10.00. */
export interface Page {
  readonly init: RequestInit;
  readonly arrival: string;
  readonly txId: string;
}

/** The duration of a poll. */
export interface Poll {
  readonly status: number;
  readonly data: ArrivalResponse | null;
  /** When it began, in simulated milliseconds. */
  readonly start: number;
  /** Simulated milliseconds: the time that it waited. */
  readonly waited: number;
  /** Real milliseconds. */
  readonly took: number;
}

/** Three copies of the kit on one store, and pages whose polls each reach another copy. */
export class Crowd {
  readonly requests: FlowRequest[] = [];
  readonly polls: Poll[] = [];
  readonly pages: Page[] = [];
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #options: CrowdOptions;
  readonly #copies: readonly ReturnType<typeof shop>[];

  constructor(clock: Clock, random: Random, options: CrowdOptions) {
    this.#clock = clock;
    this.#random = random;
    this.#options = options;
    let codes = 0;
    const api = fakeApi({
      slip: () => pix(String((codes += 1))),
      flows: (url) => {
        this.requests.push({ merchant: url.searchParams.get('merchantId')!, at: clock.now });
        return options.flows(url);
      },
    });
    const { store = createMemoryStore(), merchants, on = {} } = options;
    const authorize = ({ headers }: Request): Grant => {
      const id = headers.get('cookie')!;
      const methods = [{ paymentId: 90, fiat: 'BRL' }];
      return { id, merchantId: 1 + (Number(id) % merchants), methods, amount: '10.00' };
    };
    this.#copies = Array.from({ length: COPIES }, () => shop({ api, store, authorize, on }));
  }

  /** Opens all pages. */
  async open(): Promise<void> {
    const open = async (_: unknown, id: number): Promise<Page> => {
      const init = { headers: { cookie: String(id) } };
      const slip = await this.send('', init);
      return { init, arrival: slip.body.arrival!, txId: txIdOf(slip) };
    };
    this.pages.push(...(await Promise.all(Array.from({ length: this.#options.pages }, open))));
  }

  /** Sends a request to a random copy. */
  send(query: string, init: RequestInit): ReturnType<typeof sendTo> {
    return sendTo(this.#random.of(this.#copies).kit, query, init);
  }

  /** Lets all pages poll for some time. */
  async poll(seconds: number): Promise<void> {
    const end = this.#clock.now + seconds * SECOND;
    const stop = new AbortController();
    const { signal } = stop;
    const followed = this.#options.follows ? this.#copies.map(({ kit }) => kit.follow({ signal })) : [];
    const all = [...this.pages.map((page) => this.#pollUntil(end, page)), ...followed];
    await this.#clock.advance(seconds * SECOND);
    stop.abort();
    await this.#clock.advance(INTERVAL + LONGEST);
    await Promise.all(all);
  }

  async #pollUntil(end: number, { init, arrival }: Page): Promise<void> {
    await this.#clock.wait(this.#random.below(INTERVAL));
    while (this.#clock.now < end) {
      const [start, began] = [this.#clock.now, process.hrtime.bigint()];
      const { status, body } = await this.send(`?arrival=${arrival}`, init);
      const took = Number(process.hrtime.bigint() - began) / 1e6;
      const data = body.data as ArrivalResponse | null;
      this.polls.push({ status, data, start, waited: this.#clock.now - start, took });
      await this.#clock.wait(INTERVAL);
    }
  }
}
