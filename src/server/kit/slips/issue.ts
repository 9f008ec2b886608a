import { isLoopback } from '../../../core/links.js';
import { isProblem } from '../../../core/problem.js';
import { isDepositId } from '../../../core/reader/members.js';
import { slipIn } from '../../../core/reader/read-slip.js';
import { MINUTE } from '../../../core/time.js';
import { failure, isFailure, type Failure } from '../../client/errors.js';
import type { Reply } from '../../client/transport.js';
import type { Grant } from '../grant.js';
import { emit, type Reporting } from '../hooks.js';
import { rejectionOf, type Rejection } from '../rejection.js';
import type { Tokens } from '../tokens.js';
import type { Upstream } from '../upstream.js';
import type { SlipQuery } from './choice.js';
import { clean } from './clean.js';
import { getPendingFund, type PendingFundQuery } from './pending-fund.js';

export interface IssueSettings extends Reporting {
  readonly baseUrl: URL;
  readonly tokens: Tokens;
  readonly test: boolean;
}

/** A slip to be issued, and the request it is issued for. */
export interface IssueContext {
  readonly grant: Grant;
  readonly query: SlipQuery;
  readonly requestId: string;
}

/** A response of the API, cleaned. */
export interface Issued {
  /** The `data` of the response to the page. */
  readonly data: unknown;
  /** False if the element will show a problem instead of a slip. */
  readonly isSlip: boolean;
  /** The funding id, if the response has one that fits into the store and the page. */
  readonly txId: string | undefined;
  /** When the slip was made, in milliseconds: a whole second, by the API's clock unless it is wrong. */
  readonly issuedAt: number;
}

/** Milliseconds by which the API's clock may differ from ours. A time beyond that is wrong. */
const MAX_SKEW = 10 * MINUTE;

/** Requests a new slip (spec: operation 8). Never retried: each request may create a code. */
export async function issueSlip(
  settings: IssueSettings,
  upstream: Upstream,
  context: IssueContext,
): Promise<Issued | Rejection> {
  const { grant, query, requestId } = context;
  const now = Date.now();
  const merchantId = String(grant.merchantId);
  const token = await settings.tokens.of(merchantId);
  if (isFailure(token)) return { ...rejectionOf(token), cause: token.cause };
  const event = { requestId, operation: 'pending-fund', merchantId } as const;
  const request = pendingFundQuery(grant, query);
  const reply = await upstream(event, (transport) => getPendingFund(transport, request), token);
  if (isFailure(reply)) return rejectionOf(reply);
  const reading = examine(settings, reply, context);
  if (isFailure(reading)) return rejectionOf(reading);
  const { data, txId } = clean(reply.data);
  const text = JSON.stringify(data);
  if (token.isIn(text) || settings.tokens.areIn(text, merchantId)) return rejectionOf(failure('unreadable'));
  const usableId = txId !== undefined && isDepositId(txId) ? txId : undefined;
  return { data, ...reading, txId: usableId, issuedAt: toWholeSecond(timeOf(reply, now)) };
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
 * Reads the response as the element will, and reports what it finds to the hooks. Only an unreadable response
 * is a failure; any other problem is passed on to the element.
 */
function examine(
  { hooks, logger, test, baseUrl }: IssueSettings,
  { data }: Reply,
  { requestId, grant, query }: IssueContext,
): Pick<Issued, 'isSlip'> | Failure {
  // The links of an API on this machine may point to this machine, because the page that shows them runs on
  // it too.
  const links = { hosts: [], loopback: test || isLoopback(baseUrl.hostname) };
  const slip = slipIn({ data, test }, query, { links });
  const isSlip = !isProblem(slip);
  if (!isSlip && slip.kind === 'unreadable') return failure('unreadable', { reason: 'no-envelope' });
  const finding = isSlip ? { warnings: slip.warnings } : { problem: slip.kind, warnings: [] };
  if (!isSlip || slip.warnings.length > 0)
    emit({ hooks, logger }, 'finding', { requestId, grant, paymentId: query.paymentId, ...finding });
  return { isSlip };
}

/** The API's time, unless it is far from ours: a wrong time would hide a deposit or count an old one. */
function timeOf({ date = NaN }: Reply, now: number): number {
  return Math.abs(date - now) <= MAX_SKEW ? date : now;
}

/**
 * HTTP dates have whole seconds. Our own clock is rounded likewise, or a deposit in the first second could be
 * missed.
 */
function toWholeSecond(time: number): number {
  return time - (time % 1000);
}
