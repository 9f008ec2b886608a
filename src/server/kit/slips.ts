import { isLoopback } from '../../core/links.js';
import { isProblem } from '../../core/problem.js';
import { readSlip } from '../../core/reader/slip.js';
import { failure, isFailure, type Failure } from '../client/errors.js';
import { getPendingFund, type PendingFundQuery } from '../client/pending-fund.js';
import type { Reply } from '../client/transport.js';
import { faultOf, isFault, type Fault } from './answers.js';
import { CLAIMS, type Claims } from './arrival-token.js';
import { hasArrived } from './arrivals.js';
import type { Ask } from './ask.js';
import { clean } from './clean.js';
import { Flights } from './flights.js';
import type { Grant } from './grant.js';
import { emit, type IssuedEvent } from './hooks.js';
import { createKeptSlips, SLIP_SECONDS, type KeptSlip } from './kept-slips.js';
import { keyOf, type Memory } from './memory.js';
import type { Settings } from './options.js';
import type { Upstream } from './upstream.js';
import { visitIdOf } from './visit-id.js';

/** One slip for a visit: the same again and again, until it expires or a fresh one is asked for. */
export type Slips = (
  grant: Grant,
  ask: Ask,
  request: { readonly requestId: string; readonly refresh: boolean },
) => Promise<KeptSlip | Fault>;

/** Earlier codes that are still watched: each is one more question to the API. */
const WATCHED = 5;
/** Ids that fit a token and an address. */
const USABLE_ID = /^[\x21-\x7e]{1,64}$/;

/** Makes the slip question, over operation 8. */
export function createSlips(settings: Settings, memory: Memory, upstream: Upstream): Slips {
  const flights = new Flights<KeptSlip | Fault>();
  const kept = createKeptSlips(memory, settings.isShared);

  async function issue(order: Order, before: KeptSlip | undefined): Promise<(KeptSlip & Judged) | Fault> {
    const { grant, ask, requestId } = order;
    const placeOfEarlier = await historyKey(grant, ask);
    const now = Date.now();
    const reply = await upstream({ requestId, operation: 'pending-fund' }, (transport) =>
      getPendingFund(transport, queryOf(grant, ask)),
    );
    if (isFailure(reply)) return faultOf(reply);
    const judged = examine(settings, reply, { requestId, grant, ask });
    if (isFailure(judged)) return faultOf(judged);
    const { data, txId } = clean(reply.data);
    const earlier = CLAIMS.safeParse(await memory.recall(placeOfEarlier)).data;
    // The slip before may be another copy's, of which the history does not tell yet.
    const open = await openOf(grant, [before?.claims, earlier]);
    const claims = claimsOf(ask, txId, toSecond(reply.date ?? now), open);
    return { id: crypto.randomUUID(), data, claims, ...judged, ...(txId !== undefined && { txId }) };
  }

  async function openOf(grant: Grant, all: readonly (Claims | undefined)[]): Promise<Claims[]> {
    const known = all.filter((claims) => claims !== undefined);
    const closed = await Promise.all(known.map((claims) => hasArrived(memory, grant, claims)));
    return known.filter((_, at) => !closed[at]);
  }

  async function renew(order: Order, key: string, before: KeptSlip | undefined): Promise<KeptSlip | Fault> {
    const { grant, ask } = order;
    const ours = await issue(order, before);
    if (isFault(ours)) return ours;
    // What shows no slip is asked for anew: an account that becomes payable must not stay unpayable for an hour.
    const shown = ours.isSlip ? await kept.agree(key, before, ours) : ours;
    if (ours.isSlip) await memory.keep(await historyKey(grant, ask), shown.claims, SLIP_SECONDS);
    // One that is shown to nobody is of no order.
    if (shown.id === ours.id) emit(settings, 'issued', issuedEvent(order, ours.txId));
    return shown;
  }

  return async (grant, ask, { requestId, refresh }) => {
    const { paymentId, fiat, amount = '' } = queryOf(grant, ask);
    const key = keyOf('slip', await visitIdOf(grant), paymentId, fiat, amount);
    const work = async (): Promise<KeptSlip | Fault> => {
      const stored = await kept.shown(key);
      return stored && !refresh ? stored : renew({ grant, ask, requestId }, key, stored);
    };
    return flights.join(key, work, { fresh: refresh });
  };
}

/** A slip to be made, and for which request. */
interface Order {
  readonly grant: Grant;
  readonly ask: Ask;
  readonly requestId: string;
}

function issuedEvent({ grant, ask, requestId }: Order, txId: string | undefined): IssuedEvent {
  const { paymentId, fiat, amount } = ask;
  return {
    requestId,
    grant,
    paymentId,
    fiat,
    ...(amount !== undefined && { amount }),
    ...(txId !== undefined && { txId }),
  };
}

/** Where it is kept by what earlier codes of a visit are known. */
async function historyKey(grant: Grant, { paymentId, fiat }: Ask): Promise<string> {
  return keyOf('history', await visitIdOf(grant), paymentId, fiat);
}

/** A pure function of the grant and of the choice it leaves (promises.md, P18). */
function queryOf(grant: Grant, ask: Ask): PendingFundQuery {
  return {
    merchantId: String(grant.merchantId),
    paymentId: ask.paymentId,
    fiat: ask.fiat,
    depositAlias: grant.depositAlias,
    amount: ask.takesAmount ? ask.amount : undefined,
  };
}

/** Whether the element will make a slip of an answer. */
interface Judged {
  readonly isSlip: boolean;
  /** The funding's id, where the answer names one. */
  readonly txId?: string;
}

/** Reads the slip as the element will. Only what cannot be read ends here; the rest is the element's to judge. */
function examine(
  { hooks, logger, test, baseUrl }: Settings,
  { data }: Reply,
  { requestId, grant, ask }: { requestId: string; grant: Grant; ask: Ask },
): Judged | Failure {
  // An API on this machine links to this machine, and so does its page stand there.
  const links = { hosts: [], loopback: test || isLoopback(baseUrl.hostname) };
  const slip = readSlip({ code: 200, data }, ask, { links });
  const isSlip = !isProblem(slip);
  if (!isSlip && slip.kind === 'unreadable') return failure('unreadable', { reason: 'no-envelope' });
  const found = isSlip ? { warnings: slip.warnings } : { problem: slip.kind, warnings: [] };
  if (!isSlip || slip.warnings.length > 0)
    emit({ hooks, logger }, 'finding', { requestId, grant, paymentId: ask.paymentId, ...found });
  return { isSlip };
}

/** A payer may pay the code they saw before they asked for a new one: it is watched too, unless it was paid already. */
function claimsOf(ask: Ask, txId: string | undefined, since: number, open: readonly Claims[]): Claims {
  const all = [txId, ...open.flatMap(({ txIds }) => txIds)];
  const usable = all.filter((id) => id !== undefined && USABLE_ID.test(id));
  return {
    paymentId: ask.paymentId,
    fiat: ask.fiat,
    since: Math.min(since, ...open.map((earlier) => earlier.since)),
    txIds: [...new Set(usable as string[])].slice(0, WATCHED),
  };
}

/** HTTP dates have whole seconds; so has our own clock, or a deposit in the slip's first second could be missed. */
function toSecond(time: number): number {
  return time - (time % 1000);
}
