import { omitUndefined } from '../../../core/omit-undefined.js';
import { failure } from '../../client/errors.js';
import type { Grant } from '../grant.js';
import type { GetHistory } from '../history.js';
import { getArrival } from '../payments/arrivals.js';
import type { Granted, LookUpGrant } from '../payments/lookup.js';
import { isRejection, rejectionOf, rejectionResponse, type Rejection } from '../rejection.js';
import { resolveChoice } from '../slips/choice.js';
import type { Receipt, ShownSlip } from '../slips/slip-response.js';
import type { GetSlip } from '../slips/get-slip.js';
import { StoreError } from '../store/store.js';
import { ArrivalTokens } from './arrival-token.js';
import { createAuthenticate, type Authenticate, type AuthenticationSettings } from './authenticate.js';
import { createCheckLimit, type CheckLimit, type Limiter } from './limiter.js';
import { allowedOriginOf, exposeTo, isForbiddenOrigin, isPreflight, PREFLIGHT_HEADERS } from './origins.js';
import { readQuery, type EndpointQuery } from './query.js';
import { report, type ReportSettings } from './report.js';
import { emptyResponse, envelopeOf, jsonResponse, type EnvelopeFields } from './response.js';

/** The services that the endpoint uses. */
export interface HandlerServices {
  readonly getSlip: GetSlip;
  readonly getHistory: GetHistory;
  readonly lookUp: LookUpGrant;
}

/** Handles a request. Never rejects: a failure becomes a response too. */
export type Handle = (request: Request, frameworkContext?: unknown) => Promise<Response>;

interface RequestContext {
  readonly request: Request;
  readonly requestId: string;
  /** The request's origin, if the merchant allows it. */
  readonly origin: string | undefined;
  /** The value that the caller of the kit passes on to the merchant's functions. */
  readonly frameworkContext: unknown;
}

export interface HandlerSettings extends AuthenticationSettings, ReportSettings {
  readonly allowedOrigins: readonly string[];
  readonly limiter: Limiter | false | undefined;
  /** Sign arrival tokens, the first one; random if undefined. */
  readonly secrets: readonly Uint8Array[] | undefined;
  readonly test: boolean;
}

/** Creates the handler. */
export function createHandler(settings: HandlerSettings, services: HandlerServices): Handle {
  const handler = new Handler(settings, services);
  return async (request, frameworkContext) => {
    const requestId = crypto.randomUUID();
    const origin = allowedOriginOf(settings.allowedOrigins, request);
    const result = await handler.handle({ request, requestId, origin, frameworkContext });
    if (isRejection(result)) report(settings, result, requestId);
    const response = isRejection(result) ? rejectionResponse(result, requestId, settings.test) : result;
    exposeTo(origin, response);
    return isHead(request) ? withoutBody(response) : response;
  };
}

class Handler {
  readonly #settings: HandlerSettings;
  readonly #services: HandlerServices;
  readonly #tokens: ArrivalTokens;
  readonly #authenticate: Authenticate;
  readonly #checkLimit: CheckLimit;

  constructor(settings: HandlerSettings, services: HandlerServices) {
    this.#settings = settings;
    this.#services = services;
    this.#tokens = new ArrivalTokens(settings.secrets);
    this.#authenticate = createAuthenticate(settings);
    this.#checkLimit = createCheckLimit(settings.limiter, settings.logger);
  }

  /**
   * Checks origin and method first, so that a forbidden request causes no call to the API or to the
   * merchant's code.
   */
  async handle(context: RequestContext): Promise<Response | Rejection> {
    const { request, origin, frameworkContext } = context;
    if (isForbiddenOrigin(request, origin)) return { rejected: 'forbidden-origin' };
    if (origin !== undefined && isPreflight(request)) return emptyResponse(PREFLIGHT_HEADERS);
    if (request.method !== 'GET' && !isHead(request)) return { rejected: 'method-not-allowed' };
    const caller = await this.#authenticate(request, frameworkContext);
    if (isRejection(caller)) return caller;
    const { grant, limitKey } = caller;
    try {
      const result = (await this.#checkLimit(limitKey)) ?? (await this.#respond(caller, context));
      return isRejection(result) ? { ...result, grant } : result;
    } catch (cause) {
      const rejected = cause instanceof StoreError ? 'store-unavailable' : 'internal-error';
      return { rejected, grant, cause };
    }
  }

  async #respond(granted: Granted, { request, requestId }: RequestContext): Promise<Response | Rejection> {
    const query = readQuery(request.url);
    if (isRejection(query)) return query;
    if (isHead(request)) return this.#head(granted, query);
    return this.#respondToQuery(granted, query, requestId);
  }

