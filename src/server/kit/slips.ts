import { z } from 'zod';
import { isLoopback } from '../../core/links.js';
import { isProblem } from '../../core/problem.js';
import { readSlip } from '../../core/slip.js';
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
import { keyOf, type Memory } from './memory.js';
import type { Settings } from './options.js';
import type { Upstream } from './upstream.js';

/** A slip's answer, cleaned, and what its arrival is told by. */
export interface Issued {
  /** What goes out as `data`. */
  readonly data: unknown;
  readonly claims: Claims;
}

/** One slip for a visit: the same again and again, until it expires or a fresh one is asked for. */
export type Slips = (
  grant: Grant,
  ask: Ask,
  request: { readonly requestId: string; readonly refresh: boolean },
) => Promise<Issued | Fault>;

/** No answer says when its code expires (reading.md, R23); an hour outlasts a visit to the bank's app. */
const SLIP_SECONDS = 3600;
/** Earlier codes that are still watched: each is one more question to the API. */
const WATCHED = 5;
/** Ids that fit a token and an address. */
const USABLE_ID = /^[\x21-\x7e]{1,64}$/;

/** Milliseconds; longer than any copy takes between its look at the store and its write. Part of a slip's first showing. */
const SETTLE_MS = 100;

const STORED = z.object({ id: z.string(), data: z.unknown(), claims: CLAIMS });
/** A slip as it is stored; its id tells it from any other, and means nothing elsewhere. */
type Stored = Issued & { readonly id: string };

/** Makes the slip question, over operation 8. */
export function createSlips(settings: Settings, memory: Memory, upstream: Upstream): Slips {
  const flights = new Flights<Issued | Fault>();

  async function issue(order: Order, before: Stored | undefined): Promise<(Stored & Judged) | Fault> {
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

  /**
   * The slip that is shown: ours, or one another copy stored since `before`. A store that can only get and set cannot lock,
   * so two copies asked at the same moment both make one. Each that saw none of the other's writes its own, waits until
   * the other must have written too, and shows what is there then: the last.
   */
  async function agree(key: string, before: Stored | undefined, ours: Stored): Promise<Stored> {
    const since = await recallSlip(memory, key);
    if (since && since.id !== before?.id) return since;
    await memory.keep(key, ours, SLIP_SECONDS);
    if (!settings.isShared) return ours;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    return (await recallSlip(memory, key)) ?? ours;
  }

  async function renew(order: Order, key: string, before: Stored | undefined): Promise<Issued | Fault> {
    const { grant, ask } = order;
    const ours = await issue(order, before);
    if (isFault(ours)) return ours;
    // What shows no slip is asked for anew: an account that becomes payable must not stay unpayable for an hour.
    const shown = ours.isSlip ? await agree(key, before, ours) : ours;
    if (ours.isSlip) await memory.keep(await historyKey(grant, ask), shown.claims, SLIP_SECONDS);
    // One that is shown to nobody is of no order.
    if (shown.id === ours.id) emit(settings, 'issued', issuedEvent(order, ours.txId));
    return shown;
  }

  return async (grant, ask, { requestId, refresh }) => {
    const { merchantId, depositAlias, amount } = queryOf(grant, ask);
    const key = await keyOf('slip', [grant.id, merchantId, depositAlias, ask.paymentId, ask.fiat, amount]);
    const work = async (): Promise<Issued | Fault> => {
      const stored = await recallSlip(memory, key);
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

async function recallSlip(memory: Memory, key: string): Promise<Stored | undefined> {
  return STORED.safeParse(await memory.recall(key)).data;
}

/** Where it is kept by what earlier codes of a visit are known. */
function historyKey(grant: Grant, { paymentId, fiat }: Ask): Promise<string> {
  return keyOf('history', [grant.id, String(grant.merchantId), paymentId, fiat]);
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
