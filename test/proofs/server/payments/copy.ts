import { createDepositKit, type DepositKit, type KitHooks, type Store } from 'deposit-slip/kit';
import type { SentPage } from './bank.js';
import { watchRecords } from './records.js';
import type { Simulation } from './simulation.js';

/** The points at which a copy may be killed. */
export const KILL_POINTS = [
  'request',
  'response',
  'hook',
  'transaction before',
  'transaction inside',
  'transaction after',
  'finishSlip before',
  'finishSlip after',
  'takeTurn after',
  'endReading before',
  'endReading after',
  'claim after',
  'claimEvents after',
  'deleteEvent before',
  'deleteEvent after',
] as const;

export type KillPoint = (typeof KILL_POINTS)[number];

const TOKEN = 'a-token-of-the-proof-of-payments';
const SECRET = 'a secret of three copies, of at least thirty-two bytes';
export const SESSION_KEY = 'a key of the sessions of this proof, of at least thirty-two bytes';

const never = <Result>(): Promise<Result> => new Promise(() => undefined);
const EVENTS = ['deposit', 'paid', 'returned', 'unmatched'] as const;

/** A copy of the kit in a process of its own, which can be killed: then nothing in it continues. */
export class Copy {
  readonly kit: DepositKit;
  /** The last page of flows that this copy received, by merchant. */
  readonly pages = new Map<string, SentPage>();
  /** Resolves when the copy is killed. */
  readonly killed: Promise<undefined>;
  isAlive = true;
  isFollowing = false;
  readonly #simulation: Simulation;
  #following = new AbortController();
  #tellKilled!: (value: undefined) => void;

  constructor(
    simulation: Simulation,
    readonly slot: number,
  ) {
    this.#simulation = simulation;
    this.killed = new Promise((resolve) => (this.#tellKilled = resolve));
    const { isSession, watchDays } = simulation.traits;
    this.kit = createDepositKit({
      baseUrl: 'https://api.example.com',
      token: TOKEN,
      secret: SECRET,
      scope: simulation.scope,
      store: this.#store(),
      limiter: false,
      refreshes: 1_000,
      watchDays,
      ...(isSession ? { session: SESSION_KEY } : { authorize: (request) => simulation.authorize(request) }),
      fetch: ((input: string) => this.#fetch(new URL(input))) as typeof fetch,
      on: this.#hooks(),
      logger: { warn: () => undefined, error: () => undefined },
    });
  }

  /** Called wherever the copy may be killed. Never resolves if it is. */
  async reach(point: string): Promise<void> {
    if (this.#isKilledAt(point)) await never();
  }

  /** The same inside a transaction: the connection breaks, so the database rolls back. */
  reachInside(point: string): void {
    if (this.#isKilledAt(point)) throw new Error('The connection broke');
  }

  kill(): void {
    this.isAlive = false;
    this.#following.abort();
    this.#tellKilled(undefined);
    this.#simulation.replace(this);
  }

  follow(): void {
    if (this.isFollowing) return;
    this.isFollowing = true;
    void this.kit.follow({ signal: this.#following.signal });
  }

  /** Lets everything in progress run to its end. */
  unfollow(): void {
    this.isFollowing = false;
    this.#following.abort();
    this.#following = new AbortController();
  }

  #isKilledAt(point: string): boolean {
    if (this.isAlive && this.#simulation.takeKill(this.slot, point)) this.kill();
    return !this.isAlive;
  }

  #store(): Store {
    const { store } = this.#simulation;
    return {
      migrate: () => store.migrate(),
      open: (scope) => watchRecords(store.open(scope), this, this.#simulation),
    };
  }

  async #fetch(url: URL): Promise<Response> {
    await this.reach('request');
    const response = await this.#simulation.bank.respond(url, (page) => this.pages.set(page.merchant, page));
    await this.reach('response');
    return response;
  }

  #hooks(): KitHooks {
    return Object.fromEntries(EVENTS.map((name) => [name, (event: object) => this.#call(name, event)]));
  }

  async #call(name: (typeof EVENTS)[number], event: object): Promise<void> {
    await this.reach('hook');
    await this.#simulation.told(name, event as never);
    await this.reach('hook');
  }
}
