import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { METHODS, isProblem, readSlip, type Method, type Slip } from 'deposit-slip/core';
import { parse } from 'lossless-json';
import type { Db } from '../src/db/db.js';
import { openPglite } from '../src/db/pglite.js';
import { openPostgres } from '../src/db/postgres.js';
import { startSandbox, type Control, type Sandbox, type SandboxOptions } from '../src/index.js';
import { seed } from '../src/seed/seed.js';
import { sharedServer } from './postgres.js';
import { PATHS, type Example, type Params } from './requests.js';

/** A response. It includes the text, because a JavaScript number shows neither `22.00` nor 2^53 + 1. */
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

/** The fields of every `data` in the tests. Each test reads those of its operation. */
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

/** The databases the sandbox supports: `for (const engine of ENGINES) describe(engine, …)`. */
export const ENGINES = ['pglite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** Creates a new database; `drop` removes it. */
async function newStorage(
  engine: Engine = 'pglite',
): Promise<{ databaseUrl?: string; drop(): Promise<void> }> {
  if (engine === 'pglite') return { drop: async () => undefined };
  const server = await sharedServer();
  const databaseUrl = await server.createDatabase(fill);
  return { databaseUrl, drop: () => server.dropDatabase(databaseUrl) };
}

async function fill(databaseUrl: string): Promise<void> {
  const db = await openPostgres(databaseUrl, 1);
  await seed(db);
  await db.close();
}

/** Opens a new database with the schema and the seeded data. It is dropped when it is closed. */
export async function openDb(engine?: Engine): Promise<Db> {
  const { databaseUrl, drop } = await newStorage(engine);
  const db = await (databaseUrl === undefined ? openPglite() : openPostgres(databaseUrl));
  return { ...db, close: () => db.close().then(drop) };
}

/** A sandbox for the tests of a file. After the tests, its ledger must satisfy all invariants. */
export class TestSandbox {
  #sandbox: Sandbox | undefined;

  constructor({ engine, ...options }: SandboxOptions & { readonly engine?: Engine } = {}) {
    let drop: () => Promise<void> = async () => undefined;
    before(async () => {
      const { databaseUrl, ...storage } = await newStorage(engine);
      ({ drop } = storage);
      this.#sandbox = await startSandbox({ ...(databaseUrl && { databaseUrl }), ...options });
    });
    after(async () => {
      const verified = await this.#sandbox?.control.verify();
      await this.#sandbox?.stop();
      await drop();
      assert.ok(verified?.ok, JSON.stringify(verified?.invariants));
    });
  }

  get url(): string {
    return this.#sandbox!.url;
  }

  get control(): Control {
    return this.#sandbox!.control;
  }

  /** Sends a GET request with the seeded token or another one; null sends no token. */
  async get(
    path: string,
    params: Params | string = {},
    token: string | null = 'sandbox-token',
  ): Promise<ApiResponse> {
    const query = typeof params === 'string' ? params : String(new URLSearchParams(asStrings(params)));
    const headers = token === null ? {} : { 'x-bh-token': token };
    return read(await fetch(`${this.url}${path}${query && `?${query}`}`, { headers }));
  }

  /** Posts a JSON body, or a text unchanged, with the seeded token or another one; null sends no token. */
  async post(
    path: string,
    body: object | string,
    token: string | null = 'sandbox-token',
  ): Promise<ApiResponse> {
    const headers = { 'content-type': 'application/json', ...(token !== null && { 'x-bh-token': token }) };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return read(await fetch(`${this.url}${path}`, { method: 'POST', headers, body: text }));
  }

  send({ path, query, body }: Example): Promise<ApiResponse> {
    return body ? this.post(path, body) : this.get(path, query);
  }

  /** Forwards a request for any server to the sandbox. */
  async pass(request: Request): Promise<ApiResponse> {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = request.body && { body: await request.arrayBuffer() };
    return read(await fetch(`${this.url}${pathname}${search}`, { method, headers, ...body }));
  }

  /** Sends a request to the control API: by default a POST with a JSON body, or a text unchanged. */
  async callControl(
    path: string,
    body?: object | string,
    { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse> {
    const init = {
      method,
      headers: { authorization: 'Bearer control-token', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    return read(await fetch(`${this.url}/sandbox${path}`, init));
  }

  /** Operation 8. */
  details(paymentId: number, params: Params = {}): Promise<ApiResponse> {
    const method = METHODS.find(({ id }) => id === paymentId)!;
    return this.get(PATHS.details, { ...detailsParams(method), ...params });
  }

  /** `data` of operation 8. */
  async issued(paymentId: number, params: Params = {}): Promise<Data> {
    const { status, text, body } = await this.details(paymentId, params);
    assert.equal(status, 200, text);
    return body.data;
  }

  /** The merchant's CLABE for payment id 105. */
  async clabe(merchantId = 1001): Promise<string> {
    return (await this.issued(105, { merchantId })).fieldList['Cuenta CLABE']!;
  }

  /** `data` of operation 7. Decimals are strings with their digits as sent. */
  async flows(params: Params = {}, token?: string): Promise<Data> {
    const { status, text } = await this.get(PATHS.flows, params, token);
    assert.equal(status, 200, text);
    const { data } = parse(text, (_, value) => value, keepDecimals) as { data: Data };
    return data;
  }

  /** The last change of a balance. */
  async newestFlow(fiat: string, merchantId = 1001): Promise<FlowRecord> {
    return (await this.flows({ merchantId, fiat, pageSize: 1 })).record[0]!;
  }
}

function keepDecimals(text: string): string | number {
  return text.includes('.') ? text : Number(text);
}

/** Parameters for which operation 8 returns the details of a method. */
export function detailsParams({ id, fiat, amount }: Method): Params {
  return { merchantId: 1001, paymentId: id, fiat, ...(amount === 'required' && { amount: '150.00' }) };
}

/** Reads a response with a slip in strict mode. Links to this machine are allowed. */
export function slipOf(body: unknown, method: Method): Slip {
  const request = { paymentId: method.id, fiat: method.fiat };
  const result = readSlip(body, request, { links: { hosts: [], loopback: true }, strict: true });
  assert.ok(!isProblem(result), JSON.stringify(result));
  return result;
}

/**
 * Asserts the common form of all errors: the envelope, a `code` equal to the status, and a `msg` that is a
 * sentence with `words`.
 */
export function assertError({ status, body, headers }: ApiResponse, expected: number, words = ''): void {
  assert.equal(status, expected, JSON.stringify(body));
  assert.deepEqual(Object.keys(body), ['code', 'msg', 'data']);
  assert.equal(body.code, expected);
  assert.equal(body.data, null);
  assert.match(body.msg, /^[A-Z].*\.$/);
  assert.ok(body.msg.includes(words), `${body.msg} includes ${words}`);
  assertHeaders(headers);
}

/** Asserts the headers of every response of the API. */
export function assertHeaders(headers: Headers): void {
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(Date.parse(headers.get('date') ?? '') > 0);
}

function asStrings(params: Params): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

async function read(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body = isJson ? (parseOrUndefined(text) as Body) : ({} as Body);
  return { status: response.status, headers: response.headers, text, body };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
