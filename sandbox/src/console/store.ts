import { createApi, RequestFailed, type Api, type Row } from './api.js';
import { text } from './format.js';
import type { FormResult } from './fields.js';
import { FORMS, valuesOf } from './forms.js';
import { keepToken, keptToken } from './kept-token.js';
import {
  journalOf,
  keptRequests,
  merged,
  newestId,
  readJournal,
  readSource,
  withLine,
  type Journal,
} from './reading.js';
import { isPoll, lastListed, txIdsOf } from './requests.js';
import {
  FORGOTTEN,
  INITIAL,
  PAGE_SIZE,
  rows,
  SOURCES,
  sourcesFor,
  type Occasion,
  type Source,
  type State,
} from './state.js';
import { viewOf } from './views.js';

const RECONNECT_MS = 2_000;
/** Money also moves without a request to the API: through the simulator, a timer, a test or another tab. */
const POLL_MS = 3_000;
/** Requests come in bursts; their changes are loaded once for each burst. */
const SETTLE_MS = 150;

/** The state of the console, and everything that changes it. */
export class Store {
  #state: State = INITIAL;
  #api: Api = createApi('');
  /** Ends the stream and the polling. */
  #running = new AbortController();
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** Numbers the loads, so that an older one does not overwrite a newer one. */
  #readings = 0;
  readonly #latest = new Map<Source, number>();
  /** The number of rows to load of a list, if more than the first page. */
  readonly #limits = new Map<Source, number>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get state(): State {
    return this.#state;
  }

  get api(): Api {
    return this.#api;
  }

  update = (change: Partial<State>): void => {
    this.#state = { ...this.#state, ...change };
    this.#changed();
  };

  /** Signs in with the key of a one-time URL, or else with the token that this tab stored. */
  async signIn(key: string): Promise<void> {
    const kept = keptToken();
    if (key === '' && kept !== '') return this.start(kept);
    try {
      const { token } = await createApi('').post('/console-token', { key });
      await this.start(String(token));
    } catch (error) {
      if (kept === '') this.update({ signInHint: messageOf(error) });
      else await this.start(kept);
    }
  }

  /** Starts with a token: loads the data of the view, and follows the requests to the API. */
  async start(token: string): Promise<void> {
    this.stop();
    const { signal } = (this.#running = new AbortController());
    this.#api = createApi(token);
    try {
      await this.#api.get('/clock');
    } catch (error) {
      if (!signal.aborted && !this.#signsOut(error)) this.update({ token: '', formError: messageOf(error) });
      return;
    }
    if (signal.aborted) return;
    keepToken(token);
    this.update({ token, formError: '' });
    await this.refresh();
    if (signal.aborted) return;
    this.#poll(signal);
    void this.#follow(signal);
  }

  stop(): void {
    this.#running.abort();
    clearTimeout(this.#settling);
    this.#settling = undefined;
  }

  show(view: string): void {
    this.#limits.clear();
    this.update({ view: viewOf(view).id, filter: '', selected: '', opened: '' });
    if (this.#state.token !== '') void this.refresh();
  }

  /** Runs a task, shows its message or its error, and reloads everything visible. */
  run = async (task: () => Promise<string>): Promise<void> => {
    try {
      this.say(await task());
    } catch (error) {
      if (!this.#signsOut(error)) this.say(messageOf(error), true);
    }
    await this.refresh();
  };

  say(words: string, isError = false): void {
    const number = this.#state.message.number + 1;
    this.update({ message: { text: words, isError, number } });
  }

  /**
   * Sends a form, unless one is being sent. Shows its error in the form, or in the status line if the form
   * was closed.
   */
  async send(id: string): Promise<void> {
    if (this.#state.isSending) return;
    const { dialog, openings } = this.#state;
    const isOpen = () => this.#state.dialog === dialog && this.#state.openings === openings;
    this.update({ isSending: true, formError: '' });
    try {
      const result = await FORMS[id]!.send(this.#api, valuesOf(id, this.#state), this.#state);
      this.#sent(id, typeof result === 'string' ? { message: result } : result, isOpen());
    } catch (error) {
      if (this.#signsOut(error)) return;
      if (isOpen()) this.update({ formError: messageOf(error) });
      else this.say(messageOf(error), true);
    } finally {
      this.update({ isSending: false });
    }
    await this.refresh();
  }

  #sent(id: string, { message, change = {}, forgets = false }: FormResult, isOpen: boolean): void {
    // The deposit form keeps its values, because the next deposit often differs only in its amount.
    if (isOpen && id !== 'deposit') this.update({ values: { ...this.#state.values, [id]: {} } });
    if (isOpen) this.update({ dialog: undefined });
    if (forgets) this.#forget();
    this.update(change);
    this.say(message);
  }

  /** Drops the data that a snapshot contains, and pending loads. Only a reset removes the requests. */
  #forget(): void {
    for (const source of Object.keys(SOURCES) as Source[]) this.#latest.set(source, this.#readings);
    const { requests, faults, clock } = this.#state.data;
    this.#limits.clear();
    this.update({ ...FORGOTTEN, data: { requests, faults, clock } });
    void this.#load(['requests']);
  }

  /** Opens a request, with the postings it led to; closes it if it is open. */
  async toggle(id: string): Promise<void> {
    const isOpen = this.#state.opened === id;
    const listedUpTo = Math.min(lastListed(this.#state), newestId(rows(this.#state, 'requests')));
    this.update({ listedUpTo, opened: isOpen ? '' : id, selected: id, ledTo: [] });
    await this.#readLedTo();
  }

  /** Hides successful polls from the requests, or lists them. */
  async hidePolls(hidesPolls: boolean): Promise<void> {
    const isOpenPoll = rows(this.#state, 'requests').some(
      (row) => text(row, 'id') === this.#state.opened && isPoll(row),
    );
    this.update({ hidesPolls, ...(hidesPolls && isOpenPoll && { opened: '', ledTo: [] }) });
    await this.#load(['requests']);
  }

  /** Loads the postings that the open request led to. */
  async #readLedTo(): Promise<void> {
    const { opened } = this.#state;
    const row = rows(this.#state, 'requests').find((each) => text(each, 'id') === opened);
    if (!row) return;
    try {
      const read = await Promise.all(txIdsOf(row).map((txId) => this.#postingsOf(txId)));
      const postings = new Map(read.flat().map((posting) => [text(posting, 'id'), posting]));
      if (this.#state.opened === opened) this.update({ ledTo: [...postings.values()] });
    } catch (error) {
      this.#sayFailure(error);
    }
  }

  async #postingsOf(txId: string): Promise<readonly Row[]> {
    const answer = await this.#api.get(`/postings?txId=${encodeURIComponent(txId)}`);
    return answer['postings'] as readonly Row[];
  }

  /** Reloads the data of the view. */
  async refresh(occasion: Occasion = 'action'): Promise<void> {
    if (this.#state.token === '') return;
    await this.#load(sourcesFor(this.#state.view, occasion));
    await this.#readLedTo();
  }

  /** Loads one more page of a list. */
  older = async (source: Source): Promise<void> => {
    this.#limits.set(source, (this.#limitOf(source) ?? 0) + PAGE_SIZE);
    await this.#load([source]);
  };

  /** The maximum rows of a list to load; undefined for all. */
  #limitOf(source: Source): number | undefined {
    const { limit, cursor } = SOURCES[source];
    return cursor === undefined ? limit : (this.#limits.get(source) ?? PAGE_SIZE);
  }

  /** Loads each source separately, so that one that fails does not hold back the others. */
  async #load(sources: readonly Source[]): Promise<void> {
    const results = await Promise.allSettled(sources.map((source) => this.#read(source)));
    const failure = results.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') this.#sayFailure(failure.reason);
  }

  async #read(source: Source): Promise<void> {
    const number = ++this.#readings;
    const limit = this.#limitOf(source);
    const { newest } = journalOf(this.#state);
    const read =
      source === 'requests'
        ? await readJournal(this.#api, this.#state.hidesPolls)
        : await readSource(this.#api, source, limit);
    if (number <= (this.#latest.get(source) ?? 0)) return;
    this.#latest.set(source, number);
    this.update({ limits: { ...this.#state.limits, [source]: limit } });
    if (source === 'requests')
      this.#setRequests(merged(read as Journal, journalOf(this.#state), newest, this.#state.isLive));
    else this.update({ data: { ...this.#state.data, [source]: read } });
  }

  #setRequests(journal: Journal): void {
    const requests = keptRequests(journal.requests, this.#state.opened);
    this.update({ data: { ...this.#state.data, requests: { ...journal, requests } } });
  }

  /** Frequently reloads data that can change without a request, while the tester looks. */
  #poll(signal: AbortSignal): void {
    const poll = () => {
      if (document.visibilityState === 'visible' && this.#state.isLive) void this.refresh('often');
    };
    const timer = setInterval(poll, POLL_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    document.addEventListener('visibilitychange', poll, { signal });
  }

  /** Follows the stream of requests, and reconnects when it ends. */
  async #follow(signal: AbortSignal): Promise<void> {
    let wasLost = false;
    while (!signal.aborted) {
      try {
        await this.#readStream(signal, wasLost);
      } catch (error) {
        if (!signal.aborted) this.#sayFailure(error);
      }
      if (signal.aborted) return;
      this.update({ isLive: false });
      wasLost = true;
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  async #readStream(signal: AbortSignal, wasLost: boolean): Promise<void> {
    const known = journalOf(this.#state).newest;
    await this.#read('requests');
    const { newest } = journalOf(this.#state);
    // After a restart, the sandbox counts from 1 again, so an id may refer to another request.
    if (newest < known) this.update({ selected: '', opened: '', ledTo: [] });
    const lines = await this.#api.lines(`/requests/stream?after=${newest}`, signal);
    this.update({ isLive: true });
    if (wasLost) {
      this.say('Reconnected.');
      void this.refresh();
    }
    for await (const line of lines) this.#add(line);
  }

  /** Processes a line of the stream: a request, or the number of missed ones. */
  #add(line: Row): void {
    const isHidden = this.#state.hidesPolls && isPoll(line);
    if ('missed' in line) void this.#load(['requests']);
    else this.#setRequests(withLine(journalOf(this.#state), line, isHidden));
    // A throttle, not a debounce: requests may never pause.
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      void this.refresh('traffic');
    }, SETTLE_MS);
  }

  /** Shows why something could not be loaded. Shown only once, although loading is retried. */
  #sayFailure(error: unknown): void {
    const words = messageOf(error);
    if (!this.#signsOut(error) && this.#state.message.text !== words) this.say(words, true);
  }

  /** Explains how to sign in again if the sandbox does not know the token. */
  #signsOut(error: unknown): boolean {
    if (!(error instanceof RequestFailed) || error.status !== 401) return false;
    this.stop();
    keepToken('');
    this.update({ token: '', dialog: undefined, isLive: false, formError: error.message });
    void this.signIn('');
    return true;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
