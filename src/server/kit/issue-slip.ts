import { isLoopback } from '../../core/links.js';
import { isProblem } from '../../core/problem.js';
import { readSlip } from '../../core/reader/slip.js';
import { failure, isFailure, type Failure } from '../client/errors.js';
import type { Reply } from '../client/transport.js';
import { ARRIVAL_SECONDS, readClaims, type ArrivalClaims } from './arrival-token.js';
import { cacheKey, type Cache } from './cache.js';
import { clean } from './clean.js';
import type { Grant } from './grant.js';
import { emit } from './hooks.js';
import type { Issued } from './issued.js';
import { MAX_SKEW, withoutKnown, type KnownDeposit } from './known-deposits.js';
import type { Settings } from './options.js';
import { getPendingFund, type PendingFundQuery } from './pending-fund.js';
import type { SlipQuery } from './query.js';
import { revealsToken } from './redact.js';
import { rejectionOf, type Rejection } from './rejection.js';
import type { StoredSlip } from './slip-store.js';
import type { Upstream } from './upstream.js';
import { visitDigestOf } from './visit-digest.js';

/** How many codes of a visit are watched. Each takes one request to the API per poll. */
const MAX_WATCHED = 5;
/** Ids that fit in a token and a URL. */
const USABLE_ID = /^[\x21-\x7e]{1,64}$/;

/** A slip to be issued, and the request it is issued for. */
export interface IssueContext {
  readonly grant: Grant;
  readonly query: SlipQuery;
  readonly requestId: string;
  /** The deposits of the visit that arrived in this currency. */
  readonly known: readonly KnownDeposit[];
}

/** A slip just issued by the API. */
export interface IssuedSlip extends StoredSlip {
  /** False if the element will show a problem in place of a slip. */
  readonly isSlip: boolean;
  /** The funding id, if the response contains one. */
  readonly txId?: string;
  /** When it was made, in milliseconds: a whole second, by the API's clock if that is right. */
  readonly createTime: number;
}

/** Requests a new slip. `previous` is the slip shown until now. */
export type IssueSlip = (
  context: IssueContext,
  previous: StoredSlip | undefined,
) => Promise<IssuedSlip | Rejection>;

interface IssueServices {
  readonly cache: Cache;
  readonly upstream: Upstream;
  readonly issued: Issued;
}

/** Creates the request of operation 8 (spec: Get pending fund account). */
export function createIssueSlip(settings: Settings, { cache, upstream, issued }: IssueServices): IssueSlip {
  return async (context, previous) => {
    const { grant, query, requestId, known } = context;
    const earlierKey = await claimsKey(grant, query);
    const now = Date.now();
    const reply = await upstream({ requestId, operation: 'pending-fund' }, (transport) =>
      getPendingFund(transport, pendingFundQuery(grant, query)),
    );
    if (isFailure(reply)) return rejectionOf(reply);
    const reading = examine(settings, reply, context);
    if (isFailure(reading)) return rejectionOf(reading);
    const { data, txId } = clean(reply.data);
    if (revealsToken(settings, data)) return rejectionOf(failure('unreadable'));
    const since = toWholeSecond(timeOf(reply, now));
    const [stored] = await Promise.all([
      cache.get(earlierKey),
      // Before the code is shown, so that no other order takes its deposit.
      reading.isSlip && issued.add({ grant, paymentId: query.paymentId, fiat: query.fiat, since }, txId),
    ]);
    const earlier = readClaims(stored);
    // `previous` may have been stored by another copy of the kit that has not written its claims yet.
    const earlierClaims = [previous?.claims, earlier].filter((claims) => claims !== undefined);
    const all = claimsOf(query, txId, { now, since }, earlierClaims);
    const claims = withoutKnown(all, known);
    return {
      id: crypto.randomUUID(),
      data,
      claims: { ...claims, txIds: claims.txIds.slice(0, MAX_WATCHED) },
      ...reading,
      ...(txId !== undefined && { txId }),
      createTime: since,
    };
  };
}

/** The store key of the claims of a visit's earlier codes. */
export async function claimsKey(grant: Grant, { paymentId, fiat }: SlipQuery): Promise<string> {
  return cacheKey('claims', await visitDigestOf(grant), paymentId, fiat);
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

/** Claims of a new slip. They include the visit's earlier codes, because the payer may still pay one of those. */
function claimsOf(
  query: SlipQuery,
  txId: string | undefined,
  { now, since }: { readonly now: number; readonly since: number },
  earlier: readonly ArrivalClaims[],
): ArrivalClaims {
  const ids = [txId, ...earlier.flatMap(({ txIds }) => txIds)];
  const usable = ids.filter((id) => id !== undefined && USABLE_ID.test(id));
  return {
    paymentId: query.paymentId,
    fiat: query.fiat,
    since: Math.min(since, ...earlier.map((claims) => claims.since)),
    txIds: [...new Set(usable as string[])],
    knownKeys: [...new Set(earlier.flatMap(({ knownKeys }) => knownKeys))],
    exp: Math.floor(now / 1000) + ARRIVAL_SECONDS,
  };
}

/** The API's time, unless it is far from ours: a wrong date would hide a deposit, or count an old one. */
function timeOf({ date = NaN }: Reply, now: number): number {
  return Math.abs(date - now) <= MAX_SKEW ? date : now;
}

/** HTTP dates have whole seconds. Our own clock is rounded likewise, or a deposit in the first second could be missed. */
function toWholeSecond(time: number): number {
  return time - (time % 1000);
}