  #respondToQuery(granted: Granted, query: EndpointQuery, requestId: string): Promise<Response | Rejection> {
    if (query.history) return this.#history(granted, query.history.before);
    if (query.arrival !== undefined) return this.#arrival(granted, query.arrival);
    return this.#slip(granted, query, requestId);
  }

  /** HEAD never calls the API: a link checker must not create a funding id. */
  #head({ grant }: Granted, query: EndpointQuery): Response | Rejection {
    const resolved = query.history || query.arrival !== undefined ? {} : resolveChoice(grant, query);
    return isRejection(resolved) ? resolved : this.#data(grant, null);
  }

  /** A successful response, unless the data contains a token: an API may repeat the token it was sent. */
  #data({ merchantId }: Grant, data: unknown, fields: EnvelopeFields = {}): Response | Rejection {
    const { test, tokens } = this.#settings;
    const text = envelopeOf(data, fields, test);
    return tokens.areIn(text, String(merchantId))
      ? rejectionOf(failure('unreadable'))
      : jsonResponse(200, text, test);
  }

  async #history(granted: Granted, before: string | undefined): Promise<Response | Rejection> {
    const page = await this.#services.getHistory(granted, before);
    return isRejection(page) ? page : this.#data(granted.grant, page);
  }

  async #arrival(granted: Granted, token: string): Promise<Response | Rejection> {
    const claims = await this.#tokens.read(granted.grant, token);
    if (!claims || !isGranted(granted.grant, claims)) return { rejected: 'not-granted' };
    return this.#data(granted.grant, await getArrival(this.#services.lookUp, granted, claims));
  }

  async #slip(granted: Granted, query: EndpointQuery, requestId: string): Promise<Response | Rejection> {
    const { paymentId, fiat, amount, refresh } = query;
    const result = await this.#services.getSlip(granted, {
      choice: { paymentId, fiat, amount },
      refresh,
      requestId,
    });
    if (isRejection(result)) return result;
    if ('receipt' in result) return this.#receiptResponse(granted.grant, result.receipt);
    if ('slip' in result) return this.#slipResponse(granted.grant, result.slip);
    const { methods, last, payment } = result.methods;
    return this.#data(granted.grant, { methods, ...(last && { last }) }, payment && { payment });
  }

  /** Returns the deposits that arrived instead of a slip: the payer must not pay the same order twice. */
  async #receiptResponse(
    grant: Grant,
    { status, deposits, arrival: position, ...fields }: Receipt,
  ): Promise<Response | Rejection> {
    const arrival = position && (await this.#tokens.sign(grant, position));
    return this.#data(grant, { status, deposits }, omitUndefined({ ...fields, arrival }));
  }

  async #slipResponse(
    grant: Grant,
    { query, data, arrival: position, ...shown }: ShownSlip,
  ): Promise<Response | Rejection> {
    const { paymentId, fiat, amount } = query;
    const arrival = position && (await this.#tokens.sign(grant, position));
    return this.#data(grant, data, omitUndefined({ paymentId, fiat, amount, arrival, ...shown }));
  }
}

/**
 * The grant of each request decides again: it may no longer contain the method that the token was issued for.
 */
function isGranted(
  grant: Grant,
  { paymentId, fiat }: { readonly paymentId: number; readonly fiat: string },
): boolean {
  return grant.methods.some((method) => method.paymentId === paymentId && method.fiat === fiat);
}

function isHead({ method }: Request): boolean {
  return method === 'HEAD';
}

function withoutBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}
