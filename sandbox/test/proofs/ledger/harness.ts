import assert from 'node:assert/strict';
import { parse, stringify } from 'lossless-json';
import { createApp } from '../../../src/app.js';
import { channelsOf } from '../../../src/channels.js';
import type { Db } from '../../../src/db/db.js';
import { verify } from '../../../src/ledger/verify.js';
import { Divergence, type Check } from './divergence.js';
import { ExpectedError, FUTURE, type Model, type TimeRange } from './model/model.js';
import { assertRecord } from './record.js';

/** A request to the sandbox. */
export interface ApiCall {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | bigint | undefined>>;
  /** Sent as JSON by POST. Without a body, the request is a GET. */
  readonly body?: object;
  /** The token: one for the merchants marked `isOwn` (the default), or one for every merchant. */
  readonly token?: 'own' | 'all';
  /** The status of a success; 200 by default. */
  readonly success?: number;
}

/** A response: its text, and `data` of the API's envelope or the whole body of the control API. */
export interface ApiResponse<Data> {
  readonly text: string;
  readonly data: Data;
}

/** How often each kind of command ran and was rejected, by its name. */
export type Tally = Map<string, { runs: number; rejected: number }>;

const HEADERS = {
  own: { 'x-bh-token': 'own-token' },
  all: { 'x-bh-token': 'all-token' },
  control: { authorization: 'Bearer control-token' },
};

const isControl = ({ path }: ApiCall) => path.startsWith('/sandbox/');

/** Sends a request to the sandbox. */
export type Send = (request: Request) => Promise<Response>;

/** A sandbox in this process and the model it is compared with. */
export class Harness {
  readonly model: Model;
  readonly db: Db;
  readonly #send: Send;
  /** Time ranges that end with the next response. */
  readonly #openTimes: TimeRange[] = [];
  readonly #tally: Tally;
  #isRejected = false;

  /** @param between Puts something between this client and the sandbox. */
  constructor(
    db: Db,
    model: Model,
    tally: Tally = new Map(),
    between: (send: Send) => Send = (send) => send,
  ) {
    this.db = db;
    this.model = model;
    this.#tally = tally;
    const merchants = [...model.merchants.values()];
    const app = createApp({
      db,
      tokens: new Map([
        ['own-token', merchants.filter(({ isOwn }) => isOwn).map(({ id }) => id)],
        ['all-token', merchants.map(({ id }) => id)],
      ]),
      controlToken: 'control-token',
      channels: channelsOf({}),
      seed: 1,
      baseUrl: () => 'http://localhost',
      later: () => undefined,
    });
    this.#send = between(async (request) => app.request(request));
  }

  /** When the next request is booked: at the explicit time, or between now and the response. */
  requestTime(explicit?: bigint): TimeRange {
    if (explicit !== undefined) return { earliest: explicit, latest: explicit, isExplicit: true };
    const time = { earliest: BigInt(Date.now()), latest: FUTURE, isExplicit: false };
    this.#openTimes.push(time);
    return time;
  }

  /**
   * Sends a request and checks its status, and the message of an error.
   * @param expected Result of the model: the request must fail if it is an `ExpectedError`, else succeed.
   * @throws {Divergence} The outcome is another one.
   */
  async send<Data>(call: ApiCall, expected?: unknown): Promise<ApiResponse<Data>> {
    const error = expected instanceof ExpectedError ? expected : undefined;
    const response = await this.#request(call);
    const text = await response.text();
    // The database rounds to milliseconds, but `Date.now` truncates them.
    for (const time of this.#openTimes.splice(0)) time.latest = BigInt(Date.now() + 1);
    const outcome = `${call.path} ${stringify(call.body ?? call.query) ?? ''}: ${response.status} ${text}`;
    const status = error?.status ?? call.success ?? 200;
    if (response.status !== status) throw new Divergence('status', `${outcome}; the model expects ${status}`);
    const body = parse(text) as { msg: string; data: Data };
    this.#isRejected = error !== undefined;
    if (error && !error.words.test(body.msg))
      throw new Divergence('status', `${outcome}; the model expects ${error.words}`);
    return { text, data: isControl(call) ? (body as Data) : body.data };
  }

  /**
   * Runs an operation of the model, sends the request, and compares the response with the record of the
   * operation's result, unless the model rejects the request too.
   * @returns The result, or undefined if the request was rejected.
   */
  async compare<Result>(
    check: Check,
    call: ApiCall,
    operation: () => Result,
    where: string,
    recordOf: (result: Result, text: string) => unknown,
  ): Promise<Result | undefined> {
    const result = attempt(operation);
    const { text, data } = await this.send(call, result);
    if (result instanceof ExpectedError) return undefined;
    assertRecord(check, data, recordOf(result, text), where);
    return result;
  }

  /** Counts a command that ran, as rejected if its last request was rejected. */
  count(name: string): void {
    const { runs, rejected } = this.#tally.get(name) ?? { runs: 0, rejected: 0 };
    this.#tally.set(name, { runs: runs + 1, rejected: rejected + (this.#isRejected ? 1 : 0) });
    this.#isRejected = false;
  }

  #request(call: ApiCall): Promise<Response> {
    const { path, query = {}, body, token = 'own' } = call;
    const headers = {
      ...HEADERS[isControl(call) ? 'control' : token],
      ...(body && { 'content-type': 'application/json' }),
    };
    const params = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = String(new URLSearchParams(params.map(([name, value]) => [name, String(value)])));
    const init = { ...(body && { method: 'POST', body: stringify(body)! }), headers };
    return this.#send(new Request(`http://localhost${path}${search && `?${search}`}`, init));
  }

  /** The ids of the violated invariants. A run over only the new rows must find all of them. */
  async violations(): Promise<readonly string[]> {
    const violated = async (full: boolean) =>
      (await verify(this.db, { full })).invariants
        .filter(({ violations }) => violations > 0)
        .map(({ id }) => id);
    const [fresh, all] = [await violated(false), await violated(true)];
    assert.deepEqual(fresh, all);
    return all;
  }
}

/** The result of an operation of the model, or the error it rejects the request with. */
export function attempt<Result>(operation: () => Result): Result | ExpectedError {
  try {
    return operation();
  } catch (error) {
    if (error instanceof ExpectedError) return error;
    throw error;
  }
}
