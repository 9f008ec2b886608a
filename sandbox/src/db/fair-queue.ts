import { setImmediate as afterInput } from 'node:timers/promises';

/** Too many statements are already waiting, so this one did not begin. */
export class Busy extends Error {
  constructor() {
    super('Too many statements wait for the database. Nothing was changed; try again.');
    this.name = 'Busy';
  }
}

/**
 * The maximum number of waiting statements: the embedded database runs about two thousand short statements a
 * second.
 */
export const MAX_WAITING = 1_000;

/** How long turns may follow each other without a pause, in milliseconds. */
const AT_ONCE_MS = 5;

/** How long the turns of a request may take in total before it moves behind all others, in milliseconds. */
export const SHARE_MS = 25;

/**
 * The place of a request in the queue. The request keeps it from turn to turn: if each turn had to wait for
 * all others, a request with four statements would take four times as long as one with a single statement.
 */
export interface Place {
  number: number;
  usedMs: number;
}

interface Turn {
  readonly place: Place;
  /** The number of the place when the turn was added; that of `place` grows when its share is used up. */
  readonly number: number;
  /** Never rejects. */
  run(): Promise<void>;
}

/** Runs tasks of any kind one at a time, first come, first served. */
export class FairQueue {
  /** In the order of their places. */
  readonly #waiting: Turn[] = [];
  #arrived = 0;
  #isRunning = false;
  #lastInput = 0;

  /** A place behind all existing ones. */
  arrive(): Place {
    return { number: ++this.#arrived, usedMs: 0 };
  }

  /**
   * Runs `work` after all work with an earlier place has ended. Rejects with `Busy` if too much is already
   * waiting.
   */
  async take<Result>(work: () => Promise<Result>, place = this.arrive()): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) throw new Busy();
    return this.add(work, place);
  }

  /** Like `take`, but never rejects with `Busy`: for work that must happen, such as closing. */
  add<Result>(work: () => Promise<Result>, place = this.arrive()): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#insert({ place, number: place.number, run: () => work().then(resolve, reject) });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  #insert(turn: Turn): void {
    const behind = this.#waiting.findLastIndex(({ number }) => number <= turn.number);
    this.#waiting.splice(behind + 1, 0, turn);
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let turn = this.#waiting.shift(); turn; turn = this.#waiting.shift()) {
      await this.#letInputIn();
      const began = performance.now();
      await turn.run();
      this.#use(turn.place, performance.now() - began);
    }
    this.#isRunning = false;
  }

  #use(place: Place, ms: number): void {
    place.usedMs += ms;
    if (place.usedMs >= SHARE_MS) Object.assign(place, this.arrive());
  }

  /**
   * PGlite works only in promises, so without a pause the process reads and sends nothing until no work is
   * left, and then accepts only one new connection before the work continues.
   */
  async #letInputIn(): Promise<void> {
    if (performance.now() - this.#lastInput < AT_ONCE_MS) return;
    await afterInput();
    this.#lastInput = performance.now();
  }
}
