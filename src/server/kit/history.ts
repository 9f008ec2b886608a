import type { Deposit } from '../../core/reader/answer.js';
import { HISTORY_STATUSES, type HistoryDeposit, type HistoryStatus } from '../../core/reader/history.js';
import { isTime } from '../../core/reader/members.js';
import { failure, isFailure } from '../client/errors.js';
import type { ArrivalClaims } from './arrival-token.js';
import type { FindArrival } from './arrivals.js';
import { cacheKey, digest, type Cache } from './cache.js';
import { listFlows, type Flow, type FlowPage, type FlowsQuery } from './flows.js';
import type { Grant } from './grant.js';
import { cursorText, readCursor, type HistoryCursor } from './history-cursor.js';
import { arrivedRow, flowRows, isRollback, waitingRow, type OwnFlow } from './history-rows.js';
import type { Issued } from './issued.js';
import { MAX_SKEW } from './known-deposits.js';
import type { Settings } from './options.js';
import { revealsToken } from './redact.js';
import { isRejection, rejectionOf, type Rejection } from './rejection.js';
import { list, number, object, text, type Read } from './shape.js';
import { SingleFlight } from './single-flight.js';
import type { Upstream } from './upstream.js';
import { visitDigestOf } from './visit-digest.js';
import { hasCode, isFor, isWaiting, nameOf, type HistoryEntry, type VisitHistory } from './visit-history.js';

/** The response to a request for a history. */
export interface HistoryAnswer {
  /** What is awaited, and then what arrived, both newest first. */
  readonly deposits: readonly HistoryDeposit[];
  /** The parameter `before` of the request for the next page. */
  readonly next?: string;
}

/** Looks up a page of what a payer deposited. `before` is the cursor of the page, if it is not the first one. */
export type GetHistory = (
  grant: Grant,
  before: string | undefined,
  requestId: string,
) => Promise<HistoryAnswer | Rejection>;

interface HistoryServices {
  readonly cache: Cache;
  readonly upstream: Upstream;
  readonly issued: Issued;
  readonly history: VisitHistory;
  readonly findArrival: FindArrival;
}

/** However many tabs ask, whichever copy of the kit answers, the API is asked once in this time. */
const CACHE_SECONDS = 2;
/** The flows of a page. */
const PAGE_SIZE = 20;
/** The rows of a page, at most: those of a visit without an account of its own may have any number of deposits. */
const MAX_ROWS = 100;
/** Milliseconds: older deposits are not listed. */
const MAX_AGE = 90 * 86_400_000;
/** How many entries are looked up for one page, each with a request to the API for every funding id. */
const MAX_LOOKED_UP = 5;

const status: Read<HistoryStatus> = (value) => HISTORY_STATUSES.find((known) => known === value);
const readAnswer: Read<HistoryAnswer> = object(
  {
    deposits: list(
      object(
        { id: text, fiat: text, status },
        { txId: text, paymentId: number, amount: text, createTime: number },
      ),
    ),
  },
  { next: text },
);

/**
 * Creates the look-up. For an account of the payer's own, it reads one page of the fiat flow (spec: operation 7). For any other
 * account, it lists what the visit was issued, and what arrived for that.
 */
export function createGetHistory(settings: Settings, services: HistoryServices): GetHistory {
  const { cache } = services;
  const singleFlight = new SingleFlight<HistoryAnswer | Rejection>();

  async function fetchPage(
    grant: Grant,
    before: string | undefined,
    requestId: string,
  ): Promise<HistoryAnswer | Rejection> {
    const cursor = before === undefined ? undefined : readCursor(before);
    if (before !== undefined && !cursor) return { rejected: 'invalid-parameter' };
    const page = grant.ownAccount === true ? accountPage : visitPage;
    const answer = await page(services, grant, cursor, requestId);
    return revealsToken(settings, answer) ? rejectionOf(failure('unreadable')) : answer;
  }

  return async (grant, before, requestId) => {
    const { methods, amount, ownAccount } = grant;
    const asked = await digest(JSON.stringify([methods, amount, ownAccount, before]));
    const key = cacheKey('page', await visitDigestOf(grant), asked);
    return singleFlight.run(key, async () => {
      const cached = readAnswer(await cache.get(key));
      if (cached) return cached;
      const answer = await fetchPage(grant, before, requestId);
      if (!isRejection(answer)) await cache.set(key, answer, CACHE_SECONDS);
      return answer;
    });
  };
}

/** A page of every deposit into an account of the payer's own. */
async function accountPage(
  { upstream, issued, history }: HistoryServices,
  grant: Grant,
  cursor: HistoryCursor | undefined,
  requestId: string,
): Promise<HistoryAnswer | Rejection> {
  const [entries, page] = await Promise.all([
    history.get(grant),
    upstream({ requestId, operation: 'flows' }, (transport) =>
      listFlows(transport, flowsQueryOf(grant, cursor)),
    ),
  ]);
  if (isFailure(page)) return rejectionOf(page);
  const visitDigest = await visitDigestOf(grant);
  const flows = await ownFlows(issued, grant, entries, page.flows);
  const { rows, marks } = await flowRows(visitDigest, flows, cursor?.marks ?? []);
  const waiting = cursor ? [] : entries.filter((entry) => isUnpaid(grant, entry, entries, { page, flows }));
  const next = page.isFull
    ? cursorText({ endTime: endTimeOf(page, cursor), page: (cursor?.page ?? 1) + 1, marks })
    : undefined;
  return {
    deposits: [...(await Promise.all(waiting.map((entry) => waitingRow(visitDigest, entry)))), ...rows],
    ...(next !== undefined && { next }),
  };
}

