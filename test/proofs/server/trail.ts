/** Records everything that a kit puts out. Every secret is a canary that can be searched for. */
import assert from 'node:assert/strict';
import {
  createDepositKit,
  createDepositSession,
  type DepositKit,
  type Authentication,
  type DepositKitOptions,
  type ErrorEvent,
  type Logger,
} from 'deposit-slip/kit';
import { fakeApi, flowPage, json, pix, PIX_TX, type Scripted } from '../../server/fake-api.js';
import { keyPair } from '../../server/keys.js';
import { brokenStore } from '../../server/shop.js';

export const TOKEN = 'canary-token-5f2c9d8e7b';
export const SECRET = 'canary-secret-of-arrival-tokens-0123456789';
export const SESSION_KEY = 'canary-key-of-sessions-0123456789-abcdef';
const { privateKey, privatePem } = keyPair();
export const SIGNING_KEY = privatePem;
const old = keyPair();
/** Lists of keys, during the replacement of one by another. */
export const ROTATING = {
  secret: [SECRET, 'canary-old-secret-of-arrival-tokens-0123456789'],
  session: [SESSION_KEY, 'canary-old-key-of-sessions-0123456789-abcdef'],
} as const;
export const GRANT = {
  id: 'canary-grant-7d',
  merchantId: '991122334',
  depositAlias: 'canary-alias one',
  customer: 'canarino',
  methods: [{ paymentId: 90, fiat: 'BRL' }],
};
const TOKEN_HEX = Buffer.from(TOKEN).toString('hex');
/**
 * The token in forms that a reader of it can still use: in upper case, encoded for a URL, in hexadecimal
 * digits, inside base64.
 */
const ENCODED_TOKENS = [
  ...[TOKEN.toUpperCase(), TOKEN_HEX, TOKEN_HEX.replace(/../g, '%$&'), TOKEN.replaceAll('-', '%2D')],
  ...['', 'x', 'xy'].map((before) => Buffer.from(`${before}${TOKEN}`).toString('base64')),
];
/** Secrets that must never reach a browser. A payer's own session is not a secret from that payer. */
export const SECRETS = [
  TOKEN,
  ...ENCODED_TOKENS,
  SECRET,
  SESSION_KEY,
  privateKey.export({ format: 'jwk' }).d!,
  SIGNING_KEY.split('\n')[1]!,
  ROTATING.secret[1],
  ROTATING.session[1],
  old.privateKey.export({ format: 'jwk' }).d!,
  old.privatePem.split('\n')[1]!,
];
export const HIDDEN = [...SECRETS, GRANT.id, GRANT.merchantId, GRANT.depositAlias, GRANT.customer];

/** A secret in its usual encodings. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '').slice(0, -1);
  const url = base64.replaceAll('+', '-').replaceAll('/', '_');
  const form = new URLSearchParams({ secret }).toString().slice('secret='.length);
  return [secret, base64, url, bytes.toString('hex'), encodeURIComponent(secret), form];
}

/** Fails if a text contains one of the secrets in any encoding. */
export function assertFree(texts: readonly string[], secrets: readonly string[]): void {
  const forms = secrets.flatMap(formsOf);
  for (const text of texts)
    for (const form of forms) assert.ok(!text.includes(form), `${form} in ${text.slice(0, 500)}`);
}

/** The output of a kit, by where it went. */
export interface Trail {
  readonly sent: string[];
  readonly logged: unknown[][];
  readonly errors: ErrorEvent[];
  /** The reasons of failures, as the hooks receive them. */
  readonly causes: unknown[];
}

export function kitWith(trail: Trail, options: Partial<DepositKitOptions>): DepositKit {
  const write: Logger['warn'] = (...line) => void trail.logged.push(line);
  return createDepositKit({
    baseUrl: 'https://api.example.com',
    token: TOKEN,
    secret: SECRET,
    limiter: false,
    logger: { warn: write, error: write },
    on: {
      error: (event) => {
        trail.errors.push(event);
        trail.causes.push(event.cause);
      },
      response: ({ cause }) => void trail.causes.push(cause),
    },
    ...(options.session === undefined && { authorize: () => GRANT }),
    ...options,
  } as DepositKitOptions & Authentication);
}

const decodeParts = (token: string): string =>
  token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    .join('\n');

/**
 * Sends a request and records every byte of the response, including the contents of tokens. Returns the
 * arrival token.
 */
export async function record(trail: Trail, kit: DepositKit, request: Request): Promise<string | undefined> {
  const answer = await kit(request);
  const text = await answer.text();
  trail.sent.push(`${answer.status} ${answer.statusText} ${JSON.stringify([...answer.headers])} ${text}`);
  const { arrival } = text === '' ? {} : (JSON.parse(text) as { arrival?: string });
  if (arrival !== undefined) trail.sent.push(decodeParts(arrival));
  return arrival;
}

export const QUERIES = [
  '',
  '?paymentId=90&refresh=1',
  '?paymentId=63',
  '?paymentId=x',
  '?amount=0',
  '?arrival=a.b.c',
  '?history=1',
];

export async function requestsOf(isSession: boolean): Promise<(query: string, method?: string) => Request> {
  const session = isSession ? await createDepositSession(SESSION_KEY, GRANT) : undefined;
  return (query, method = 'GET') =>
    new Request(`https://shop.example/deposit${query}`, {
      method,
      headers: {
        cookie: 'canary-cookie=1',
        origin: 'https://shop.example',
        'sec-fetch-site': 'same-origin',
        ...(session !== undefined && { authorization: `Bearer ${session}` }),
      },
    });
}

