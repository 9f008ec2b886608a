import { createApi, RequestFailed, type Api, type Row } from './api.js';
import { text } from './format.js';
import { FORMS, valuesOf } from './forms.js';
import { txIdsOf } from './requests.js';
import { INITIAL, rows, SOURCES, type Source, type State } from './state.js';
import { COMMON, viewOf } from './views.js';

const MAX_REQUESTS = 500;
const RECONNECT_MS = 2_000;
/** Requests come in bursts; what they changed is read once after each. */
const SETTLE_MS = 150;
/** Read after what the tester does here, but not after every request to the API. */
const ON_DEMAND: readonly Source[] = ['verification', 'channelTypes', 'snapshots'];

/** The state of the console, and everything that changes it. */
export class Store {
  #state: State = INITIAL;
  #api: Api = createApi('');
  #stream: AbortController | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
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

  /** Starts with a token: reads what the view needs, and follows the requests to the API. */
  async start(token: string): Promise<void> {
    this.#api = createApi(token);
    try {
      await this.#api.get('/clock');
    } catch (error) {
      this.update({ token: '', formError: messageOf(error) });
      return;
    }
    this.update({ token, formError: '' });
    await this.refresh();
    void this.#follow();
  }

  stop(): void {
    this.#stream?.abort();
    clearTimeout(this.#settling);
  }

  show(view: string): void {
    this.update({ view: viewOf(view).id, filter: '', selected: '', opened: '' });
    if (this.#state.token !== '') void this.refresh();
  }

  /** Runs a task, shows its message or its error, and reads everything shown again. */
  run = async (task: () => Promise<string>): Promise<void> => {
    try {
      this.say(await task());
    } catch (error) {
      this.say(messageOf(error), true);
    }
    await this.refresh();
  };

  say(words: string, isError = false): void {
    this.update({ message: { text: words, isError } });
  }

  /** Sends a form. Its error is shown in it. */
  async send(id: string): Promise<void> {
    try {
      const result = await FORMS[id]!.send(this.#api, valuesOf(id, this.#state), this.#state);
      const { message, change } = typeof result === 'string' ? { message: result, change: {} } : result;
      // The deposit stays as it was typed, since the next one often differs in the sum only.
      const values = id === 'deposit' ? this.#state.values : { ...this.#state.values, [id]: {} };
      this.update({ dialog: undefined, formError: '', values, ...change });
      this.say(message);
      await this.refresh();
    } catch (error) {
      this.update({ formError: messageOf(error) });
    }
  }

  /** Opens a request, with what it led to; closes it if it is open. */
  async toggle(id: string): Promise<void> {
    if (this.#state.opened === id) {
      this.update({ opened: '', selected: id });
      return;
    }
    this.update({ opened: id, selected: id, ledTo: [] });
    const row = rows(this.#state, 'requests').find((each) => text(each, 'id') === id);
    const ledTo = await Promise.all(txIdsOf(row ?? {}).map((txId) => this.#postingsOf(txId)));
    const postings = new Map(ledTo.flat().map((posting) => [text(posting, 'id'), posting]));
    if (this.#state.opened === id) this.update({ ledTo: [...postings.values()] });
  }

  async #postingsOf(txId: string): Promise<readonly Row[]> {
    const answer = await this.#api.get(`/postings?txId=${encodeURIComponent(txId)}`);
    return answer['postings'] as readonly Row[];
  }

  async refresh(skip: readonly Source[] = []): Promise<void> {
    const needed = [...COMMON, ...viewOf(this.#state.view).needs];
    await this.#load([...new Set(needed)].filter((source) => !skip.includes(source)));
  }

  async #load(sources: readonly Source[]): Promise<void> {
    try {
      const read = await Promise.all(sources.map((source) => this.#api.get(SOURCES[source][0])));
      const data = Object.fromEntries(sources.map((source, at) => [source, read[at]]));
      this.update({ data: { ...this.#state.data, ...data } });
    } catch (error) {
      if (error instanceof RequestFailed && error.status === 401) this.update({ token: '' });
      this.say(messageOf(error), true);
    }
  }

  /** Follows the stream of requests, and connects again when it ends. */
  async #follow(): Promise<void> {
    this.#stream?.abort();
    const stream = new AbortController();
    this.#stream = stream;
    while (!stream.signal.aborted) {
      try {
        await this.#load(['requests']);
        const lines = this.#api.lines(`/requests/stream${this.#newest()}`, stream.signal);
        this.update({ isLive: true });
        for await (const row of lines) this.#add(row);
      } catch {
        // The next round connects again, or the page is closed.
      }
      this.update({ isLive: false });
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  #newest(): string {
    const [row] = rows(this.#state, 'requests');
    return row ? `?after=${text(row, 'id')}` : '';
  }

  #add(row: Row): void {
    const known = rows(this.#state, 'requests');
    if ('id' in row && !known.some((each) => each['id'] === row['id'])) {
      const requests = [row, ...known].slice(0, MAX_REQUESTS);
      this.update({ data: { ...this.#state.data, requests: { requests } } });
    }
    clearTimeout(this.#settling);
    const skip = this.#state.view === 'ledger' ? [] : [...ON_DEMAND, 'requests' as const];
    this.#settling = setTimeout(() => void this.refresh(skip), SETTLE_MS);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof RequestFailed) return error.message;
  return error instanceof TypeError ? 'The sandbox cannot be reached.' : String(error);
}
