import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How often to poll, and for how long. Milliseconds. */
export interface PollingPace {
  readonly first: number;
  readonly later: number;
  /** After this long the interval grows from `first` to `later`. */
  readonly slowAfter: number;
  readonly stopAfter: number;
}

/** Every 2 s for a minute, then every 10 s, for 15 minutes. */
const PACE: PollingPace = { first: 2_000, later: 10_000, slowAfter: 60_000, stopAfter: 15 * 60_000 };

/** What one request leads to: poll on, pause until the payer resumes, or stop (it arrived, or polling is of no use). */
export type PollOutcome = 'again' | 'pause' | 'stop';

type Host = ReactiveControllerHost & { readonly isConnected: boolean };

interface Job {
  readonly check: (signal: AbortSignal) => Promise<PollOutcome>;
  readonly onPause: (paused: boolean) => void;
  /** Start of the job, milliseconds since the epoch. */
  startedAt: number;
}

/**
 * Polls whether something arrived, one request at a time: the next is scheduled when the last is answered, so requests never
 * overlap on a slow network. Sleeps while the page is hidden, and polls at once when it is visible or online again.
 */
export class ArrivalPoller implements ReactiveController {
  readonly #host: Host;
  readonly #pace: PollingPace;
  #job: Job | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;

  constructor(host: Host, pace: PollingPace = PACE) {
    this.#host = host;
    this.#pace = pace;
    host.addController(this);
  }

  /** Polls `check` until it returns `stop` or `stop()` is called. `onPause` is told when polling pauses and resumes. */
  start(check: Job['check'], onPause: Job['onPause']): void {
    this.stop();
    this.#job = { check, onPause, startedAt: Date.now() };
    this.#schedule();
  }

  /** Polls again after a pause, at the first pace. */
  resume(): void {
    if (!this.#job) return;
    this.start(this.#job.check, this.#job.onPause);
    this.#job.onPause(false);
    void this.#poll();
  }

  stop(): void {
    this.#sleep();
    this.#job = undefined;
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onWake);
    addEventListener('online', this.#onWake);
    if (this.#job) this.#schedule();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onWake);
    removeEventListener('online', this.#onWake);
    this.#sleep();
  }

  #onWake = (): void => {
    if (!this.#job) return;
    this.#sleep();
    if (document.visibilityState === 'visible') void this.#poll();
  };

  #sleep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#request?.abort();
    this.#request = undefined;
  }

  #schedule(): void {
    const job = this.#job;
    if (!job || !this.#host.isConnected || document.visibilityState === 'hidden') return;
    const age = Date.now() - job.startedAt;
    if (age >= this.#pace.stopAfter) {
      job.onPause(true);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#poll(),
      age < this.#pace.slowAfter ? this.#pace.first : this.#pace.later,
    );
  }

  async #poll(): Promise<void> {
    const job = this.#job;
    if (!job) return;
    clearTimeout(this.#timer);
    const request = new AbortController();
    this.#request?.abort();
    this.#request = request;
    const outcome = await job.check(request.signal);
    if (request.signal.aborted || this.#job !== job) return;
    this.#request = undefined;
    if (outcome === 'stop') return this.stop();
    // Treat the polling period as over, so that `#schedule` pauses.
    if (outcome === 'pause') job.startedAt = 0;
    this.#schedule();
  }
}
