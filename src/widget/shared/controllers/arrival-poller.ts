import type { Problem } from '../../../core/problem.js';
import { isServer, type ReactiveControllerHost } from 'lit';
import { Controller } from './controller.js';

/** How often to poll, and for how long. Milliseconds. */
export interface PollingPace {
  readonly first: number;
  readonly later: number;
  /** After this time, the interval grows from `first` to `later`. */
  readonly slowAfter: number;
  readonly stopAfter: number;
}

/** Every 2 s for a minute, then every 10 s, for 15 minutes. */
const PACE: PollingPace = { first: 2_000, later: 10_000, slowAfter: 60_000, stopAfter: 15 * 60_000 };

/** After the arrival, for a second deposit or a return: every 30 s for an hour. */
export const SLOW_PACE: PollingPace = { first: 30_000, later: 30_000, slowAfter: 0, stopAfter: 3_600_000 };

/**
 * The result of one request: poll again, pause until the payer resumes, wait until the page is visible or
 * online again, or stop.
 */
export type PollOutcome = 'again' | 'pause' | 'wait' | 'stop';

/** Problems that hardly resolve themselves: polling every few seconds would not help. */
const REFUSALS: ReadonlySet<Problem['kind']> = new Set(['unauthorized', 'forbidden', 'not-found', 'refused']);

/** The outcome for a problem. A response that could not be verified waits for the payer. */
export function outcomeOf({ kind }: Problem): PollOutcome {
  if (kind === 'unsafe') return 'pause';
  return REFUSALS.has(kind) ? 'wait' : 'again';
}

/** An element that polls while it is on the page. */
export type Host = ReactiveControllerHost & { readonly isConnected: boolean };

/** `paused`: until the payer resumes. `offline`: until the browser has a network again. */
export type PollStatus = 'watching' | 'paused' | 'offline';

interface Job {
  readonly pace: PollingPace;
  readonly check: (signal: AbortSignal) => Promise<PollOutcome>;
  readonly onStatus: (status: PollStatus) => void;
  /** Start of the job, milliseconds since the epoch. */
  startedAt: number;
}

/**
 * Polls for an arrival with one request at a time: the next is scheduled after the response to the last, so
 * requests never overlap on a slow network. Sleeps while the page is hidden, and polls at once when the page
 * is visible or online again. Also polls while the browser reports that it is offline, because browsers can
 * be wrong about that.
 */
export class ArrivalPoller extends Controller {
  readonly #host: Host;
  readonly #pace: PollingPace;
  #job: Job | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;

  constructor(host: Host, pace: PollingPace = PACE) {
    super();
    this.#host = host;
    this.#pace = pace;
    host.addController(this);
  }

  /**
   * Polls `check` until it returns `stop` or `stop()` is called. Calls `onStatus` when polling pauses,
   * resumes or goes offline.
   */
  start(check: Job['check'], onStatus: Job['onStatus'], pace = this.#pace): void {
    this.stop();
    this.#job = { check, onStatus, pace, startedAt: Date.now() };
    if (!isServer && !navigator.onLine) onStatus('offline');
    this.#schedule();
  }

  /** Polls again after a pause, at the initial rate. */
  resume(): void {
    if (!this.#job) return;
    this.start(this.#job.check, this.#job.onStatus, this.#job.pace);
    this.#job.onStatus(navigator.onLine ? 'watching' : 'offline');
    void this.#poll();
  }

  stop(): void {
    this.#sleep();
    this.#job = undefined;
  }

  override hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onWake);
    addEventListener('online', this.#onWake);
    addEventListener('offline', this.#onOffline);
    if (this.#job) this.#schedule();
  }

  override hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onWake);
    removeEventListener('online', this.#onWake);
    removeEventListener('offline', this.#onOffline);
    this.#sleep();
  }

  #onWake = (): void => {
    if (!this.#job) return;
    this.#sleep();
    if (navigator.onLine && !this.#isOver(this.#job)) this.#job.onStatus('watching');
    if (document.visibilityState === 'visible') void this.#poll();
  };

  #onOffline = (): void => this.#job?.onStatus('offline');

  #isOver({ startedAt, pace }: Job): boolean {
    return Date.now() - startedAt >= pace.stopAfter;
  }

  #sleep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#request?.abort();
    this.#request = undefined;
  }

  #schedule(): void {
    const job = this.#job;
    if (!job || !this.#host.isConnected || document.visibilityState === 'hidden') return;
    if (this.#isOver(job)) return job.onStatus('paused');
    const { first, later, slowAfter } = job.pace;
    const isYoung = Date.now() - job.startedAt < slowAfter;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#poll(), isYoung ? first : later);
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
    if (outcome === 'wait') return;
    // Treat the polling period as over, so that `#schedule` pauses.
    if (outcome === 'pause') job.startedAt = 0;
    this.#schedule();
  }
}
