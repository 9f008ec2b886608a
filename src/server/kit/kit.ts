import type { Offer } from '../../core/reader/answer.js';
import { createArrivedEvents } from './arrived-events.js';
import { createArrivalTokens, isTrackable } from './arrival-token.js';
import { createFindArrival, createGetArrival } from './arrivals.js';
import { createAuthenticate } from './authenticate.js';
import { createCache, StoreError } from './cache.js';
import { createDepositOwners } from './deposit-owners.js';
import { createFollow, type FollowOptions } from './follow.js';
import type { Grant } from './grant.js';
import { createGetHistory } from './history.js';
import { createIssued } from './issued.js';
import { createKnownDeposits, type Receipt } from './known-deposits.js';
import { createLastChoices } from './last-choice.js';
import { createCheckLimit } from './limiter.js';
import { readOptions, type DepositKitOptions, type Settings } from './options.js';
import { allowedOriginOf, exposeTo, isForbiddenOrigin, isPreflight, PREFLIGHT_HEADERS } from './origins.js';
import { readQuery, resolveQuery, type EndpointQuery, type SlipQuery } from './query.js';
import { createRefreshBudget } from './refresh-budget.js';
import { createGetReceipt } from './receipts.js';
import { isRejection, rejectionResponse, type Rejection } from './rejection.js';
import { report } from './report.js';
import { dataResponse, emptyResponse } from './response.js';
import { createSigner } from './signature.js';
import { createGetSlip, type ShownSlip } from './slips.js';
import { createUpstream } from './upstream.js';
import { createVisitHistory } from './visit-history.js';

/**
 * Handles a request to the merchant's deposit endpoint. Never rejects: every failure is a response too. The `context` is
 * handed to `authorize` and `key` as it is; it is required if one of them declares its type.
 */
export interface DepositKit<Context = unknown> {
  (
    request: Request,
    ...context: unknown extends Context ? [context?: Context] : [context: Context]
  ): Promise<Response>;
  /**
   * Calls the `arrived` hook also for deposits that arrive while no page is open: once for each deposit, over all copies of the
   * kit that share a store. Run it in your server. It resolves when `signal` aborts, and rejects with a `RangeError` for a wrong `interval` only.
   *
   * It follows the fiat flows (spec: operation 7) of every merchant that a slip was issued for today or yesterday. If the hook
   * fails, it is called again, and the later deposits of that merchant wait. A flow that cannot be read goes to the `error` hook.
   */
  follow(options?: FollowOptions): Promise<void>;
}

/**
 * Creates the endpoint that `<deposit-slip>` calls: one handler from `Request` to `Response`, mounted at one URL.
 *
 * - `GET /deposit`: the slip if the grant has one method and the payer has no amount to enter, else
 *   `data: {methods, last}`, where `last` is the payer's last choice, if there is one.
 * - `?paymentId=90&fiat=BRL&amount=150.00`: the API's envelope with cleaned pending-fund data. Beside `data` it has
 *   `paymentId`, `fiat`, `amount` if there is one, `arrival` if the deposit can be tracked, and `test`. If the grant fixes
 *   no amount and a deposit arrived, it has `previous: {amount, fiat, createTime}`, and the slip is for the next one.
 * - `&refresh=1`: a new slip in place of the current one.
 * - A grant with a fixed amount that is paid gets `data: {status: 'arrived', deposits}` in place of a slip or a list.
 * - `?arrival=<token>`: `data: {status: 'waiting' | 'arrived', deposits: [{txId, amount, fiat, createTime}]}`.
 * - `?history=1`: `data: {deposits: [{id, txId, paymentId, fiat, amount, createTime, status}], next}`, what the payer deposited and
 *   what is awaited, newest first; `&before=<next>` gets the next page.
 *
 * Errors are `{code, msg, data: null, requestId, kind}`. With a `signingKey`, every other response is signed in the
 * header `Deposit-Signature`, including the request's `nonce` and `visit`; with `authorize`, a request must carry the `visit`
 * of its grant (`createVisitId`). Everything but these parameters comes from the grant.
 * Pages of the origins in `allowedOrigins` may call the endpoint, preflights included; all other origins are rejected.
 *
 * Throws an Error that names every invalid option. See docs/back-end.md.
 */
export function createDepositKit<Context = unknown>(
  options: DepositKitOptions<Context>,
): DepositKit<Context> {
  const settings = readOptions(options);
  const services = createServices(settings);
  const kit = async (request: Request, frameworkContext?: unknown): Promise<Response> => {
    const requestId = crypto.randomUUID();
    const origin = allowedOriginOf(settings.allowedOrigins, request);
    const result = await handle(settings, services, { request, requestId, origin, frameworkContext });
    if (isRejection(result)) report(settings, result, requestId);
    const response = isRejection(result) ? rejectionResponse(result, requestId, settings.test) : result;
    exposeTo(origin, response);
    return isHead(request) ? withoutBody(response) : response;
  };
  return Object.assign(kit, { follow: services.follow });
}

type Services = ReturnType<typeof createServices>;

