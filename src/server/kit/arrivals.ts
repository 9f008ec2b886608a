import { z } from 'zod';
import type { Deposit } from '../../core/reader/answer.js';
import { isFailure, type Failure } from '../client/errors.js';
import { listFlows, type Flow, type FlowsQuery } from '../client/flows.js';
import { faultOf, type Fault } from './answers.js';
import { canTell, type ArrivalTokens, type Claims } from './arrival-token.js';
import { Flights } from './flights.js';
import type { Grant } from './grant.js';
import { emit } from './hooks.js';
import { digest, keyOf, type Memory } from './memory.js';
import type { Settings } from './options.js';
import type { Upstream } from './upstream.js';
import { visitIdOf } from './visit-id.js';

/** What a watching page is told. Amounts are decimal strings, times milliseconds. */
export interface ArrivalAnswer {
  readonly status: 'waiting' | 'arrived';
  readonly deposits: readonly Deposit[];
}

/** A hundred watching tabs are one request a second. */
const WAITING_SECONDS = 1;
/** What arrived stays so; and a refresh learns from it that the earlier code was paid. */
const ARRIVED_SECONDS = 3600;
const PAGE = 100;

const STORED = z.object({
  status: z.enum(['waiting', 'arrived']),
  deposits: z.array(
    z.object({ txId: z.string(), amount: z.string(), fiat: z.string(), createTime: z.number() }).partial(),
  ),
});

/** Whether the visit was already told that its deposit arrived. */
export async function hasArrived(memory: Memory, grant: Grant, claims: Claims): Promise<boolean> {
  return (await recallAnswer(memory, await arrivalKey(grant, claims)))?.status === 'arrived';
}

/** Answers "did it arrive?" for a token. */
export type Arrivals = (grant: Grant, token: string, requestId: string) => Promise<ArrivalAnswer | Fault>;

/** Makes the arrival question, over operation 7. */
export function createArrivals(
  settings: Settings,
  { tokens, memory, upstream }: { tokens: ArrivalTokens; memory: Memory; upstream: Upstream },
): Arrivals {
  const flights = new Flights<ArrivalAnswer | Fault>();

  async function look(grant: Grant, claims: Claims, requestId: string): Promise<ArrivalAnswer | Fault> {
    const pages = await Promise.all(
      questionsOf(grant, claims).map((query) =>
        upstream({ requestId, operation: 'flows' }, (transport) => listFlows(transport, query)),
      ),
    );
    const flows = pages.flatMap((page) => (isFailure(page) ? [] : page));
    // Frozen: a hook is handed the very deposits that are answered.
    const deposits = Object.freeze(depositsOf(flows, grant, claims));
    const failed = pages.find((page): page is Failure => isFailure(page));
    if (deposits.length === 0 && failed) return faultOf(failed);
    if (deposits.length === 0) return { status: 'waiting', deposits };
    const { paymentId, fiat } = claims;
    emit(settings, 'arrived', { requestId, grant, paymentId, fiat, deposits });
    return { status: 'arrived', deposits };
  }

  return async (grant, token, requestId) => {
    const claims = await tokens.read(grant, token);
    if (!claims || !isOffered(grant, claims) || !canTell(grant, claims)) return { fault: 'not-granted' };
    const key = await arrivalKey(grant, claims);
    return flights.join(key, async () => {
      const known = await recallAnswer(memory, key);
      if (known) return known;
      const answer = await look(grant, claims, requestId);
      if ('status' in answer) {
        await memory.keep(key, answer, answer.status === 'arrived' ? ARRIVED_SECONDS : WAITING_SECONDS);
      }
      return answer;
    });
  };
}

async function recallAnswer(memory: Memory, key: string): Promise<ArrivalAnswer | undefined> {
  return STORED.safeParse(await memory.recall(key)).data as ArrivalAnswer | undefined;
}

async function arrivalKey(grant: Grant, claims: Claims): Promise<string> {
  const { paymentId, fiat, since, txIds } = claims;
  return keyOf(
    'arrival',
    await digest(JSON.stringify([await visitIdOf(grant), paymentId, fiat, since, txIds])),
  );
}

/** The grant is authorized anew: a method it no longer has tells nothing more. */
function isOffered(grant: Grant, { paymentId, fiat }: Claims): boolean {
  return grant.methods.some((method) => method.paymentId === paymentId && method.fiat === fiat);
}

function questionsOf(grant: Grant, { fiat, since, txIds }: Claims): readonly FlowsQuery[] {
  const base = { merchantId: String(grant.merchantId), fiat, flowType: 'DEPOSIT', pageSize: PAGE } as const;
  if (txIds.length > 0) return txIds.map((txId) => ({ ...base, txId }));
  // One millisecond early: whether `startTime` itself is included is not stated (spec: operation 7).
  return [{ ...base, startTime: since - 1 }];
}

/** The filters are applied here again: what another merchant's or another slip's deposit is, no answer may blur. */
function depositsOf(flows: readonly Flow[], grant: Grant, claims: Claims): Deposit[] {
  const { fiat, since, txIds } = claims;
  const isOurs = (flow: Flow): boolean =>
    txIds.length > 0
      ? flow.txId !== undefined && txIds.includes(flow.txId)
      : flow.createTime !== undefined && flow.createTime >= since;
  return flows
    .filter((flow) => flow.flowType === 'DEPOSIT' && flow.category !== 'FEE' && flow.fiat === fiat)
    .filter((flow) => flow.merchantId === undefined || flow.merchantId === String(grant.merchantId))
    .filter((flow) => isCredit(flow) && isOurs(flow))
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
