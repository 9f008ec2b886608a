import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { isUnknown, newAttempt, type Attempt } from './attempts.js';
import { Journal } from './journal.js';
import { Service, type Api } from './service.js';

const CLIENTS = 8;

/** How a sandbox's life ends: so many milliseconds after so many acknowledgements. */
export interface Life {
  readonly acknowledged: number;
  readonly delay: number;
  /** Milliseconds after which a start that follows it is killed too. */
  readonly cut: readonly number[];
}

/** So many lives, the same for the same seed. */
export function livesOf(count: number): readonly Life[] {
  const cuts = fc.array(fc.nat(2000), { minLength: 1, maxLength: 2 });
  const life = fc.record({
    acknowledged: fc.integer({ min: 10, max: 50 }),
    delay: fc.nat(30),
    cut: fc.oneof({ arbitrary: fc.constant([]), weight: 9 }, { arbitrary: cuts, weight: 1 }),
  });
  return fc.sample(life, count);
}

/** Sandboxes on the same data, each after the death of the one before it, and the journal beside them. */
export class Succession {
  readonly journal = new Journal();
  readonly #arguments: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  #service: Service | undefined;
  #api: Api | undefined;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    this.#arguments = args;
    this.#environment = environment;
  }

  /** The one that lives, or was the last. */
  get service(): Service {
    return this.#service!;
  }

  get api(): Api {
    return this.#api!;
  }

  /** Begins the next one, once the one before it is gone; with more in its environment, if so. */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#service?.kill();
    this.#service = new Service(this.#arguments, { ...this.#environment, ...more });
    this.#api = await this.#service.ready();
  }

  /** Kills starts, each after so many milliseconds. */
  async startInVain(delays: readonly number[]): Promise<void> {
    for (const delay of delays) {
      this.#service = new Service(this.#arguments, this.#environment);
      await pause(delay);
      await this.#service.kill();
    }
  }

  /** Serves clients that go on until nobody answers them; meanwhile `end` comes. */
  async serve({ acknowledged, delay }: Life, end: () => Promise<unknown>): Promise<void> {
    const enough = this.journal.acknowledged + acknowledged;
    let reach = (): void => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const client = async (): Promise<void> => {
      for (let isAnswered = true; isAnswered; isAnswered = await this.isAnswered(newAttempt()))
        if (this.journal.acknowledged >= enough) reach();
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    await Promise.race([reached, clients.then(() => assert.fail('nobody was answered, and nothing killed'))]);
    await pause(delay);
    await end();
    await clients;
  }

  /** Makes an attempt, and tells whether it was answered. */
  async isAnswered(attempt: Attempt): Promise<boolean> {
    try {
      await this.journal.make(attempt, this.api);
      return true;
    } catch (error) {
      if (isUnknown(error)) return false;
      throw error;
    }
  }

  /** Holds the books against the journal, and asks again for what is open. */
  settle(): Promise<void> {
    return this.journal.settle(this.api);
  }

  /** Does so with everything that ever was acknowledged. */
  settleAll(): Promise<void> {
    return this.journal.settleAll(this.api);
  }

  /** Ends the last one. */
  async stop(): Promise<void> {
    await this.#service?.kill();
  }
}
