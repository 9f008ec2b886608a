import type { ReactiveControllerHost } from 'lit';
import { readEnvelope } from '../../core/reader/endpoint-response.js';
import { readHistory, type HistoryPage } from '../../core/reader/history.js';
import { isProblem, problem, type Problem } from '../../core/problem.js';
import { record } from '../../core/record.js';
import { Controller } from '../shared/controllers/controller.js';
import { ArrivalPoller, outcomeOf, type PollOutcome } from '../shared/controllers/arrival-poller.js';
import { OnlineController } from '../shared/controllers/online-controller.js';
import { fetchJson, type EndpointResponse, type Endpoint } from '../shared/endpoint.js';
import { IDLE, reduce, type HistoryAction, type HistoryState } from './state.js';

/** The merchant's settings, read when they are needed. */
export interface Settings {
  /** Undefined if there is no endpoint or nothing can be rendered; then `missing` is the cause. */
  readonly endpoint: Endpoint | undefined;
  readonly missing: string;
  /** How many deposits are shown at first, and with each press of "Show more". */
  readonly limit: number;
  readonly watch: boolean;
}

type Host = ReactiveControllerHost & { readonly isConnected: boolean };

/** A page of the history, and whether the endpoint marked it as test. */
interface LoadedPage {
  readonly page: HistoryPage;
  readonly test: boolean;
}

/** Milliseconds for which an endpoint may repeat its last response (docs/back-end.md, "History"). */
const CACHE_DURATION = 2_000;

/** Maximum empty pages to skip in a row. */
const MAX_EMPTY = 5;

/**
 * The cause if the response is something else, such as a slip. Not retried: each request could make the
 * endpoint issue another code.
 */
const NO_HISTORY = 'no history';

