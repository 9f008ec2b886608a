import type { Fault } from '../faults/index.js';
import { includesOperation } from '../faults/match.js';
import type { Parameters } from '../http/request-parameters.js';

/** A request to the API and its response, as the journal stores them. */
export interface JournalEntry {
  /** Counts up from 1; an id is never reused. */
  readonly id: number;
  /** When the request arrived, in milliseconds. */
  readonly time: number;
  /** Undefined if the route does not exist. */
  readonly operation: { readonly name: string; readonly path: string } | undefined;
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  /** The headers of the request that the API reads. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body; undefined if it was not read. */
  readonly body: string | undefined;
  readonly parameters: Parameters;
  readonly answer: Answer;
  readonly milliseconds: number;
  readonly faults: readonly Fault[];
  readonly requestId: string;
}

/** The response of the sandbox; `code` is the code of its envelope, and `sent` is how much of it was sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly code: number | null;
  readonly sent: 'all' | 'part' | 'nothing';
}

/** Selects entries. */
export interface JournalFilter {
  /** Name or path of an operation. */
  readonly route?: string | undefined;
  readonly merchantId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly status?: number | undefined;
  /** Not before this time, in milliseconds. */
  readonly since?: number | undefined;
  /** Whether it is a poll; undefined selects both. */
  readonly poll?: boolean | undefined;
}

const MAX_ENTRIES = 10_000;
/** Limits the memory for large bodies: characters of all bodies together. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** The last requests to the API, in memory. When there are too many, the oldest are dropped. */
export class Journal {
  readonly #entries = new Map<number, JournalEntry>();
  readonly #listeners = new Set<() => void>();
  readonly #maxEntries: number;
  #characters = 0;
  #newest = 0;
  #dropped = 0;

  constructor(maxEntries = MAX_ENTRIES) {
    this.#maxEntries = maxEntries;
  }

  /** Id of the newest entry, even if it was deleted since; 0 at the start. */
  get newest(): number {
    return this.#newest;
  }

  /** Id of the newest entry that was dropped because there were too many; 0 if there is none. */
  get dropped(): number {
    return this.#dropped;
  }

  add(entry: Omit<JournalEntry, 'id'>): void {
    const id = ++this.#newest;
    this.#entries.set(id, { id, ...entry });
    this.#characters += sizeOf(entry);
    this.#dropOldest();
    for (const notify of this.#listeners) notify();
  }

  /** Calls `listener` after each new entry, until the returned function is called. */
  onAdd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  find(id: number): JournalEntry | undefined {
    return this.#entries.get(id);
  }

  /** The newest entries that match, newest first. */
  list(filter: JournalFilter, limit: number): readonly JournalEntry[] {
    const found: JournalEntry[] = [];
    for (let id = this.#newest; found.length < limit && id > this.#dropped; id--) {
      const entry = this.#entries.get(id);
      if (entry && fitsFilter(entry, filter)) found.push(entry);
    }
    return found;
  }

  /** The number of entries that match. */
  count(filter: JournalFilter): number {
    return [...this.#entries.values()].filter((entry) => fitsFilter(entry, filter)).length;
  }

  clear(): void {
    this.#entries.clear();
    this.#characters = 0;
  }

  #dropOldest(): void {
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= this.#maxEntries && this.#characters <= MAX_CHARACTERS) return;
      this.#entries.delete(id);
      this.#characters -= sizeOf(entry);
      this.#dropped = id;
    }
  }
}

function sizeOf({ target, body = '', answer }: Omit<JournalEntry, 'id'>): number {
  return target.length + body.length + answer.body.length;
}

/** Whether an entry matches all members of a filter. */
export function fitsFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  const { route, merchantId, clientId, status, since, poll } = filter;
  const { operation, parameters, answer, time } = entry;
  return (
    (route === undefined || (operation !== undefined && includesOperation(route, operation))) &&
    (merchantId === undefined || parameters.merchantIds.includes(merchantId)) &&
    (clientId === undefined || parameters.clientId === clientId) &&
    (status === undefined || answer.status === status) &&
    (since === undefined || time >= since) &&
    (poll === undefined || isPoll(entry) === poll)
  );
}

/**
 * Whether a request only polled for new deposits, as a back end does while a payer waits, and got the usual
 * response. The console hides such requests.
 */
function isPoll({ operation, target, answer, faults }: JournalEntry): boolean {
  if (operation?.name !== 'flows' || answer.sent !== 'all' || answer.code !== 200 || faults.length > 0)
    return false;
  const { searchParams } = new URL(target, 'http://sandbox');
  const isLook = searchParams.get('flowType') === 'DEPOSIT' && searchParams.has('startTime');
  return isLook && !searchParams.has('endTime');
}
