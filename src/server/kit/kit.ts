import { dataResponse, faultResponse, isFault, kindOf, type Fault } from './answers.js';
import { canTell, createArrivalTokens } from './arrival-token.js';
import { createArrivals } from './arrivals.js';
import { decide, readQuery, type Ask, type Query } from './ask.js';
import { readGrant, type Grant } from './grant.js';
import { emit, redact } from './hooks.js';
import { createMemory } from './memory.js';
import { readOptions, type DepositKitOptions, type Settings } from './options.js';
import { createSigner } from './signature.js';
import { createSlips } from './slips.js';
import { createUpstream } from './upstream.js';

/** Answers a request to the merchant's deposit endpoint. Never rejects: what goes wrong is an answer too. */
export type DepositKit = (request: Request) => Promise<Response>;

/** A refused request, with what the merchant may know of it. */
interface Refusal extends Fault {
  readonly grant?: Grant;
  readonly cause?: unknown;
}

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
 * Source: kit-and-client.md. Throws one Error naming every wrong option.
 */
export function createDepositKit(options: DepositKitOptions): DepositKit {
  const settings = readOptions(options);
  const desk = createDesk(settings);
  return async (request) => {
    const requestId = crypto.randomUUID();
    const answer = await serve(settings, desk, request, requestId);
    if (!isFault(answer)) return forMethod(request, answer);
    report(settings, answer, requestId);
    return forMethod(request, faultResponse(answer, requestId, settings.test));
  };
}

type Desk = ReturnType<typeof createDesk>;

function createDesk(settings: Settings) {
  const tokens = createArrivalTokens(settings.secret);
  const memory = createMemory(settings.store, settings.logger);
  const upstream = createUpstream(settings);
  return {
    tokens,
    sign: createSigner(settings.signingKey),
    slips: createSlips(settings, memory, upstream),
    arrivals: createArrivals(settings, { tokens, memory, upstream }),
  };
}

async function serve(
  settings: Settings,
  desk: Desk,
  request: Request,
  requestId: string,
): Promise<Response | Refusal> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { fault: 'wrong-verb' };
  const grant = await authorize(settings, request);
  if (isFault(grant)) return grant;
  const query = readQuery(request.url);
  if (isFault(query)) return { ...query, grant };
  const isHead = request.method === 'HEAD';
  try {
    const answer = await answerQuery(settings, desk, { grant, query, requestId, isHead });
    if (isFault(answer)) return { ...answer, grant };
    return isHead ? answer : await desk.sign(request, answer);
  } catch (cause) {
    return { fault: 'own-fault', grant, cause };
  }
}

async function authorize(settings: Settings, request: Request): Promise<Grant | Refusal> {
  try {
    const given = await settings.authorize(request);
    if (given === null || given === undefined) return { fault: 'no-grant' };
    const grant = readGrant(given);
    if (!('wrong' in grant)) return grant;
    return { fault: 'own-fault', cause: new Error(`The grant is wrong in: ${grant.wrong}.`) };
  } catch (cause) {
    return { fault: 'own-fault', cause };
  }
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

function forMethod(request: Request, { status, headers, body }: Response): Response {
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/** Tells the merchant. The browser learns the kind and the request's id; the rest stays here. */
function report(settings: Settings, { fault, upstream, grant, cause }: Refusal, requestId: string): void {
  const kind = kindOf({ fault });
  const { status, code, msg, reason } = upstream ?? {};
  const isCode = code !== undefined && /^-?[0-9]{1,9}$/.test(code);
  const secrets = [
    settings.token,
    String(grant?.merchantId ?? ''),
    grant?.depositAlias ?? '',
    grant?.id ?? '',
  ];
  emit(settings, 'error', {
    requestId,
    kind,
    ...(grant && { grant }),
    ...(upstream && {
      upstream: {
        kind: upstream.kind,
        ...(status !== undefined && { status }),
        ...(isCode && { code }),
        ...(msg !== undefined && { msg: redact(msg, secrets) }),
        ...(reason !== undefined && { reason }),
      },
    }),
    ...(cause !== undefined && { cause }),
  });
  // A browser's own mistakes are not logged: anyone could fill the disk with them.
  if (!upstream && fault !== 'own-fault') return;
  settings.logger.error('A deposit request failed', {
    requestId,
    kind,
    ...(upstream && { upstream: upstream.kind }),
    ...(status !== undefined && { status }),
    ...(isCode && { code }),
    ...(reason !== undefined && { reason }),
  });
}
