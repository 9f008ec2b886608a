import { setTimeout as pause } from 'node:timers/promises';
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { RecordedRequest, RequestsFilter } from '../journal/view.js';

/** The requests that a test expects. */
export interface RequestExpectation extends Omit<RequestsFilter, 'limit'> {
  /** The expected number. Default 1; 0: none. */
  readonly times?: number;
  /**
   * Members of the query or of the JSON body, at any depth. Numbers and texts are compared as they were
   * written: 22 is "22", not "22.00".
   */
  readonly match?: Readonly<Record<string, unknown>>;
  /** Milliseconds to wait for this number of requests. Default 0. */
  readonly within?: number;
}

/** The requests differ from the expected ones. `requests` are those that the filter selects, oldest first. */
export class ExpectationError extends Error {
  readonly requests: readonly RecordedRequest[];

  constructor(message: string, requests: readonly RecordedRequest[]) {
    super(message);
    this.name = 'ExpectationError';
    this.requests = requests;
  }
}

type List = (filter: RequestsFilter) => Promise<readonly RecordedRequest[]>;

/** Milliseconds between two checks. */
const INTERVAL = 10;
const MAX_REQUESTS = 10_000;
const MAX_SHOWN = 5;

/** Resolves to the expected requests, oldest first. Throws an ExpectationError if the requests differ. */
export async function expectRequests(
  list: List,
  { times = 1, match = {}, within = 0, ...filter }: RequestExpectation,
): Promise<readonly RecordedRequest[]> {
  const until = performance.now() + within;
  for (;;) {
    const requests = (await list({ ...filter, limit: MAX_REQUESTS })).toReversed();
    const found = requests.filter((request) => differenceOf(match, sentBy(request)) === undefined);
    const isOver = performance.now() >= until;
    if (found.length === times && (times > 0 || isOver)) return found;
    if (found.length > times || isOver)
      throw new ExpectationError(describe({ times, match, filter, found, requests }), requests);
    await pause(INTERVAL);
  }
}

/** The parameters of a request. A body that is not JSON, or was not stored completely, has none. */
function sentBy({ query, body }: RecordedRequest): object {
  if (body === null || body === '') return query;
  try {
    return { ...query, ...(parse(body) as object) };
  } catch {
    return query;
  }
}

/** Says where a value differs from the expected one; undefined if it does not. */
function differenceOf(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (isGroup(expected)) {
    const isLonger = Array.isArray(expected) && expected.length !== Object.keys(actual ?? {}).length;
    if (!isGroup(actual) || isLonger) return `${path} is ${textOf(actual)}, not ${textOf(expected)}`;
    for (const [name, value] of Object.entries(expected)) {
      const difference = differenceOf(value, actual[name], path === '' ? name : `${path}.${name}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  if (actual === undefined) return expected === undefined ? undefined : `${path} is missing`;
  return !isGroup(actual) && String(expected) === plainOf(actual)
    ? undefined
    : `${path} is ${textOf(actual)}, not ${textOf(expected)}`;
}

/** An object or a list. A number with all its digits is an object of the JSON library. */
function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isLosslessNumber(value);
}

function textOf(value: unknown): string {
  return stringify(value) ?? 'missing';
}

/** A text, or a number with all its digits. */
function plainOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.value : (JSON.stringify(value) ?? 'missing');
}

interface Outcome {
  readonly times: number;
  readonly match: object;
  readonly filter: RequestsFilter;
  readonly found: readonly RecordedRequest[];
  readonly requests: readonly RecordedRequest[];
}

function describe({ times, match, filter, found, requests }: Outcome): string {
  const { route = 'any operation', ...rest } = filter;
  const wanted = { ...rest, ...match };
  const condition = Object.keys(wanted).length > 0 ? ` with ${JSON.stringify(wanted)}` : '';
  const head = `Expected ${times} ${times === 1 ? 'request' : 'requests'} to ${route}${condition}, but got ${found.length}.`;
  const others = requests.filter((request) => !found.includes(request));
  const listed = found.length > times ? found : others;
  const lines = listed.slice(-MAX_SHOWN).map((request) => lineOf(request, match));
  const more = listed.length > MAX_SHOWN ? [`  and ${listed.length - MAX_SHOWN} earlier`] : [];
  if (lines.length === 0) return head;
  return [head, found.length > times ? 'Matching requests:' : 'Other requests:', ...more, ...lines].join(
    '\n',
  );
}

function lineOf(request: RecordedRequest, match: object): string {
  const { id, method, path, answer } = request;
  const difference = differenceOf(match, sentBy(request));
  return `  #${id} ${method} ${path}, status ${answer.status}${difference === undefined ? '' : `: ${difference}`}`;
}
