import { isProblem, type Problem } from '../../core/problem.js';
import {
  readArrival,
  readEnvelope,
  toDeposit,
  type Arrival,
  type Deposit,
  type Envelope,
} from '../../core/reader/endpoint-response.js';
import type { SlipRequest } from '../../core/reader/slip.js';
import { record } from '../../core/record.js';
import { fetchJson, type Endpoint, type EndpointResponse, type Failure } from '../shared/endpoint.js';

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
