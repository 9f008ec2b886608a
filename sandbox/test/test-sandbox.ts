import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { METHODS, isProblem, readSlip, type Method, type Slip } from 'deposit-slip/core';
import { parse } from 'lossless-json';
import type { Db } from '../src/db/db.js';
import { openPglite } from '../src/db/pglite.js';
import { openPostgres } from '../src/db/postgres.js';
import { startSandbox, type Control, type SandboxOptions } from '../src/index.js';
import { sharedServer } from './postgres.js';

/** What came back: the text too, because a JavaScript number shows neither `22.00` nor 2^53 + 1. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

interface Body {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

/** Fields of every `data` under test; each test reads those it asked for. */
export interface Data {
  readonly fiat: string;
  readonly txId: string;
  readonly fieldList: Record<string, string>;
  readonly currentPage: number;
  readonly size: number;
  readonly total: number;
  readonly record: readonly FlowRecord[];
}

export interface FlowRecord {
  readonly id: number;
  readonly merchantId: number;
  readonly settingsId: number;
  readonly txId: number;
  readonly category: string;
  readonly flowType: string;
  readonly fiat: string;
  readonly changed: string;
  readonly total: string;
  readonly extId: string;
  readonly createTime: string;
}

export type Params = Readonly<Record<string, string | number>>;

/** The databases the sandbox runs on: `for (const engine of ENGINES) describe(engine, …)`. */
export const ENGINES = ['pglite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

let preset: Engine = 'pglite';

/** From now on worlds that name no engine are on this one: a whole test file runs on it once it is imported after. */
export function presetEngine(engine: Engine): void {
  preset = engine;
}

/** Where a world keeps its data: a database that is empty, its own, and taken away in the end. */
async function emptyStorage(engine = preset): Promise<{ databaseUrl?: string; drop(): Promise<void> }> {
  if (engine === 'pglite') return { drop: async () => undefined };
  const server = await sharedServer();
  const databaseUrl = await server.createDatabase();
  return { databaseUrl, drop: () => server.dropDatabase(databaseUrl) };
}

/** A database with the schema; what is seeded is there after `seed`. Closing it takes it away. */
export async function openDb(engine?: Engine): Promise<Db> {
  const { databaseUrl, drop } = await emptyStorage(engine);
  const db = await (databaseUrl === undefined ? openPglite() : openPostgres(databaseUrl));
  return { ...db, close: () => db.close().then(drop) };
}

/** One sandbox for a test file; after every test its ledger must be clean. */
export class TestSandbox {
  #sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined;

  constructor({ engine, ...options }: SandboxOptions & { readonly engine?: Engine } = {}) {
    let drop: () => Promise<void> = async () => undefined;
    before(async () => {
      const { databaseUrl, ...storage } = await emptyStorage(engine);
      ({ drop } = storage);
      this.#sandbox = await startSandbox({ ...(databaseUrl && { databaseUrl }), ...options });
    });
    afterEach(async () => {
      const { ok, invariants } = await this.control.verify();
      assert.ok(ok, JSON.stringify(invariants));
    });
    after(async () => {
      await this.#sandbox?.stop();
      await drop();
    });
  }

  get url(): string {
    return this.#sandbox!.url;
  }

  get control(): Control {
    return this.#sandbox!.control;
  }

  /** Raw HTTP with the seeded token, unless another one or none is given. */
  async get(
    path: string,
    params: Params | string = {},
    token: string | null = 'sandbox-token',
  ): Promise<ApiResponse> {
    const query = typeof params === 'string' ? params : String(new URLSearchParams(texts(params)));
    const headers = token === null ? {} : { 'x-bh-token': token };
    return read(await fetch(`${this.url}${path}${query && `?${query}`}`, { headers }));
  }

  /** A JSON body, or text as it is; with the seeded token, unless another one or none is given. */
  async post(
    path: string,
    body: object | string,
    token: string | null = 'sandbox-token',
  ): Promise<ApiResponse> {
    const headers = { 'content-type': 'application/json', ...(token !== null && { 'x-bh-token': token }) };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return read(await fetch(`${this.url}${path}`, { method: 'POST', headers, body: text }));
  }

  /** Operation 8. */
  details(paymentId: number, params: Params = {}): Promise<ApiResponse> {
    const method = METHODS.find(({ id }) => id === paymentId)!;
    return this.get(ADD_FUNDS, { ...askOf(method), ...params });
  }

  /** `fieldList` and txId of operation 8. */
  async issued(paymentId: number, params: Params = {}): Promise<Data> {
    const { status, text, body } = await this.details(paymentId, params);
    assert.equal(status, 200, text);
    return body.data;
  }

  /** Operation 7; decimals as the text has them. */
  async flows(params: Params = {}, token?: string): Promise<Data> {
    const { status, text } = await this.get(FLOWS, params, token);
    assert.equal(status, 200, text);
    const { data } = parse(text, (_, value) => value, keepDecimals) as { data: Data };
    return data;
  }
}

export const ADD_FUNDS = '/v2/merchant/addfunds';
export const FLOWS = '/v2/merchant/fiat/flows';
export const PAIRS = '/v2/base/sell/symbols';
export const CRYPTO = '/v2/assets/internalTransferOrders';
export const ACTIVATE = '/v2/merchant/accounts';
export const CLAIM = '/v2/merchant/claimfunds';
export const TRANSFER = '/v2/merchant/transfer';
export const ORDERS = '/v2/orders';
export const LISTED = '/v2/merchant/virtual/addfunds';

function keepDecimals(text: string): string | number {
  return text.includes('.') ? text : Number(text);
}

/** The parameters a method is asked with. */
export function askOf({ id, fiat, amount }: Method): Params {
  return { merchantId: 1001, paymentId: id, fiat, ...(amount === 'required' && { amount: '150.00' }) };
}

/** Reads an answer as the element would on this machine, to a slip. */
export function slipOf(answer: unknown, method: Method): Slip {
  const asked = { paymentId: method.id, fiat: method.fiat };
  const result = readSlip(answer, asked, { links: { hosts: [], loopback: true }, strict: true });
  assert.ok(!isProblem(result), JSON.stringify(result));
  return result;
}

/** A refusal as every one must be: the envelope, one sentence, and the status told twice. */
export function assertRefused({ status, body, headers }: ApiResponse, expected: number, named = ''): void {
  assert.equal(status, expected, JSON.stringify(body));
  assert.deepEqual(Object.keys(body), ['code', 'msg', 'data']);
  assert.equal(body.code, expected);
  assert.equal(body.data, null);
  assert.match(body.msg, /^[A-Z].*\.$/);
  assert.ok(body.msg.includes(named), `${body.msg} names ${named}`);
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(headers.get('cache-control'), 'no-store');
}

function texts(params: Params): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

async function read(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body = isJson ? (parseOr(text) as Body) : ({} as Body);
  return { status: response.status, headers: response.headers, text, body };
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
