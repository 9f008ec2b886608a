import { setImmediate as turn } from 'node:timers/promises';

/** When simulated time begins: 2026-03-02T09:00:00Z, a whole second. */
const START = 1_772_442_000_000;
export const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/**
 * Simulated time for everything in this process: `Date`, `performance.now` and `setTimeout`. It advances only
 * when a test says so, and never while an operation is still running.
 */
export class Clock {
  /** Unfinished work outside JavaScript, such as statements of a database. */
  pending = 0;
  /** The moments at which time leapt. */
  readonly leaps: number[] = [];
  #now = START;
  /** Sorted by the order in which they were set. */
  readonly #timers = new Map<object, Timer>();

  get now(): number {
    return this.#now;
  }

  /** Replaces the clocks of this process. */
  install(): void {
    const { Date: RealDate } = globalThis;
    const now = (): number => this.#now;
    globalThis.Date = class extends RealDate {
      // `Date` has seven more parameters.
      constructor(...values: readonly never[]) {
        super(...((values.length === 0 ? [now()] : values) as [number]));
      }

      static override now(): number {
        return now();
      }
    } as DateConstructor;
    performance.now = () => now() - START;
    globalThis.setTimeout = ((run: () => void, ms = 0) => this.set(run, ms)) as typeof setTimeout;
    globalThis.clearTimeout = ((timer: object | undefined) => {
      if (timer) this.#timers.delete(timer);
    }) as typeof clearTimeout;
  }

  set(run: () => void, ms: number): object {
    const timer = { unref: () => timer, ref: () => timer };
    this.#timers.set(timer, { due: this.#now + Math.max(ms, 0), run });
    return timer;
  }

  /** Resolves after a number of simulated milliseconds. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.set(resolve, ms));
  }

  /** Begins a new schedule: nothing from the previous one continues. */
  reset(): void {
    this.#timers.clear();
    this.leaps.length = 0;
    this.#moveTo(START);
  }

  /** Lets everything in progress continue until it waits for time to pass. */
  async settle(): Promise<void> {
    do await turn();
    while (this.pending > 0);
  }

  /** Advances time: every timer runs when it is due. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (let due = this.#nextDue(); due <= end; due = this.#nextDue()) {
      this.#moveTo(Math.max(due, this.#now));
      this.#runDue();
      await this.settle();
    }
    this.#moveTo(end);
  }

  /** Advances time until something has happened, but at most by this many milliseconds. */
  async advanceUntil(hasHappened: () => boolean, ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    while (!hasHappened() && this.#nextDue() <= end) {
      this.#moveTo(Math.max(this.#nextDue(), this.#now));
      this.#runDue();
      await this.settle();
    }
  }

  /**
   * Advances time while every process of this machine is suspended: timers that were due meanwhile run at the
   * end.
   */
  async leap(ms: number): Promise<void> {
    await this.settle();
    this.#moveTo(this.#now + ms);
    this.leaps.push(this.#now);
    this.#runDue();
    await this.settle();
  }

  #nextDue(): number {
    let next = Infinity;
    for (const { due } of this.#timers.values()) if (due < next) next = due;
    return next;
  }

  #runDue(): void {
    const due = [...this.#timers].filter(([, timer]) => timer.due <= this.#now);
    for (const [timer, { run }] of due.toSorted(([, one], [, other]) => one.due - other.due))
      if (this.#timers.delete(timer)) run();
  }

  #moveTo(time: number): void {
    this.#now = time;
  }
}