/** Requests the list page by page, and keeps it up to date. `state` is the only state it keeps. */
export class HistoryController extends Controller {
  readonly #host: Host;
  readonly #settings: () => Settings;
  readonly #poller: ArrivalPoller;
  #state: HistoryState = IDLE;
  /** The request for the first page, or for a further one. */
  #pending: AbortController | undefined;
  /**
   * Aborted when the list is requested from its beginning, so that no update of the old list changes the new
   * one.
   */
  #list = new AbortController();
  /** The number of requested updates, and the last one that was shown. */
  #requested = 0;
  #updated = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host, settings: () => Settings) {
    super();
    this.#host = host;
    this.#settings = settings;
    this.#poller = new ArrivalPoller(host);
    host.addController(new OnlineController(() => this.#retry()));
    host.addController(this);
  }

  get state(): HistoryState {
    return this.#state;
  }

  override hostConnected(): void {
    if (this.#state.status === 'loading' && !this.#pending) void this.#load();
  }

  override hostDisconnected(): void {
    // A moved element is connected again before this runs, and keeps its request.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#abort();
      clearTimeout(this.#timer);
      if (this.#state.status === 'ready' && this.#state.more === 'loading')
        this.#dispatch({ type: 'more-failed' });
    });
  }

  #retry(): void {
    const state = this.#state;
    const { endpoint, watch } = this.#settings();
    if (!endpoint || this.#isNoHistory()) return;
    if (state.status === 'problem') this.start();
    if (state.status !== 'ready') return;
    // A list that is watched is polled anyway.
    if (state.problem && !watch) void this.refresh();
    if (state.more === 'failed') void this.showMore();
  }

  /** Shows the response that came with the page, or requests the list from its beginning. */
  start(answer?: unknown): void {
    this.#abort();
    this.#list.abort();
    this.#list = new AbortController();
    this.#poller.stop();
    this.#dispatch({ type: 'load' });
    if (answer !== undefined) this.#receive(readPage({ json: answer, test: false }));
    else if (this.#host.isConnected) void this.#load();
  }

  /** Requests the newest deposits and adds them to the list. */
  async refresh(): Promise<void> {
    if (this.#state.status === 'ready') await this.#update(this.#list.signal);
    else if (this.#state.status !== 'loading') this.start();
  }

  /** Repeats the request that failed without a valid session. */
  renewSession(): void {
    const state = this.#state;
    const isRefused = state.status === 'problem' && state.problem.kind === 'unauthorized';
    if (isRefused || state.status === 'loading') this.start();
    else this.watch();
    if (state.status === 'ready' && state.problem?.kind === 'unauthorized') void this.refresh();
  }

  /** Shows more of the list, requesting it if necessary. Resolves once it is shown or the request failed. */
  async showMore(): Promise<void> {
    const state = this.#state;
    if (state.status !== 'ready' || state.more === 'loading') return;
    const { limit } = this.#settings();
    if (state.shown < state.deposits.length) this.#dispatch({ type: 'reveal', limit });
    else if (state.next !== undefined) await this.#loadMore(state.next, limit);
  }

  /** Unfolds a deposit, or folds it. */
  toggle(id: string): void {
    this.#dispatch({ type: 'toggle', id });
  }

  /** Starts or stops updating the list, as the settings say. */
  watch(): void {
    this.#poller.stop();
    const { watch } = this.#settings();
    this.#dispatch({ type: 'watch', watch: watch ? 'watching' : 'off' });
    if (!watch || this.#state.status !== 'ready') return;
    this.#poller.start(
      (signal) => this.#poll(signal),
      (status) => this.#dispatch({ type: 'watch', watch: status }),
    );
  }

  /** Updates the list now and, if it is watched, restarts polling at the initial rate. */
  resume(): void {
    const state = this.#state;
    if (state.status === 'ready' && state.watch === 'unavailable') this.watch();
    if (state.status === 'ready' && this.#settings().watch) this.#poller.resume();
    else void this.refresh();
  }

  #isNoHistory(): boolean {
    return this.#state.status === 'problem' && this.#state.problem.cause === NO_HISTORY;
  }

  /** Updates the list because something else on the page reports a change, bypassing the endpoint's cache. */
  follow(): void {
    if (this.#isNoHistory()) return;
    this.resume();
    clearTimeout(this.#timer);
    if (!this.#settings().watch) this.#timer = setTimeout(() => void this.refresh(), CACHE_DURATION);
  }

  #dispatch(action: HistoryAction): void {
    const before = this.#state;
    this.#state = reduce(before, action);
    if (this.#state !== before) this.#host.requestUpdate();
  }

  async #load(): Promise<void> {
    const loaded = await this.#request({});
    if (loaded) this.#receive(loaded);
  }

  #receive(loaded: LoadedPage | Failed): void {
    if ('problem' in loaded) return this.#dispatch({ type: 'fail', ...loaded });
    const { limit } = this.#settings();
    this.#dispatch({ type: 'show', limit, ...loaded });
    this.watch();
  }

  async #loadMore(before: string, limit: number): Promise<void> {
    this.#dispatch({ type: 'load-more' });
    const loaded = await this.#request({ before });
    if (!loaded) return;
    if ('problem' in loaded) this.#dispatch({ type: 'more-failed' });
    else this.#dispatch({ type: 'append', before, page: loaded.page, limit });
  }

  /** Requests a page, replacing any pending request. Resolves to undefined if another request replaced it. */
  async #request(query: { before?: string }): Promise<LoadedPage | Failed | undefined> {
    this.#abort();
    const pending = new AbortController();
    this.#pending = pending;
    const loaded = await this.#fetch(query, pending.signal);
    if (this.#pending !== pending) return undefined;
    this.#pending = undefined;
    return loaded;
  }

  async #poll(signal: AbortSignal): Promise<PollOutcome> {
    const failure = await this.#update(signal);
    if (!failure) return 'again';
    const outcome = failure.cause === NO_HISTORY ? 'stop' : outcomeOf(failure);
    if (outcome === 'wait' || outcome === 'stop') this.#dispatch({ type: 'watch', watch: 'unavailable' });
    return outcome;
  }

  /** Adds the newest deposits to the list. Resolves to the problem if the request failed. */
  async #update(signal: AbortSignal): Promise<Problem | undefined> {
    const turn = ++this.#requested;
    const loaded = await this.#fetch({}, signal);
    // The response to a later request is newer.
    if (!loaded || signal.aborted || turn < this.#updated) return undefined;
    if ('problem' in loaded) {
      this.#dispatch({ type: 'update-failed', problem: loaded.problem });
      return loaded.problem;
    }
    this.#updated = turn;
    this.#dispatch({ type: 'update', ...loaded });
    return undefined;
  }

  async #fetch(query: { before?: string }, signal: AbortSignal): Promise<LoadedPage | Failed | undefined> {
    const { endpoint, missing } = this.#settings();
    if (!endpoint) return failed(problem('unconfigured', { cause: missing }), false);
    let loaded = await pageOf(endpoint, query, signal);
    // An empty page may not be the last: its deposits may be in currencies that the payer's grant does not
    // include.
    for (let n = 0; n < MAX_EMPTY && loaded && 'page' in loaded; n += 1) {
      const { deposits, next } = loaded.page;
      if (deposits.length > 0 || next === undefined) break;
      loaded = await pageOf(endpoint, { before: next }, signal);
    }
    return loaded;
  }

  #abort(): void {
    this.#pending?.abort();
    this.#pending = undefined;
  }
}

async function pageOf(
  endpoint: Endpoint,
  query: { before?: string },
  signal: AbortSignal,
): Promise<LoadedPage | Failed | undefined> {
  const response = await fetchJson(endpoint, { history: '1', ...query }, signal);
  return !response || 'problem' in response ? response : readPage(response);
}

function readPage(response: EndpointResponse): LoadedPage | Failed {
  const envelope = readEnvelope(response.json);
  if (isProblem(envelope)) return failed(envelope, response.test);
  const test = response.test || envelope.test;
  const page = readHistory(envelope.data);
  return page ? record({ page, test }) : failed(problem('unreadable', { cause: NO_HISTORY }), test);
}

/** Why there is no page. */
interface Failed {
  readonly problem: Problem;
  readonly test: boolean;
}

function failed(failure: Problem, test: boolean): Failed {
  return record({ problem: failure, test });
}
