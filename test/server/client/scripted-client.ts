import { createMerchantClient, type MerchantClient, type MerchantClientOptions } from 'deposit-slip/client';
import { json } from '../fake-api.js';

export const TOKEN = 'canary-token-5f2c9d';

/** A request as the API received it. */
export interface SentRequest {
  /** `GET /v2/orders`. */
  readonly line: string;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if none was sent. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: string | undefined;
}

/** A response: `data` as JSON text in the envelope, a whole Response, or an error to reject with. */
export type Answer = string | Response | Error;

/** A client whose API responds as scripted, and the requests it sent. */
export interface ScriptedClient {
  readonly client: MerchantClient;
  readonly requests: SentRequest[];
}

/**
 * A client whose API responds with each response once, and with the last one from then on. Does not retry by
 * default.
 */
export function scriptedClient(
  answers: Answer | readonly Answer[],
  options: Partial<MerchantClientOptions> = {},
): ScriptedClient {
  const requests: SentRequest[] = [];
  const script = [answers].flat();
  const fetch = (async (address: string, init: RequestInit) => {
    const url = new URL(address);
    const answer = script[Math.min(requests.length, script.length - 1)]!;
    requests.push({
      line: `${init.method ?? 'GET'} ${url.pathname}`,
      query: Object.fromEntries(url.searchParams),
      body: init.body as string | undefined,
      headers: Object.fromEntries(new Headers(init.headers)),
      redirect: init.redirect,
    });
    return responseOf(answer);
  }) as typeof globalThis.fetch;
  const client = createMerchantClient({
    baseUrl: 'https://api.example.com',
    token: TOKEN,
    fetch,
    retries: 0,
    ...options,
  });
  return { client, requests };
}

/** Converts a scripted response to a Response. Throws it if it is an error. */
function responseOf(answer: Answer): Response {
  if (answer instanceof Error) throw answer;
  return typeof answer === 'string' ? envelope(answer) : answer.clone();
}

/** A success with `data` as JSON text, so that no digit passes through a JavaScript number. */
export function envelope(
  data: string,
  { code = '200', headers = {} }: { code?: string; headers?: HeadersInit } = {},
): Response {
  return json(`{"code":${code},"msg":"SUCCESS","data":${data}}`, { headers });
}

/** `data` of a page, as JSON text. */
export function page(record: string, name = 'record', total = 1): string {
  return `{"currentPage":1,"size":10,"total":${total},"${name}":${record}}`;
}

/** The error with which a call rejects. */
export async function errorOf(call: Promise<unknown>): Promise<Record<string, unknown> & Error> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error === undefined) throw new Error('The call did not reject.');
  return error as Record<string, unknown> & Error;
}
