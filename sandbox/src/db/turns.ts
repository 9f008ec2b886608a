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

/**
 * How long the turns of a request may take together before it waits behind all others again, in milliseconds.
 */
export const SHARE_MS = 25;

/**
 * The place of a request among all others. It keeps it from turn to turn: if each turn had to wait for all
 * others, a request of four statements would take four times as long as one of a single statement.
 */
export interface Place {
  number: number;
  usedMs: number;
}

interface Turn {
  readonly place: Place;
  /** The place when it was asked for. */
  readonly number: number;
  /** Never rejects. */
  run(): Promise<void>;
}

/** Runs work of any kind one at a time. Who comes first is served first. */
export class Turns {
  /** In the order of their places. */
  readonly #waiting: Turn[] = [];
  #arrived = 0;
  #isRunning = false;
  #lastInput = 0;

  /** A place behind all others so far. */
  arrive(): Place {
    return { number: ++this.#arrived, usedMs: 0 };
  }

  /**
   * Runs `work` when everything that came before it has ended. Rejects with `Busy` if too much waits already.
   */
  async take<Result>(work: () => Promise<Result>, place = this.arrive()): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) throw new Busy();
    return this.add(work, place);
  }

  /** As `take`, however much waits: for what must happen, such as closing. */
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
   * PGlite works in promises alone, so without a pause nothing is read or sent until no work is left; and
   * then one new connection is accepted, before the work of all others comes again.
   */
  async #letInputIn(): Promise<void> {
    if (performance.now() - this.#lastInput < AT_ONCE_MS) return;
    await afterInput();
    this.#lastInput = performance.now();
  }
}
