import { methodOf } from '../../core/methods.js';
import { record } from '../../core/record.js';
import { isProblem, type Problem } from '../../core/problem.js';
import {
  readArrival,
  readEnvelope,
  toDeposit,
  type Arrival,
  type Deposit,
  type Envelope,
  type Offer,
} from '../../core/reader/endpoint-response.js';
import type { SlipRequest } from '../../core/reader/slip.js';
import { fetchJson, type Endpoint, type EndpointResponse, type Failure } from '../shared/endpoint.js';
import { loadEncoder } from '../shared/qr.js';

/** The offer for a method that no endpoint has offered, from the table of methods. */
export function knownOffer(paymentId: number): Offer {
  return record({ paymentId, amount: methodOf(paymentId)?.amount ?? 'none' });
}

/**
 * Starts to load the encoder, in parallel with a response that may have a code to draw. If loading fails,
 * drawing tries again.
 */
export function preloadEncoder(paymentId: number | undefined): void {
  const method = methodOf(paymentId);
  if (!method || method.lead.some((role) => role.endsWith('Code'))) void loadEncoder().catch(() => undefined);
}

/** The query for a slip. */
export function queryOf(
  { paymentId, fiat, amount, refresh }: SlipRequest,
  offer: Offer | undefined,
): Record<string, string | undefined> {
  return {
    paymentId: paymentId?.toString(),
    fiat: fiat ?? methodOf(paymentId)?.fiat,
    amount: offer && offer.amount !== 'none' ? amount : undefined,
    refresh: refresh ? '1' : undefined,
  };
}

/** The arrival of a deposit that the page learned of by other means; undefined if it is malformed. */
export function arrivalOf(deposit: Deposit): Arrival | undefined {
  const arrival = readArrival({ status: 'arrived', deposits: [toDeposit({ ...deposit })] });
  return arrival && isProblem(arrival) ? undefined : arrival;
}

/** The response to a request for a slip: its envelope, and the deposits that it reports, if any. */
export interface Answer {
  readonly envelope: Envelope;
  readonly arrival?: Arrival;
  readonly test: boolean;
}

/** Reads a response to a request for a slip. */
export function readAnswer(
  { json, test: isMarked }: EndpointResponse,
  request: SlipRequest,
): Answer | Failure {
  const envelope = readEnvelope(json);
  if (isProblem(envelope)) return record({ problem: envelope, test: isMarked });
  const test = isMarked || envelope.test;
  const arrival = readArrival(envelope.data, envelope, request.amount ?? envelope.amount);
  return arrival && isProblem(arrival)
    ? record({ problem: arrival, test })
    : record({ envelope, arrival, test });
}

/**
 * Asks whether a deposit has arrived. `asked`: the amount that the page asks for. Undefined if `signal`
 * aborted the request, or if the response does not say.
 */
export async function requestArrival(
  endpoint: Endpoint,
  arrival: string,
  asked: string | undefined,
  signal: AbortSignal,
): Promise<Arrival | Problem | undefined> {
  const response = await fetchJson(endpoint, { arrival }, signal);
  if (!response) return undefined;
  const envelope = 'problem' in response ? response.problem : readEnvelope(response.json);
  return isProblem(envelope) ? envelope : readArrival(envelope.data, undefined, asked);
}
