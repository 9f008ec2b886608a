import { createArrivalTokens, isTrackable } from './arrival-token.js';
import { createGetArrival } from './arrivals.js';
import { createAuthenticate } from './authenticate.js';
import { createCache } from './cache.js';
import type { Grant } from './grant.js';
import { createCheckLimit } from './limiter.js';
import { readOptions, type DepositKitOptions, type Settings } from './options.js';
import { allowedOriginOf, exposeTo, isForbiddenOrigin, isPreflight, PREFLIGHT_HEADERS } from './origins.js';
import { readQuery, resolveQuery, type EndpointQuery } from './query.js';
import { isRejection, rejectionResponse, type Rejection } from './rejection.js';
import { report } from './report.js';
import { dataResponse, emptyResponse } from './response.js';
import { createSigner } from './signature.js';
import { createGetSlip } from './slips.js';
import { createUpstream } from './upstream.js';

/** Handles a request to the merchant's deposit endpoint. Never rejects: every failure is a response too. */
export type DepositKit = (request: Request) => Promise<Response>;

/**
 * Creates the endpoint that `<deposit-slip>` calls: one handler from `Request` to `Response`, mounted at one URL.
 *
 * - `GET /deposit`: the slip if the grant has one method and the payer has no amount to enter, else `data: {methods}`.
 * - `?paymentId=90&fiat=BRL&amount=150.00`: the API's envelope with cleaned pending-fund data. Beside `data` it has
 *   `paymentId`, `fiat`, `amount` if there is one, `arrival` if the deposit can be tracked, and `test`.
 * - `&refresh=1`: a new slip in place of the current one.
 * - `?arrival=<token>`: `data: {status: 'waiting' | 'arrived', deposits: [{txId, amount, fiat, createTime}]}`.
 *
 * Errors are `{code, msg, data: null, requestId, kind}`. With a `signingKey`, every other response is signed in the
 * header `Deposit-Signature`, including the request's `nonce`. Everything but these parameters comes from the grant.
 * Pages of the origins in `allowedOrigins` may call the endpoint, preflights included; all other origins are rejected.
 *
 * Throws an Error that names every invalid option. See docs/back-end.md.
 */
export function createDepositKit(options: DepositKitOptions): DepositKit {
  const settings = readOptions(options);
  const services = createServices(settings);
  return async (request) => {
    const requestId = crypto.randomUUID();
    const origin = allowedOriginOf(settings.allowedOrigins, request);
    const result = await handle(settings, services, { request, requestId, origin });
    if (isRejection(result)) report(settings, result, requestId);
    const response = isRejection(result) ? rejectionResponse(result, requestId, settings.test) : result;
    exposeTo(origin, response);
    return isHead(request) ? withoutBody(response) : response;
  };
}

type Services = ReturnType<typeof createServices>;

function createServices(settings: Settings) {
  const tokens = createArrivalTokens(settings.secret);
  const cache = createCache(settings.store, settings.logger);
  const upstream = createUpstream(settings);
  return {
    tokens,
    authenticate: createAuthenticate(settings),
    checkLimit: createCheckLimit(settings.limiter, settings.logger),
    sign: createSigner(settings.signingKey),
    getSlip: createGetSlip(settings, cache, upstream),
    getArrival: createGetArrival(settings, { tokens, cache, upstream }),
  };
}

interface RequestContext {
  readonly request: Request;
  readonly requestId: string;
  /** The request's origin, if the merchant allows it. */
  readonly origin: string | undefined;
}

interface GrantedContext extends RequestContext {
  readonly grant: Grant;
}

/** Checks origin and method first: a request that is not allowed causes no call to the API or to the merchant's code. */
async function handle(
  settings: Settings,
  services: Services,
  context: RequestContext,
): Promise<Response | Rejection> {
  const { request, origin } = context;
  if (isForbiddenOrigin(request, origin)) return { rejected: 'forbidden-origin' };
  if (origin !== undefined && isPreflight(request)) return emptyResponse(PREFLIGHT_HEADERS);
  if (request.method !== 'GET' && !isHead(request)) return { rejected: 'method-not-allowed' };
  const caller = await services.authenticate(request);
  if (isRejection(caller)) return caller;
  const { grant, limitKey } = caller;
  try {
    const result =
      (await services.checkLimit(limitKey)) ?? (await respond(settings, services, { ...context, grant }));
    return isRejection(result) ? { ...result, grant } : result;
  } catch (cause) {
    return { rejected: 'internal-error', grant, cause };
  }
}

async function respond(
  settings: Settings,
  services: Services,
  context: GrantedContext,
): Promise<Response | Rejection> {
  const { request } = context;
  const query = readQuery(request.url);
  if (isRejection(query)) return query;
  const result =
    query.arrival === undefined
      ? await respondToSlipQuery(settings, services, context, query)
      : await respondWithArrival(settings, services, context, query.arrival);
  return isRejection(result) || isHead(request) ? result : services.sign(request, result);
}

async function respondWithArrival(
  { test }: Settings,
  services: Services,
  { request, requestId, grant }: GrantedContext,
  token: string,
): Promise<Response | Rejection> {
  if (isHead(request)) return dataResponse(null, {}, test);
  const arrival = await services.getArrival(grant, token, requestId);
  return isRejection(arrival) ? arrival : dataResponse(arrival, {}, test);
}

async function respondToSlipQuery(
  settings: Settings,
  services: Services,
  context: GrantedContext,
  query: EndpointQuery,
): Promise<Response | Rejection> {
  const { request, requestId, grant } = context;
  const resolved = resolveQuery(grant, query);
  if (isRejection(resolved)) return resolved;
  // HEAD never calls the API: a link checker must not create a funding id.
  if ('methods' in resolved || isHead(request)) return dataResponse(resolved, {}, settings.test);
  const { paymentId, fiat, amount } = resolved;
  const slip = await services.getSlip(grant, resolved, { requestId, refresh: query.refresh });
  if (isRejection(slip)) return slip;
  const arrival = isTrackable(grant, slip.claims)
    ? await services.tokens.sign(grant, slip.claims)
    : undefined;
  const fields = {
    paymentId,
    fiat,
    ...(amount !== undefined && { amount }),
    ...(arrival !== undefined && { arrival }),
  };
  return dataResponse(slip.data, fields, settings.test);
}

function isHead({ method }: Request): boolean {
  return method === 'HEAD';
}

function withoutBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}
