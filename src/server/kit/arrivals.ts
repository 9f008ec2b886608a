import type { Deposit } from '../../core/reader/answer.js';
import { failure, isFailure, type Failure } from '../client/errors.js';
import { isTrackable, type ArrivalClaims, type ArrivalTokens } from './arrival-token.js';
import type { ArrivedEvents } from './arrived-events.js';
import { cacheKey, digest, type Cache } from './cache.js';
import { listFlows, type Flow, type FlowsQuery } from './flows.js';
import { flowDigest, type DepositOwners } from './deposit-owners.js';
import type { Grant } from './grant.js';
import {
  ARRIVED_SECONDS,
  isFixedAmount,
  readDeposit,
  type FoundDeposit,
  type KnownDeposits,
} from './known-deposits.js';
import type { Settings } from './options.js';
import { revealsToken } from './redact.js';
import { rejectionOf, type Rejection } from './rejection.js';
import { list, object, type Read } from './shape.js';
import { SingleFlight } from './single-flight.js';
import type { Upstream } from './upstream.js';
import { visitDigestOf } from './visit-digest.js';
import type { VisitHistory } from './visit-history.js';

/** The response to a page that polls for a deposit. Amounts are decimal strings, times are milliseconds. */
export interface ArrivalAnswer {
  readonly status: 'waiting' | 'arrived';
  readonly deposits: readonly Deposit[];
}

/** With one second, a hundred polling tabs make one request to the API per second. */
const WAITING_SECONDS = 1;
const PAGE_SIZE = 100;
/** Characters of base64url, six bits each. */
const KEY_LENGTH = 22;

const status: Read<ArrivalAnswer['status']> = (value) =>
  value === 'waiting' || value === 'arrived' ? value : undefined;
const readAnswer: Read<ArrivalAnswer> = object({ status, deposits: list(readDeposit) });

/** Looks up whether the deposit of a slip has arrived. */
export type FindArrival = (
  grant: Grant,
  claims: ArrivalClaims,
  requestId: string,
) => Promise<ArrivalAnswer | Rejection>;

interface ArrivalRequest {
  readonly grant: Grant;
  readonly claims: ArrivalClaims;
  readonly requestId: string;
}

interface ArrivalServices {
  readonly cache: Cache;
  readonly upstream: Upstream;
  readonly known: KnownDeposits;
  readonly owners: DepositOwners;
  readonly arrived: ArrivedEvents;
  readonly history: VisitHistory;
}

/** Creates the look-up, which queries the fiat flow (spec: operation 7) at most once a second for each slip. */
export function createFindArrival(
  settings: Settings,
  { cache, upstream, known, owners, arrived, history }: ArrivalServices,
): FindArrival {
  const singleFlight = new SingleFlight<ArrivalAnswer | Rejection>();

  async function fetchArrival(
    grant: Grant,
    claims: ArrivalClaims,
    requestId: string,
  ): Promise<ArrivalAnswer | Rejection> {
    const pages = await Promise.all(
      flowQueriesOf(grant, claims).map((query) =>
        upstream({ requestId, operation: 'flows' }, (transport) => listFlows(transport, query)),
      ),
    );
    const flows = pages.flatMap((page) => (isFailure(page) ? [] : page.flows));
    const matching = await matchingFlows(flows, grant, claims);
    const failed = pages.find((page): page is Failure => isFailure(page));
    return owners.keepOwn(grant, claims.fiat, matching, async (own) => {
      const found = await foundDepositsOf(own, grant, claims.fiat);
      if (found.length === 0 && failed) return rejectionOf(failed);
      return tell({ grant, claims, requestId }, found);
    });
  }

  async function tell(
    { grant, claims, requestId }: ArrivalRequest,
    found: readonly FoundDeposit[],
  ): Promise<ArrivalAnswer | Rejection> {
    const deposits = found.map(({ deposit }) => deposit);
    if (revealsToken(settings, deposits)) return rejectionOf(failure('unreadable'));
    if (deposits.length === 0) return { status: 'waiting', deposits };
    const { paymentId, fiat } = claims;
    const added = await known.add(grant, claims, found);
    if (added.length > 0)
      await Promise.all([
        arrived.tell({ requestId, grant, paymentId, fiat }, added),
        history.settle(grant, deposits),
      ]);
    return { status: 'arrived', deposits };
  }

  return async (grant, claims, requestId) => {
    const key = await arrivalKey(grant, claims);
    return singleFlight.run(key, async () => {
      const cached = readAnswer(await cache.get(key));
      if (cached) return cached;
      const answer = await fetchArrival(grant, claims, requestId);
      if ('status' in answer)
        await cache.set(key, answer, isFinal(grant, answer) ? ARRIVED_SECONDS : WAITING_SECONDS);
      return answer;
    });
  };
}

