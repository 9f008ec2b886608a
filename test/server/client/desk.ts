import { createMerchantClient, type MerchantClient, type MerchantClientOptions } from 'deposit-slip/client';
import { json } from '../fake-api.js';

export const TOKEN = 'canary-token-5f2c9d';

/** One request as the API saw it. */
export interface Asked {
  /** `GET /v2/orders`. */
  readonly line: string;
  readonly query: Readonly<Record<string, string>>;
  /** Text; undefined: none was sent. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: string | undefined;
}

/** An answer: `data` as JSON text in the envelope, a whole Response, or an error to reject with. */
export type Answer = string | Response | Error;

/** A client whose API answers as scripted, and what it was asked. */
export interface Desk {
  readonly client: MerchantClient;
  readonly asked: Asked[];
  /** Each request from now on has the next answer. */
  script(next: () => Answer): void;
}

/** A desk of one answer. Nothing is sent again unless `retries` says so. */
export function desk(answer: Answer, options: Partial<MerchantClientOptions> = {}): Desk {
  const asked: Asked[] = [];
  let next = (): Answer => answer;
  const fetch = (async (address: string, init: RequestInit) => {
    const url = new URL(address);
    asked.push({
      line: `${init.method ?? 'GET'} ${url.pathname}`,
      query: Object.fromEntries(url.searchParams),
      body: init.body as string | undefined,
      headers: Object.fromEntries(new Headers(init.headers)),
      redirect: init.redirect,
    });
    const given = next();
    if (given instanceof Error) throw given;
    return typeof given === 'string' ? envelope(given) : given.clone();
  }) as typeof globalThis.fetch;
  const client = createMerchantClient({
    baseUrl: 'https://api.example.com',
    token: TOKEN,
    fetch,
    retries: 0,
    ...options,
  });
  return { client, asked, script: (answers) => void (next = answers) };
}

/** A success around `data`, as JSON text: no digit of it may pass through a JavaScript number. */
export function envelope(
  data: string,
  { code = '200', head = {} }: { code?: string; head?: HeadersInit } = {},
): Response {
  return json(`{"code":${code},"msg":"SUCCESS","data":${data}}`, { headers: head });
}

export function page(record: string, name = 'record'): string {
  return `{"currentPage":1,"size":10,"total":1,"${name}":${record}}`;
}

/** What a call rejected with. */
export async function errorOf(call: Promise<unknown>): Promise<Record<string, unknown> & Error> {
  const nothing = Symbol('nothing');
  const error = await call.then(
    () => nothing,
    (error: unknown) => error,
  );
  if (error === nothing) throw new Error('The call did not reject.');
  return error as Record<string, unknown> & Error;
}

/** The same client with these options on every call of an operation. */
export function withOptions(client: MerchantClient, options: unknown): MerchantClient {
  const wrap = (part: object): object =>
    Object.fromEntries(
      Object.entries(part).map(([name, method]: [string, (...of: unknown[]) => unknown]) => [
        name,
        (...of: unknown[]) => method(...of, options),
      ]),
    );
  return Object.fromEntries(
    Object.entries(client).map(([name, part]: [string, object]) => [name, wrap(part)]),
  ) as unknown as MerchantClient;
}
