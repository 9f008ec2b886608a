import { isLoopback } from '../../core/links.js';
import { isProblem } from '../../core/problem.js';
import { readSlip } from '../../core/reader/slip.js';
import { failure, isFailure, type Failure } from '../client/errors.js';
import { getPendingFund, type PendingFundQuery } from '../client/pending-fund.js';
import type { Reply } from '../client/transport.js';
import { ARRIVAL_CLAIMS, type ArrivalClaims } from './arrival-token.js';
import { hasArrived } from './arrivals.js';
import { cacheKey, type Cache } from './cache.js';
import { clean } from './clean.js';
import type { Grant } from './grant.js';
import { emit, type IssuedEvent } from './hooks.js';
import type { Settings } from './options.js';
import type { SlipQuery } from './query.js';
import { isRejection, rejectionOf, type Rejection } from './rejection.js';
import { SingleFlight } from './single-flight.js';
import { createSlipStore, SLIP_SECONDS, type StoredSlip } from './slip-store.js';
import type { Upstream } from './upstream.js';
import { visitIdOf } from './visit-id.js';

/** Returns the slip of a visit: the same one each time, until it expires or a refresh is requested. */
export type GetSlip = (
  grant: Grant,
  query: SlipQuery,
  options: { readonly requestId: string; readonly refresh: boolean },
) => Promise<StoredSlip | Rejection>;

/** How many codes of a visit are watched. Each takes one request to the API per poll. */
const MAX_WATCHED = 5;
/** Ids that fit in a token and a URL. */
const USABLE_ID = /^[\x21-\x7e]{1,64}$/;

/** A slip to be issued, and the request it is issued for. */
interface IssueContext {
  readonly grant: Grant;
  readonly query: SlipQuery;
  readonly requestId: string;
}

/** A slip just issued by the API. */
interface IssuedSlip extends StoredSlip {
  /** False if the element will show a problem in place of a slip. */
  readonly isSlip: boolean;
  /** The funding id, if the response contains one. */
  readonly txId?: string;
}

/** Creates the look-up, which requests new slips with operation 8 (spec: Get pending fund account). */
export function createGetSlip(settings: Settings, cache: Cache, upstream: Upstream): GetSlip {
  const singleFlight = new SingleFlight<StoredSlip | Rejection>();
  const slipStore = createSlipStore(cache, settings.isShared);

  async function issue(
    context: IssueContext,
    previous: StoredSlip | undefined,
  ): Promise<IssuedSlip | Rejection> {
    const { grant, query, requestId } = context;
    const history = await historyKey(grant, query);
    const now = Date.now();
    const reply = await upstream({ requestId, operation: 'pending-fund' }, (transport) =>
      getPendingFund(transport, pendingFundQuery(grant, query)),
    );
    if (isFailure(reply)) return rejectionOf(reply);
    const reading = examine(settings, reply, context);
    if (isFailure(reading)) return rejectionOf(reading);
    const { data, txId } = clean(reply.data);
    const earlier = ARRIVAL_CLAIMS.safeParse(await cache.get(history)).data;
    // `previous` may have been stored by another copy of the kit that has not written the history yet.
    const unpaid = await unpaidOf(grant, [previous?.claims, earlier]);
    const claims = claimsOf(query, txId, toWholeSecond(reply.date ?? now), unpaid);
    return { id: crypto.randomUUID(), data, claims, ...reading, ...(txId !== undefined && { txId }) };
  }

  async function unpaidOf(
    grant: Grant,
    candidates: readonly (ArrivalClaims | undefined)[],
  ): Promise<ArrivalClaims[]> {
    const earlier = candidates.filter((claims) => claims !== undefined);
    const arrived = await Promise.all(earlier.map((claims) => hasArrived(cache, grant, claims)));
    return earlier.filter((_, at) => !arrived[at]);
  }

  async function renew(
    context: IssueContext,
    key: string,
    previous: StoredSlip | undefined,
  ): Promise<StoredSlip | Rejection> {
    const issued = await issue(context, previous);
    if (isRejection(issued)) return issued;
    // Only slips are stored: an account that becomes payable must not stay unpayable for an hour.
    const shown = issued.isSlip ? await slipStore.replace(key, previous, issued) : issued;
    if (issued.isSlip)
      await cache.set(await historyKey(context.grant, context.query), shown.claims, SLIP_SECONDS);
    // Do not report a slip that was never shown.
    if (shown.id === issued.id) emit(settings, 'issued', issuedEvent(context, issued.txId));
    return shown;
  }

  return async (grant, query, { requestId, refresh }) => {
    const { paymentId, fiat, amount = '' } = pendingFundQuery(grant, query);
    const key = cacheKey('slip', await visitIdOf(grant), paymentId, fiat, amount);
    const work = async (): Promise<StoredSlip | Rejection> => {
      const stored = await slipStore.get(key);
      return stored && !refresh ? stored : renew({ grant, query, requestId }, key, stored);
    };
    return singleFlight.run(key, work, { fresh: refresh });
  };
}

