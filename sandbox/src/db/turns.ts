import { setImmediate as afterInput } from 'node:timers/promises';

/** So many statements already wait that another one would wait too long. It was not begun. */
export class Busy extends Error {
  constructor() {
    super('Too many statements wait for the database. Nothing was changed; try again.');
    this.name = 'Busy';
  }
}

/** How many may wait: the embedded database runs about two thousand short statements a second. */
export const MAX_WAITING = 1_000;

/** How long turns follow each other at once, in milliseconds. */
const AT_ONCE_MS = 5;

/** Runs work of any kind one at a time, first come, first served. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #lastInput = 0;

  /** Runs `work` when everything before it has ended. Rejects with `Busy` if too much waits already. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MAX_WAITING) throw new Busy();
    return this.add(work);
  }

  /** As `take`, however much waits: for what must happen, such as closing. */
  add<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    const turn = this.#last.then(async () => {
      await this.#letInputIn();
      this.#waiting -= 1;
      return work();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /**
   * PGlite works in promises alone, so without a pause nothing is read or sent until no work is left; and then one new connection is
   * accepted, before the work of all others comes again.
   */
  async #letInputIn(): Promise<void> {
    if (performance.now() - this.#lastInput < AT_ONCE_MS) return;
    await afterInput();
    this.#lastInput = performance.now();
  }
}