/** Answers a page that polls with an arrival token. */
export type GetArrival = (
  grant: Grant,
  token: string,
  requestId: string,
) => Promise<ArrivalAnswer | Rejection>;

/** Creates the look-up by token. */
export function createGetArrival(tokens: ArrivalTokens, findArrival: FindArrival): GetArrival {
  return async (grant, token, requestId) => {
    const claims = await tokens.read(grant, token);
    return claims && isGranted(grant, claims) && isTrackable(grant, claims)
      ? findArrival(grant, claims, requestId)
      : { rejected: 'not-granted' };
  };
}

/** A payer who sent another amount than the fixed one may still send the right one. */
function isFinal(grant: Grant, { status, deposits }: ArrivalAnswer): boolean {
  if (status !== 'arrived' || grant.amount === undefined) return status === 'arrived';
  return deposits.some((deposit) => isFixedAmount(grant, deposit));
}

async function arrivalKey(grant: Grant, claims: ArrivalClaims): Promise<string> {
  const { paymentId, fiat, since, txIds, knownKeys } = claims;
  // A cart may change: what closed the order of the old amount does not close this one.
  const claimed = JSON.stringify([paymentId, fiat, since, txIds, knownKeys, grant.amount]);
  return cacheKey('arrival', await visitDigestOf(grant), await digest(claimed));
}

/** The grant of each request decides anew: it may no longer contain the method the token was issued for. */
function isGranted(grant: Grant, { paymentId, fiat }: ArrivalClaims): boolean {
  return grant.methods.some((method) => method.paymentId === paymentId && method.fiat === fiat);
}

function flowQueriesOf(grant: Grant, { fiat, since, txIds }: ArrivalClaims): readonly FlowsQuery[] {
  const base = {
    merchantId: String(grant.merchantId),
    fiat,
    flowType: 'DEPOSIT',
    pageSize: PAGE_SIZE,
  } as const;
  if (txIds.length > 0) return txIds.map((txId) => ({ ...base, txId }));
  // One millisecond early, because the spec does not say whether `startTime` is inclusive (spec: operation 7).
  return [{ ...base, startTime: since - 1 }];
}

/** Applies the filters of the query again: a deposit of another merchant or slip must not pass, whatever the API sends. */
async function matchingFlows(
  flows: readonly Flow[],
  grant: Grant,
  { fiat, since, txIds, knownKeys }: ArrivalClaims,
): Promise<readonly Flow[]> {
  const isOfSlip = (flow: Flow): boolean =>
    txIds.length > 0
      ? flow.txId !== undefined && txIds.includes(flow.txId)
      : flow.createTime !== undefined && flow.createTime >= since;
  const matching = flows
    .filter((flow) => flow.flowType === 'DEPOSIT' && flow.category !== 'FEE' && flow.fiat === fiat)
    .filter((flow) => flow.merchantId === undefined || flow.merchantId === String(grant.merchantId))
    .filter((flow) => isCredit(flow) && isOfSlip(flow));
  const visitDigest = await visitDigestOf(grant);
  const keys = await Promise.all(matching.map((flow) => depositKey(visitDigest, flow)));
  return matching.filter((_, at) => !knownKeys.includes(keys[at]!));
}

/** The deposits of flows, as they are stored and sent. */
export async function foundDepositsOf(
  flows: readonly Flow[],
  grant: Grant,
  fiat: string,
): Promise<FoundDeposit[]> {
  const visitDigest = await visitDigestOf(grant);
  return Promise.all(
    flows.map(async (flow) => ({
      key: await depositKey(visitDigest, flow),
      mark: await flowDigest(grant, flow),
      deposit: toDeposit(flow, fiat),
    })),
  );
}

/** Not the id alone, which may be absent. */
export async function depositKey(
  visitDigest: string,
  { id, txId, createTime, changed }: Flow,
): Promise<string> {
  return (await digest(JSON.stringify([visitDigest, id, txId, createTime, changed]))).slice(0, KEY_LENGTH);
}

function toDeposit({ txId, changed, createTime }: Flow, fiat: string): Deposit {
  return Object.freeze({
    ...(txId !== undefined && { txId }),
    ...(changed !== undefined && { amount: changed }),
    fiat,
    ...(createTime !== undefined && { createTime }),
  });
}

/** Whether money came in. */
export function isCredit({ changed }: Flow): boolean {
  return changed !== undefined && !changed.startsWith('-') && /[1-9]/.test(changed);
}
