import { z } from 'zod';
import type { Deposit } from '../../core/reader/answer.js';
import { isFailure, type Failure } from '../client/errors.js';
import { listFlows, type Flow, type FlowsQuery } from '../client/flows.js';
import { isTrackable, type ArrivalClaims, type ArrivalTokens } from './arrival-token.js';
import { cacheKey, digest, type Cache } from './cache.js';
import type { Grant } from './grant.js';
import { emit } from './hooks.js';
import type { Settings } from './options.js';
import { rejectionOf, type Rejection } from './rejection.js';
import { SingleFlight } from './single-flight.js';
import type { Upstream } from './upstream.js';
import { visitIdOf } from './visit-id.js';

/** The response to a page that polls for a deposit. Amounts are decimal strings, times are milliseconds. */
export interface ArrivalAnswer {
  readonly status: 'waiting' | 'arrived';
  readonly deposits: readonly Deposit[];
}

/** With one second, a hundred polling tabs make one request to the API per second. */
const WAITING_SECONDS = 1;
/** An arrival is final. A refresh also learns from the cached answer that the earlier code was paid. */
const ARRIVED_SECONDS = 3600;
const PAGE_SIZE = 100;

const CACHED_ANSWER = z.object({
  status: z.enum(['waiting', 'arrived']),
  deposits: z.array(
    z.object({ txId: z.string(), amount: z.string(), fiat: z.string(), createTime: z.number() }).partial(),
  ),
});

/** Whether the payer's page was already told that the deposit of these claims arrived. */
export async function hasArrived(cache: Cache, grant: Grant, claims: ArrivalClaims): Promise<boolean> {
  return (await cachedAnswer(cache, await arrivalKey(grant, claims)))?.status === 'arrived';
}

/** Looks up whether the deposit of an arrival token has arrived. */
export type GetArrival = (
  grant: Grant,
  token: string,
  requestId: string,
) => Promise<ArrivalAnswer | Rejection>;

/** Creates the look-up, which queries the fiat flow (spec: operation 7). */
export function createGetArrival(
  settings: Settings,
  { tokens, cache, upstream }: { tokens: ArrivalTokens; cache: Cache; upstream: Upstream },
): GetArrival {
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
    const flows = pages.flatMap((page) => (isFailure(page) ? [] : page));
    // Frozen, because a hook receives the same objects that are sent to the page.
    const deposits = Object.freeze(depositsOf(flows, grant, claims));
    const failed = pages.find((page): page is Failure => isFailure(page));
    if (deposits.length === 0 && failed) return rejectionOf(failed);
    if (deposits.length === 0) return { status: 'waiting', deposits };
    const { paymentId, fiat } = claims;
    emit(settings, 'arrived', { requestId, grant, paymentId, fiat, deposits });
    return { status: 'arrived', deposits };
  }

  return async (grant, token, requestId) => {
    const claims = await tokens.read(grant, token);
    if (!claims || !isGranted(grant, claims) || !isTrackable(grant, claims))
      return { rejected: 'not-granted' };
    const key = await arrivalKey(grant, claims);
    return singleFlight.run(key, async () => {
      const cached = await cachedAnswer(cache, key);
      if (cached) return cached;
      const answer = await fetchArrival(grant, claims, requestId);
      if ('status' in answer)
        await cache.set(key, answer, answer.status === 'arrived' ? ARRIVED_SECONDS : WAITING_SECONDS);
      return answer;
    });
  };
}

async function cachedAnswer(cache: Cache, key: string): Promise<ArrivalAnswer | undefined> {
  return CACHED_ANSWER.safeParse(await cache.get(key)).data as ArrivalAnswer | undefined;
}

async function arrivalKey(grant: Grant, claims: ArrivalClaims): Promise<string> {
  const { paymentId, fiat, since, txIds } = claims;
  return cacheKey(
    'arrival',
    await digest(JSON.stringify([await visitIdOf(grant), paymentId, fiat, since, txIds])),
  );
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
function depositsOf(flows: readonly Flow[], grant: Grant, claims: ArrivalClaims): Deposit[] {
  const { fiat, since, txIds } = claims;
  const isOfSlip = (flow: Flow): boolean =>
    txIds.length > 0
      ? flow.txId !== undefined && txIds.includes(flow.txId)
      : flow.createTime !== undefined && flow.createTime >= since;
  return flows
    .filter((flow) => flow.flowType === 'DEPOSIT' && flow.category !== 'FEE' && flow.fiat === fiat)
    .filter((flow) => flow.merchantId === undefined || flow.merchantId === String(grant.merchantId))
    .filter((flow) => isCredit(flow) && isOfSlip(flow))
    .map(({ txId, changed, createTime }) =>
      Object.freeze({
        ...(txId !== undefined && { txId }),
        ...(changed !== undefined && { amount: changed }),
        fiat,
        ...(createTime !== undefined && { createTime }),
      }),
    );
}

function isCredit({ changed }: Flow): boolean {
  return changed !== undefined && !changed.startsWith('-') && /[1-9]/.test(changed);
}