async function walk(trail: Trail, options: Partial<DepositKitOptions>): Promise<void> {
  const kit = kitWith(trail, options);
  const request = await requestsOf(options.session !== undefined);
  for (const query of QUERIES) {
    const arrival = await record(trail, kit, request(query));
    if (arrival !== undefined) await record(trail, kit, request(`?arrival=${arrival}`));
  }
  for (const method of ['HEAD', 'OPTIONS', 'POST']) await record(trail, kit, request('', method));
}

/** Responses of an API that repeats everything it received. */
const ECHO = `${TOKEN} ${GRANT.id} ${GRANT.merchantId} ${GRANT.depositAlias} ${GRANT.customer}`;
const echoing = { 'x-echo': TOKEN, 'retry-after': TOKEN, 'set-cookie': `t=${TOKEN}`, 'x-request-id': TOKEN };
export const ANSWERS: readonly Scripted[] = [
  pix(),
  `{"code":1,"msg":"${ECHO}","data":null}`,
  `{"code":${GRANT.merchantId},"msg":"${ECHO}"}`,
  `{"code":200,"msg":"${ECHO}","data":{"fiat":"BRL","token":"${TOKEN}","merchantId":${GRANT.merchantId},"fieldList":{}}}`,
  json(pix().replace('"data":{', `"token":"${TOKEN}","data":{"merchantId":${GRANT.merchantId},`), {
    headers: echoing,
  }),
  ...[TOKEN, `\\u0063${TOKEN.slice(1)}`, ...ENCODED_TOKENS].flatMap((echo) => [
    ...['realName', 'txId'].map((name) => pix('').replace('"fiat"', `"${name}":"${echo}","fiat"`)),
    ...[`"a":"${echo} b"`, `"${echo}":"a"`].map((field) => pix().replace('"Pix Key"', `${field},"Pix Key"`)),
  ]),
  `${TOKEN} not JSON`,
  new TypeError(`fetch failed: https://api.example.com/?merchantId=${GRANT.merchantId} ${TOKEN}`),
  Object.assign(new TypeError('fetch failed', { cause: new Error(ECHO) }), { code: TOKEN }),
  new Response(null, { status: 302, headers: { location: `https://evil.example/${TOKEN}` } }),
  ...[400, 401, 403, 404, 429, 500, 503].map((status) =>
    json(`{"code":"${TOKEN}","msg":"${ECHO}","requestId":"${TOKEN}"}`, {
      status,
      statusText: TOKEN,
      headers: echoing,
    }),
  ),
];

let walked: Promise<Trail> | undefined;

/** The output of kits with all kinds of options and API responses. Recorded once. */
export function everyFlow(): Promise<Trail> {
  return (walked ??= walkAll());
}

export function emptyTrail(): Trail {
  return { sent: [], logged: [], errors: [], causes: [] };
}

async function walkAll(): Promise<Trail> {
  const trail = emptyTrail();
  const { merchantId } = GRANT;
  for (const [at, slip] of ANSWERS.entries()) {
    const broken = brokenStore(() => Promise.reject(new Error(ECHO)));
    const flows = flowPage({ merchantId, txId: 'x', extId: TOKEN }).replace('"x"', PIX_TX);
    const api = fakeApi({ slip, flows });
    const flowless = fakeApi({ flows: slip });
    const echoed = flowPage({ merchantId, txId: TOKEN, createTime: String(Date.now() + 60_000) });
    const own = fakeApi({ slip: pix(''), flows: echoed });
    const options: readonly Partial<DepositKitOptions>[] = [
      { fetch: api.fetch },
      { fetch: api.fetch, session: SESSION_KEY },
      { fetch: api.fetch },
      { fetch: api.fetch, session: SIGNING_KEY, test: true, allowedOrigins: ['https://shop.example'] },
      { fetch: api.fetch, ...ROTATING, token: () => Promise.resolve(TOKEN) },
      { fetch: own.fetch, token: () => TOKEN, authorize: () => ({ ...GRANT, ownAccount: true }) },
      { fetch: api.fetch, token: () => Promise.reject(new Error(ECHO)) },
      { fetch: api.fetch, token: () => `${TOKEN}\n` },
      { fetch: flowless.fetch },
      { fetch: api.fetch, store: broken },
      { fetch: own.fetch, authorize: () => ({ ...GRANT, ownAccount: true }) },
      { fetch: api.fetch, authorize: () => Promise.reject(new Error('of the merchant')) },
      { fetch: api.fetch, authorize: () => ({ ...GRANT, methods: [] }) },
      { fetch: api.fetch, limiter: { consume: () => Promise.reject(new Error(ECHO)) } },
      { fetch: api.fetch, limiter: { consume: () => Promise.reject({ msBeforeNext: 5, key: ECHO }) } },
      { fetch: api.fetch, key: () => Promise.reject(new Error(ECHO)), limiter: { consume: () => undefined } },
    ];
    // The first responses are tried with all options, the others each with a third of them.
    for (const [option, each] of options.entries())
      if (at < 4 || (option + at) % 3 === 0) await walk(trail, each);
  }
  return trail;
}