function createServices(settings: Settings) {
  const tokens = createArrivalTokens(settings.secret);
  const cache = createCache(settings);
  const upstream = createUpstream(settings);
  const known = createKnownDeposits(cache);
  const issued = createIssued(cache);
  const owners = createDepositOwners(cache, known, issued);
  const arrived = createArrivedEvents(settings, cache);
  const history = createVisitHistory(cache);
  const findArrival = createFindArrival(settings, { cache, upstream, known, owners, arrived, history });
  const getReceipt = createGetReceipt(known, findArrival);
  return {
    tokens,
    authenticate: createAuthenticate(settings),
    checkLimit: createCheckLimit(settings.limiter, settings.logger),
    sign: createSigner(settings.signingKey),
    lastChoices: createLastChoices(cache),
    getReceipt,
    getSlip: createGetSlip(settings, {
      cache,
      upstream,
      known,
      issued,
      history,
      getReceipt,
      refreshes: createRefreshBudget(cache, settings.refreshes),
    }),
    getArrival: createGetArrival(tokens, findArrival),
    getHistory: createGetHistory(settings, { cache, upstream, issued, history, findArrival }),
    follow: createFollow(settings, { cache, issued, known, owners, arrived, history }),
  };
}

interface RequestContext {
  readonly request: Request;
  readonly requestId: string;
  /** The request's origin, if the merchant allows it. */
  readonly origin: string | undefined;
  /** What the caller of the kit hands to the merchant's functions. */
  readonly frameworkContext: unknown;
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
  const { request, origin, frameworkContext } = context;
  if (isForbiddenOrigin(request, origin)) return { rejected: 'forbidden-origin' };
  if (origin !== undefined && isPreflight(request)) return emptyResponse(PREFLIGHT_HEADERS);
  if (request.method !== 'GET' && !isHead(request)) return { rejected: 'method-not-allowed' };
  const caller = await services.authenticate(request, frameworkContext);
  if (isRejection(caller)) return caller;
  const { grant, limitKey } = caller;
  try {
    const result =
      (await services.checkLimit(limitKey)) ?? (await respond(settings, services, { ...context, grant }));
    return isRejection(result) ? { ...result, grant } : result;
  } catch (cause) {
    return cause instanceof StoreError
      ? { rejected: 'store-unavailable', grant }
      : { rejected: 'internal-error', grant, cause };
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
  const result = await respondToQuery(settings, services, context, query);
  return isRejection(result) || isHead(request) ? result : services.sign(request, result);
}

function respondToQuery(
  settings: Settings,
  services: Services,
  context: GrantedContext,
  query: EndpointQuery,
): Promise<Response | Rejection> {
  if (query.history) return respondWithHistory(settings, services, context, query.history);
  if (query.arrival !== undefined) return respondWithArrival(settings, services, context, query.arrival);
  return respondToSlipQuery(settings, services, context, query);
}

async function respondWithHistory(
  { test }: Settings,
  services: Services,
  { request, requestId, grant }: GrantedContext,
  { before }: EndpointQuery['history'] & object,
): Promise<Response | Rejection> {
  if (isHead(request)) return dataResponse(null, {}, test);
  const page = await services.getHistory(grant, before, requestId);
  return isRejection(page) ? page : dataResponse(page, {}, test);
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
  if (isHead(request)) return dataResponse(null, {}, settings.test);
  if ('methods' in resolved) return respondWithMethods(settings, services, context, resolved.methods);
  const slip = await services.getSlip(grant, resolved, { requestId, refresh: query.refresh });
  if (isRejection(slip)) return slip;
  if ('receipt' in slip) return receiptResponse(settings, slip.receipt);
  if (slip.isSlip) await services.lastChoices.set(grant, resolved);
  return respondWithSlip(settings, services, grant, resolved, slip);
}

async function respondWithMethods(
  settings: Settings,
  { getReceipt, lastChoices }: Services,
  { requestId, grant }: GrantedContext,
  methods: readonly Offer[],
): Promise<Response> {
  const receipt = await getReceipt(grant, requestId, undefined);
  if (receipt) return receiptResponse(settings, receipt);
  const last = await lastChoices.get(grant, methods);
  return dataResponse({ methods, ...(last && { last }) }, {}, settings.test);
}

/** What arrived, in place of a slip: another payment of the same order would be one too many. */
function receiptResponse({ test }: Settings, { deposits, ...fields }: Receipt): Response {
  return dataResponse({ status: 'arrived', deposits }, fields, test);
}

async function respondWithSlip(
  { test }: Settings,
  { tokens }: Services,
  grant: Grant,
  { paymentId, fiat, amount }: SlipQuery,
  { data, claims, previous }: ShownSlip,
): Promise<Response> {
  const arrival = isTrackable(grant, claims) ? await tokens.sign(grant, claims) : undefined;
  const fields = {
    paymentId,
    fiat,
    ...(amount !== undefined && { amount }),
    ...(arrival !== undefined && { arrival }),
    ...(previous && { previous }),
  };
  return dataResponse(data, fields, test);
}

function isHead({ method }: Request): boolean {
  return method === 'HEAD';
}

function withoutBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}
