import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long to wait between two questions, and when to stop asking by itself. Milliseconds. */
export interface Pace {
  readonly first: number;
  readonly later: number;
  /** After this long the pace slows from `first` to `later`. */
  readonly slowAfter: number;
  readonly stopAfter: number;
}

/** Every 2 s for a minute, then every 10 s, for 15 minutes: what payers' patience and servers bear alike. */
export const PACE: Pace = { first: 2_000, later: 10_000, slowAfter: 60_000, stopAfter: 15 * 60_000 };

/** What a question came to: go on asking, pause until the payer asks for more, or stop (it arrived, or asking is of no use). */
export type Outcome = 'again' | 'pause' | 'stop';

type Host = ReactiveControllerHost & { readonly isConnected: boolean };

interface Watched {
  readonly check: (signal: AbortSignal) => Promise<Outcome>;
  readonly onPause: (paused: boolean) => void;
  /** Milliseconds; its time runs from here. */
  since: number;
}

/**
 * Asks whether something arrived, one question at a time: the next is set when the last is answered, so slow networks
 * never overlap two. Sleeps while the page is hidden and asks at once when it is seen again.
 */
export class ArrivalPoller implements ReactiveController {
  readonly #host: Host;
  readonly #pace: Pace;
  #watched: Watched | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;

  constructor(host: Host, pace: Pace = PACE) {
    this.#host = host;
    this.#pace = pace;
    host.addController(this);
  }

  /** Starts asking `check`, until it says stop or `stop()` is called. */
  start(check: Watched['check'], onPause: Watched['onPause']): void {
    this.stop();
    this.#watched = { check, onPause, since: Date.now() };
    this.#schedule();
  }

  /** Asks again after a pause, from the first pace on. */
  resume(): void {
    if (!this.#watched) return;
    this.start(this.#watched.check, this.#watched.onPause);
    this.#watched.onPause(false);
    void this.#ask();
  }

  stop(): void {
    this.#sleep();
    this.#watched = undefined;
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onVisibility);
    addEventListener('online', this.#onVisibility);
    if (this.#watched) this.#schedule();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    removeEventListener('online', this.#onVisibility);
    this.#sleep();
  }

  #onVisibility = (): void => {
    if (!this.#watched) return;
    this.#sleep();
    if (document.visibilityState === 'visible') void this.#ask();
  };

  #sleep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asking?.abort();
    this.#asking = undefined;
  }

  #schedule(): void {
    const watched = this.#watched;
    if (!watched || !this.#host.isConnected || document.visibilityState === 'hidden') return;
    const age = Date.now() - watched.since;
    if (age >= this.#pace.stopAfter) {
      watched.onPause(true);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#ask(),
      age < this.#pace.slowAfter ? this.#pace.first : this.#pace.later,
    );
  }

  async #ask(): Promise<void> {
    const watched = this.#watched;
    if (!watched) return;
    clearTimeout(this.#timer);
    const asking = new AbortController();
    this.#asking?.abort();
    this.#asking = asking;
    const outcome = await watched.check(asking.signal);
    if (asking.signal.aborted || this.#watched !== watched) return;
    this.#asking = undefined;
    if (outcome === 'stop') return this.stop();
    // As if its time were over.
    if (outcome === 'pause') watched.since = 0;
    this.#schedule();
  }
}
