import { z } from 'zod';
import { isLoopback } from '../../core/links.js';
import { isProblem } from '../../core/problem.js';
import { readSlip } from '../../core/slip.js';
import { failure, isFailure, type Failure } from '../client/errors.js';
import { getPendingFund, type PendingFundQuery } from '../client/pending-fund.js';
import type { Reply } from '../client/transport.js';
import { faultOf, type Fault } from './answers.js';
import { CLAIMS, type Claims } from './arrival-token.js';
import { hasArrived } from './arrivals.js';
import type { Ask } from './ask.js';
import { clean } from './clean.js';
import { Flights } from './flights.js';
import type { Grant } from './grant.js';
import { emit } from './hooks.js';
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

const STORED = z.object({ data: z.unknown(), claims: CLAIMS });

/** Makes the slip question, over operation 8. */
export function createSlips(settings: Settings, memory: Memory, upstream: Upstream): Slips {
  const flights = new Flights<Issued | Fault>();

  async function issue(grant: Grant, ask: Ask, requestId: string): Promise<(Issued & Judged) | Fault> {
    const { paymentId, fiat, amount } = ask;
    const historyKey = await keyOf('history', [grant.id, String(grant.merchantId), paymentId, fiat]);
    const now = Date.now();
    const reply = await upstream({ requestId, operation: 'pending-fund' }, (transport) =>
      getPendingFund(transport, queryOf(grant, ask)),
    );
    if (isFailure(reply)) return faultOf(reply);
    const judged = examine(settings, reply, { requestId, grant, ask });
    if (isFailure(judged)) return faultOf(judged);
    const { data, txId } = clean(reply.data);
    const earlier = CLAIMS.safeParse(await memory.recall(historyKey)).data;
    const isOpen = earlier !== undefined && !(await hasArrived(memory, grant, earlier));
    const claims = claimsOf(ask, txId, toSecond(reply.date ?? now), isOpen ? earlier : undefined);
    if (judged.isSlip) await memory.keep(historyKey, claims, SLIP_SECONDS);
    emit(settings, 'issued', {
      requestId,
      grant,
      paymentId,
      fiat,
      ...(amount !== undefined && { amount }),
      ...(txId !== undefined && { txId }),
    });
    return { data, claims, isSlip: judged.isSlip };
  }

  return async (grant, ask, { requestId, refresh }) => {
    const { merchantId, depositAlias, amount } = queryOf(grant, ask);
    const key = await keyOf('slip', [grant.id, merchantId, depositAlias, ask.paymentId, ask.fiat, amount]);
    const work = async (): Promise<Issued | Fault> => {
      const stored = refresh ? undefined : STORED.safeParse(await memory.recall(key)).data;
      if (stored) return stored;
      const issued = await issue(grant, ask, requestId);
      // What shows no slip is asked for anew: an account that becomes payable must not stay unpayable for an hour.
      if ('isSlip' in issued && issued.isSlip) await memory.keep(key, issued, SLIP_SECONDS);
      return issued;
    };
    return flights.join(key, work, { fresh: refresh });
  };
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
function claimsOf(ask: Ask, txId: string | undefined, since: number, earlier: Claims | undefined): Claims {
  const ids = [txId, ...(earlier?.txIds ?? [])].filter((id) => id !== undefined && USABLE_ID.test(id));
  return {
    paymentId: ask.paymentId,
    fiat: ask.fiat,
    since: earlier?.since ?? since,
    txIds: [...new Set(ids as string[])].slice(0, WATCHED),
  };
}

/** HTTP dates have whole seconds; so has our own clock, or a deposit in the slip's first second could be missed. */
function toSecond(time: number): number {
  return time - (time % 1000);
}
