import type { Deposit } from '../../core/reader/answer.js';
import type { Cache } from './cache.js';
import type { Grant } from './grant.js';
import { emit, type IssuedEvent } from './hooks.js';
import type { Issued } from './issued.js';
import { claimsKey, createIssueSlip, type IssueContext, type IssuedSlip } from './issue-slip.js';
import {
  isPaid,
  previousOf,
  withoutKnown,
  type KnownDeposit,
  type KnownDeposits,
  type Receipt,
} from './known-deposits.js';
import type { Settings } from './options.js';
import type { SlipQuery } from './query.js';
import type { GetReceipt } from './receipts.js';
import { isRejection, type Rejection } from './rejection.js';
import type { RefreshBudget } from './refresh-budget.js';
import { SingleFlight } from './single-flight.js';
import { createSlipStore, slipKeyOf, SLIP_SECONDS, type StoredSlip } from './slip-store.js';
import type { Upstream } from './upstream.js';
import type { HistorySlip, VisitHistory } from './visit-history.js';

/** The slip of a visit, as it is sent to the page. */
export interface ShownSlip extends Pick<StoredSlip, 'data' | 'claims' | 'isSlip'> {
  /** The latest deposit for this method, if the payer may make another one. */
  readonly previous?: Deposit;
}

/**
 * Returns the slip of a visit: the same one each time, until it expires, is paid, or a refresh is requested. A grant with
 * a fixed amount that is paid gets no more slips, but the receipt.
 */
export type GetSlip = (
  grant: Grant,
  query: SlipQuery,
  options: { readonly requestId: string; readonly refresh: boolean },
) => Promise<ShownSlip | { readonly receipt: Receipt } | Rejection>;

interface SlipServices {
  readonly cache: Cache;
  readonly upstream: Upstream;
  readonly known: KnownDeposits;
  readonly issued: Issued;
  readonly history: VisitHistory;
  readonly getReceipt: GetReceipt;
  readonly refreshes: RefreshBudget;
}

/**
 * The result of a look-up, which concurrent requests share. With both, a refresh was rejected and the slip still stands: who
 * requested the refresh gets the rejection, and everybody else the slip.
 */
interface Outcome {
  readonly slip?: ShownSlip | { readonly receipt: Receipt };
  readonly rejection?: Rejection;
}

/** Creates the look-up. */
export function createGetSlip(
  settings: Settings,
  { cache, upstream, known: knownDeposits, issued, history, getReceipt, refreshes }: SlipServices,
): GetSlip {
  const singleFlight = new SingleFlight<Outcome>();
  const slipStore = createSlipStore(cache, settings);
  const issue = createIssueSlip(settings, { cache, upstream, issued });

  async function renew(
    context: IssueContext,
    key: string,
    previous: StoredSlip | undefined,
  ): Promise<StoredSlip | Rejection> {
    return slipStore.replace(key, previous, async () => {
      const { grant, query } = context;
      const issued = await issue(context, previous);
      if (isRejection(issued)) return issued;
      if (issued.isSlip)
        await Promise.all([
          cache.set(await claimsKey(grant, query), issued.claims, SLIP_SECONDS),
          history.add(grant, historySlipOf(grant, query, issued)),
        ]);
      emit(settings, 'issued', issuedEvent(context, issued.txId));
      return issued;
    });
  }

  /** The standing slip, or a new one if there is none or it is refreshed. */
  async function work(context: Omit<IssueContext, 'known'>, key: string, refresh: boolean): Promise<Outcome> {
    const { grant, query, requestId } = context;
    const stored = await slipStore.get(key, grant);
    const receipt = await getReceipt(grant, requestId, stored?.claims);
    if (receipt) return { slip: { receipt } };
    const known = await knownDeposits.get(grant, query.fiat);
    const show = (slip: StoredSlip): Outcome => ({ slip: shownSlip(grant, query, slip, known) });
    const standing = stored && !needsNewCode(grant, stored, known) ? stored : undefined;
    if (standing && !refresh) return show(standing);
    const limited = standing && (await refreshes.take(grant));
    const slip = limited ?? (await renew({ ...context, known }, key, stored));
    if (!isRejection(slip)) return show(slip);
    if (standing && !limited) await refreshes.giveBack(grant);
    return { rejection: slip, ...(standing && show(standing)) };
  }

  return async (grant, query, { requestId, refresh }) => {
    const key = await slipKeyOf(grant, query);
    const start = (): Promise<Outcome> => work({ grant, query, requestId }, key, refresh);
    const { slip, rejection } = await singleFlight.run(key, start, { fresh: refresh });
    return (refresh ? (rejection ?? slip) : (slip ?? rejection))!;
  };
}

/** A payer without a fixed amount may deposit again, but a code can be paid only once. */
function needsNewCode(grant: Grant, { claims }: StoredSlip, known: readonly KnownDeposit[]): boolean {
  return grant.amount === undefined && isPaid(claims, known);
}

/** If the payer may deposit again, the slip awaits the next deposit. Otherwise it says which amount arrived instead. */
function shownSlip(
  grant: Grant,
  query: SlipQuery,
  { data, claims, isSlip = true }: StoredSlip,
  known: readonly KnownDeposit[],
): ShownSlip {
  if (grant.amount !== undefined) return { data, claims, isSlip };
  const previous = previousOf(query, known);
  return { data, claims: withoutKnown(claims, known), isSlip, ...(previous && { previous }) };
}

function historySlipOf(
  grant: Grant,
  query: SlipQuery,
  { txId, createTime }: Pick<IssuedSlip, 'txId' | 'createTime'>,
): HistorySlip {
  const { paymentId, fiat, takesAmount } = query;
  // A method without amounts has one slip, whatever amount the payer chose. That of an order is asked for by every slip.
  const amount = takesAmount || grant.amount !== undefined ? query.amount : undefined;
  return { paymentId, fiat, amount, txId, createTime };
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
