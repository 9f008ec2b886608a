import { bareResponse, dataResponse, faultResponse, isFault, type Fault } from './answers.js';
import { canTell, createArrivalTokens } from './arrival-token.js';
import { createArrivals } from './arrivals.js';
import { decide, readQuery, type Ask, type Query } from './ask.js';
import { createCallers } from './callers.js';
import type { Grant } from './grant.js';
import { createLimit } from './limiter.js';
import { createMemory } from './memory.js';
import { readOptions, type DepositKitOptions, type Settings } from './options.js';
import { isForeign, isPreflight, listedOrigin, openTo, PREFLIGHT } from './origins.js';
import { report, type Refusal } from './report.js';
import { createSigner } from './signature.js';
import { createSlips } from './slips.js';
import { createUpstream } from './upstream.js';

/** Answers a request to the merchant's deposit endpoint. Never rejects: what goes wrong is an answer too. */
export type DepositKit = (request: Request) => Promise<Response>;

/**
 * Makes the endpoint `<deposit-slip>` asks: one handler from `Request` to `Response`, to be mounted at one address.
 *
 * - `GET /deposit`: the slip if one method is offered and no amount is left to enter, else `data: {methods}`.
 * - `?paymentId=90&fiat=BRL&amount=150.00`: the API's envelope with cleaned pending-fund data; beside `data`:
 *   `paymentId`, `fiat`, `amount` where one was asked, `arrival` where an arrival can be told, `test`.
 * - `&refresh=1`: a new slip in place of the visit's.
 * - `?arrival=<token>`: `data: {status: 'waiting' | 'arrived', deposits: [{txId, amount, fiat, createTime}]}`.
 *
 * Errors are `{code, msg, data: null, requestId, kind}`. With a `signingKey` every other answer is signed in the header
 * `Deposit-Signature`, with the request's `nonce`. Everything but these parameters comes from the grant.
 * Pages of the origins listed in `allowedOrigins` may ask too, preflights included; those of any other are refused.
 * Source: kit-and-client.md. Throws one Error naming every wrong option.
 */
export function createDepositKit(options: DepositKitOptions): DepositKit {
  const settings = readOptions(options);
  const desk = createDesk(settings);
  return async (request) => {
    const requestId = crypto.randomUUID();
    const origin = listedOrigin(settings.allowedOrigins, request);
    const result = await serve(settings, desk, { request, requestId, origin });
    if (isFault(result)) report(settings, result, requestId);
    const answer = isFault(result) ? faultResponse(result, requestId, settings.test) : result;
    openTo(origin, answer);
    return request.method === 'HEAD' ? withoutBody(answer) : answer;
  };
}

type Desk = ReturnType<typeof createDesk>;

function createDesk(settings: Settings) {
  const tokens = createArrivalTokens(settings.secret);
  const memory = createMemory(settings.store, settings.logger);
  const upstream = createUpstream(settings);
  return {
    tokens,
    whoAsks: createCallers(settings),
    limit: createLimit(settings.limiter, settings.logger),
    sign: createSigner(settings.signingKey),
    slips: createSlips(settings, memory, upstream),
    arrivals: createArrivals(settings, { tokens, memory, upstream }),
  };
}

interface Visit {
  readonly request: Request;
  readonly requestId: string;
  /** The listed origin it comes from. */
  readonly origin: string | undefined;
}

/** Nothing is asked of the API, nor of the merchant, for a request that may not be made at all. */
async function serve(settings: Settings, desk: Desk, visit: Visit): Promise<Response | Refusal> {
  const { request, origin } = visit;
  if (isForeign(request, origin)) return { fault: 'foreign' };
  if (origin !== undefined && isPreflight(request)) return bareResponse(PREFLIGHT);
  if (request.method !== 'GET' && request.method !== 'HEAD') return { fault: 'wrong-verb' };
  const caller = await desk.whoAsks(request);
  if (isFault(caller)) return caller;
  const { grant } = caller;
  try {
    const answer =
      (await desk.limit(caller.counted)) ?? (await answerTo(settings, desk, { ...visit, grant }));
    return isFault(answer) ? { ...answer, grant } : answer;
  } catch (cause) {
    return { fault: 'own-fault', grant, cause };
  }
}

async function answerTo(
  settings: Settings,
  desk: Desk,
  { request, requestId, grant }: Visit & { readonly grant: Grant },
): Promise<Response | Fault> {
  const query = readQuery(request.url);
  if (isFault(query)) return query;
  const isHead = request.method === 'HEAD';
  const answer = await answerQuery(settings, desk, { grant, query, requestId, isHead });
  return isFault(answer) || isHead ? answer : desk.sign(request, answer);
}

interface Errand {
  readonly grant: Grant;
  readonly query: Query;
  readonly requestId: string;
  /** HEAD is answered without asking the API: a link checker must mint no funding id. */
  readonly isHead: boolean;
}

async function answerQuery(settings: Settings, desk: Desk, errand: Errand): Promise<Response | Fault> {
  const { grant, query, requestId, isHead } = errand;
  const { test } = settings;
  if (query.arrival !== undefined) {
    if (isHead) return dataResponse(null, {}, test);
    const answer = await desk.arrivals(grant, query.arrival, requestId);
    return isFault(answer) ? answer : dataResponse(answer, {}, test);
  }
  const decided = decide(grant, query);
  if (isFault(decided)) return decided;
  if ('methods' in decided || isHead) return dataResponse(decided, {}, test);
  return answerSlip(settings, desk, errand, decided);
}

async function answerSlip(
  settings: Settings,
  desk: Desk,
  errand: Errand,
  ask: Ask,
): Promise<Response | Fault> {
  const { grant, query, requestId } = errand;
  const issued = await desk.slips(grant, ask, { requestId, refresh: query.refresh });
  if (isFault(issued)) return issued;
  const { paymentId, fiat, amount } = ask;
  const { data, claims } = issued;
  const arrival = canTell(grant, claims) ? await desk.tokens.sign(grant, claims) : undefined;
  const beside = {
    paymentId,
    fiat,
    ...(amount !== undefined && { amount }),
    ...(arrival !== undefined && { arrival }),
  };
  return dataResponse(data, beside, settings.test);
}

function withoutBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}