function issuedEvent({ grant, query, requestId }: IssueContext, txId: string | undefined): IssuedEvent {
  const { paymentId, fiat, amount } = query;
  return {
    requestId,
    grant,
    paymentId,
    fiat,
    ...(amount !== undefined && { amount }),
    ...(txId !== undefined && { txId }),
  };
}

/** The store key of the claims of a visit's earlier codes. */
async function historyKey(grant: Grant, { paymentId, fiat }: SlipQuery): Promise<string> {
  return cacheKey('history', await visitIdOf(grant), paymentId, fiat);
}

/** A pure function of the grant and of the choice it leaves the payer (SECURITY.md P18). */
function pendingFundQuery(grant: Grant, query: SlipQuery): PendingFundQuery {
  return {
    merchantId: String(grant.merchantId),
    paymentId: query.paymentId,
    fiat: query.fiat,
    depositAlias: grant.depositAlias,
    amount: query.takesAmount ? query.amount : undefined,
  };
}

/**
 * Reads the response as the element will, and reports what it finds to the hooks. Only an unreadable response is a
 * failure; any other problem is passed on to the element.
 */
function examine(
  { hooks, logger, test, baseUrl }: Settings,
  { data }: Reply,
  { requestId, grant, query }: IssueContext,
): Pick<IssuedSlip, 'isSlip'> | Failure {
  // An API on this machine may link to this machine: the page that shows the link is on it too.
  const links = { hosts: [], loopback: test || isLoopback(baseUrl.hostname) };
  const slip = readSlip({ code: 200, data }, query, { links });
  const isSlip = !isProblem(slip);
  if (!isSlip && slip.kind === 'unreadable') return failure('unreadable', { reason: 'no-envelope' });
  const finding = isSlip ? { warnings: slip.warnings } : { problem: slip.kind, warnings: [] };
  if (!isSlip || slip.warnings.length > 0)
    emit({ hooks, logger }, 'finding', { requestId, grant, paymentId: query.paymentId, ...finding });
  return { isSlip };
}

/** Claims of a new slip. They include the visit's earlier unpaid codes, because the payer may still pay one of those. */
function claimsOf(
  query: SlipQuery,
  txId: string | undefined,
  since: number,
  unpaid: readonly ArrivalClaims[],
): ArrivalClaims {
  const ids = [txId, ...unpaid.flatMap(({ txIds }) => txIds)];
  const usable = ids.filter((id) => id !== undefined && USABLE_ID.test(id));
  return {
    paymentId: query.paymentId,
    fiat: query.fiat,
    since: Math.min(since, ...unpaid.map((earlier) => earlier.since)),
    txIds: [...new Set(usable as string[])].slice(0, MAX_WATCHED),
  };
}

/** HTTP dates have whole seconds. Our own clock is rounded likewise, or a deposit in the first second could be missed. */
function toWholeSecond(time: number): number {
  return time - (time % 1000);
}