/** The first page has no end: clocks may differ, and a deposit that has just arrived must not be missing. */
function flowsQueryOf(grant: Grant, cursor: HistoryCursor | undefined): FlowsQuery {
  const [fiat, ...others] = fiatsOf(grant);
  return {
    merchantId: String(grant.merchantId),
    fiat: others.length === 0 ? fiat : undefined,
    flowType: 'DEPOSIT',
    startTime: Date.now() - MAX_AGE,
    endTime: cursor?.endTime,
    currentPage: cursor?.page ?? 1,
    pageSize: PAGE_SIZE,
  };
}

function fiatsOf({ methods }: Grant): readonly string[] {
  return [...new Set(methods.map(({ fiat }) => fiat))];
}

/** Deposits that arrive from now on must not move the others to another page. */
function endTimeOf({ flows }: FlowPage, cursor: HistoryCursor | undefined): number {
  if (cursor) return cursor.endTime;
  const times = flows.flatMap(({ createTime }) => createTime ?? []).filter((time) => isTime(String(time)));
  // The specification does not say whether `endTime` is inclusive.
  return times.length === 0 ? Date.now() + MAX_SKEW : Math.max(...times) + 1;
}

/**
 * The deposits of a page, and their rollbacks. Applies the filters of the query again: a deposit of another merchant must not pass,
 * whatever the API sends, and nor must one by a code of another payer.
 */
async function ownFlows(
  issued: Issued,
  grant: Grant,
  entries: readonly HistoryEntry[],
  flows: readonly Flow[],
): Promise<readonly OwnFlow[]> {
  const [merchantId, fiats, visit] = [
    String(grant.merchantId),
    new Set(fiatsOf(grant)),
    await visitDigestOf(grant),
  ];
  const own = await Promise.all(
    flows.map(async (flow): Promise<OwnFlow | undefined> => {
      const { fiat, txId, category } = flow;
      const isDeposit = flow.flowType === 'DEPOSIT' || flow.flowType === 'DEPOSIT_ROLLBACK';
      if (fiat === undefined || !fiats.has(fiat) || !isDeposit || category === 'FEE') return undefined;
      if ((flow.merchantId ?? merchantId) !== merchantId) return undefined;
      const entry = entries.find((each) => each.fiat === fiat && hasCode(each, txId));
      if (entry) return { flow, fiat, paymentId: entry.paymentId, asked: entry.amount };
      const record = txId === undefined ? undefined : await issued.ofCode(merchantId, txId);
      if (!record) return { flow, fiat, paymentId: undefined, asked: grant.amount };
      const isOwn = record.grant.ownAccount === true || (await visitDigestOf(record.grant)) === visit;
      return isOwn ? { flow, fiat, paymentId: record.paymentId, asked: record.grant.amount } : undefined;
    }),
  );
  return own.filter((each) => each !== undefined);
}

/**
 * Whether the deposit of an entry is awaited and not on the first page. An entry that is older than the whole page is not listed: its
 * deposit may be on a later one.
 */
function isUnpaid(
  grant: Grant,
  entry: HistoryEntry,
  entries: readonly HistoryEntry[],
  { page, flows }: { readonly page: FlowPage; readonly flows: readonly OwnFlow[] },
): boolean {
  if (!isListed(grant, entry)) return false;
  const isCovered = !page.isFull || page.flows.some(({ createTime = Infinity }) => createTime < entry.since);
  const deposits = flows.filter(({ flow }) => !isRollback(flow));
  return isCovered && !deposits.some(({ flow, fiat }) => isFor(entry, { ...flow, fiat }, entries));
}

/** The grant of each request decides anew: it may no longer contain the method of an entry. */
function isListed(grant: Grant, entry: HistoryEntry): boolean {
  const { paymentId, fiat } = entry;
  const isGranted = grant.methods.some((method) => method.paymentId === paymentId && method.fiat === fiat);
  return isGranted && isWaiting(entry);
}

/** The only page of what a visit was issued: its codes tell its deposits from those of other payers. */
async function visitPage(
  { history, findArrival }: HistoryServices,
  grant: Grant,
  cursor: HistoryCursor | undefined,
  requestId: string,
): Promise<HistoryAnswer | Rejection> {
  if (cursor) return { deposits: [] };
  const entries = await history.get(grant);
  const waiting = entries.filter((entry) => isListed(grant, entry) && entry.txIds.length > 0);
  const answers = await Promise.all(
    waiting.slice(0, MAX_LOOKED_UP).map((entry) => findArrival(grant, claimsOf(entry), requestId)),
  );
  const rejection = answers.find((answer) => isRejection(answer));
  if (rejection) return rejection;
  const foundFor = (entry: HistoryEntry): readonly Deposit[] => {
    const answer = answers[waiting.indexOf(entry)];
    return answer && 'deposits' in answer ? answer.deposits : [];
  };
  const visitDigest = await visitDigestOf(grant);
  const unpaid = waiting.filter((entry) => foundFor(entry).length === 0);
  const arrived = entries.flatMap((entry) => {
    const deposits = [...entry.deposits, ...foundFor(entry)];
    return [...new Map(deposits.map((deposit) => [nameOf(deposit), { entry, deposit }])).values()];
  });
  arrived.sort((one, other) => (other.deposit.createTime ?? 0) - (one.deposit.createTime ?? 0));
  const rows = await Promise.all([
    ...unpaid.map((entry) => waitingRow(visitDigest, entry)),
    ...arrived.map(({ entry, deposit }) => arrivedRow(visitDigest, entry, deposit)),
  ]);
  return { deposits: rows.slice(0, MAX_ROWS) };
}

/** They are in no token, so they do not expire. */
function claimsOf({ paymentId, fiat, since, txIds }: HistoryEntry): ArrivalClaims {
  return { paymentId, fiat, since, txIds, knownKeys: [], exp: Infinity };
}
