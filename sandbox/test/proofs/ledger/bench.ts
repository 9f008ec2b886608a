import type { Hono } from 'hono';
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import { createApp } from '../../../src/app.js';
import { channelsOf } from '../../../src/channels.js';
import type { Db } from '../../../src/db/db.js';
import { verify } from '../../../src/ledger/verify.js';
import { Divergence, learn } from './divergence.js';
import { FUTURE, isRefusal, type Learned, type Model, type Moment } from './model/model.js';

/** A request. `as`: what it may see, by its token: some merchants, all of them, or the control API. */
export interface Call {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | bigint | undefined>>;
  /** Sent as JSON by POST; without one it is a GET. */
  readonly body?: object;
  readonly as?: 'own' | 'all' | 'control';
}

/** What came back: `data` of the API's envelope, or all the control API says. */
export interface Answer<Data> {
  readonly text: string;
  readonly data: Data;
}

/** How often each kind of command was run, and how often it was refused, by its name. */
export type Tally = Map<string, { runs: number; refused: number }>;

const HEADERS = {
  own: { 'x-bh-token': 'own-token' },
  all: { 'x-bh-token': 'all-token' },
  control: { authorization: 'Bearer control-token' },
};

/** A sandbox in this process and the model it is held against. */
export class Bench {
  readonly model: Model;
  readonly db: Db;
  readonly #app: Hono;
  readonly #now: Moment[] = [];
  readonly #tally: Tally;
  #isRefused = false;

  constructor(db: Db, model: Model, tally: Tally = new Map()) {
    this.db = db;
    this.model = model;
    this.#tally = tally;
    const merchants = [...model.merchants.values()];
    this.#app = createApp({
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
  }

  /** When the next request books: the time given, else any from now until its answer. */
  moment(given?: bigint): Moment {
    if (given !== undefined) return { earliest: given, latest: given, isGiven: true };
    const now = { earliest: BigInt(Date.now()), latest: FUTURE, isGiven: false };
    this.#now.push(now);
    return now;
  }

  /** Sends a request and holds its status against the one expected: 200, or that of a refusal. */
  async ask<Data>(call: Call, expected: object | number = 200): Promise<Answer<Data>> {
    const refused = typeof expected === 'object' && isRefusal(expected) ? expected : undefined;
    const wanted = refused?.status ?? (typeof expected === 'number' ? expected : 200);
    const response = await this.#send(call);
    const text = await response.text();
    // A clock that rounds may be a millisecond ahead of one that cuts off.
    for (const moment of this.#now.splice(0)) moment.latest = BigInt(Date.now() + 1);
    const told = `${call.path} ${stringify(call.body ?? call.query) ?? ''} was answered ${response.status} ${text}`;
    if (response.status !== wanted) throw new Divergence('status', `${told}; the model has ${wanted}`);
    const body = parse(text) as { msg: string; data: Data };
    this.#isRefused = refused !== undefined;
    if (refused && !refused.words.test(body.msg))
      throw new Divergence('status', `${told}; the model says ${refused.words}`);
    return { text, data: call.as === 'control' ? (body as Data) : body.data };
  }

  /** Counts a command that was run, by its last request. */
  count(name: string): void {
    const { runs, refused } = this.#tally.get(name) ?? { runs: 0, refused: 0 };
    this.#tally.set(name, { runs: runs + 1, refused: refused + (this.#isRefused ? 1 : 0) });
    this.#isRefused = false;
  }

  #send({ path, query, body, as = 'own' }: Call): Response | Promise<Response> {
    const headers = { ...HEADERS[as], ...(body && { 'content-type': 'application/json' }) };
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const search = String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])));
    return this.#app.request(`http://localhost${path}${search && `?${search}`}`, {
      ...(body && { method: 'POST', body: stringify(body)! }),
      headers,
    });
  }

  /** Takes in the id of a funding; a new one was never told before. */
  learnTxId(funding: Learned<bigint>, told: bigint, where: string): void {
    const { txIds } = this.model;
    if (funding.value === undefined && txIds.has(told))
      throw new Divergence('answer', `${where}: ${told} is the id of another funding`);
    learn(funding, told, where);
    txIds.add(told);
  }

  /** The invariants that are broken. */
  async broken(): Promise<readonly string[]> {
    const { invariants } = await verify(this.db);
    return invariants.filter(({ violations }) => violations > 0).map(({ id }) => id);
  }
}

/** A JSON number, as `LosslessNumber` reads it. */
export function num(value: bigint | number | string): LosslessNumber {
  return new LosslessNumber(String(value));
}

/** The digits of a JSON number or a string. */
export function idOf(value: unknown): bigint {
  if (!isLosslessNumber(value) && typeof value !== 'string')
    throw new Divergence('answer', `${stringify(value)} is no id`);
  return BigInt(String(value));
}
