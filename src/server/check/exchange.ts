import { readEnvelope, type Envelope } from '../../core/reader/endpoint-response.js';
import { own } from '../../core/reader/members.js';
import { isProblem, problemOfStatus } from '../../core/problem.js';
import type { SlipRequest } from '../../core/reader/slip.js';

/** The purpose of each probe, as the report names it. */
export const PURPOSES = {
  list: 'request without a payment id',
  slip: 'slip request',
  again: 'repeated request',
  identity: 'request with a merchantId and an alias',
  arrival: 'arrival request',
  'bad-arrival': 'made-up arrival token',
  'unknown-method': 'unknown payment id',
  'no-session': 'request without a session',
  'unlisted-origin': 'unlisted origin',
  'null-origin': 'origin null',
  'unlisted-preflight': 'preflight from an unlisted origin',
} as const;

export type Purpose = keyof typeof PURPOSES;

/** Query parameters. */
export type Query = readonly (readonly [name: string, value: string])[];

/** A request to the endpoint. */
export interface Probe {
  readonly purpose: Purpose;
  readonly query: Query;
  /** Default: GET. */
  readonly verb?: 'OPTIONS';
  /** The slip request as which the element would read the response. */
  readonly request?: SlipRequest;
  /** The `Origin` to send instead of the merchant page's origin. */
  readonly origin?: string;
  /** Omits the session and cookies. */
  readonly isAnonymous?: true;
}

/** A response body, limited to 256 KiB. */
export interface Body {
  /** Decoded leniently if it is not valid UTF-8. */
  readonly text: string;
  readonly isTooLarge: boolean;
  readonly isUtf8: boolean;
  /** Absent if the body is not JSON. */
  readonly json?: { readonly value: unknown };
}

/** The response to a probe. Without a response it has a `failure`, status 0, no headers and no body. */
export interface Exchange {
  readonly probe: Probe;
  /** `broken`: the endpoint could not be reached, or the response broke off. */
  readonly failure?: 'timeout' | 'broken';
  /** The system's error code, such as ECONNREFUSED. */
  readonly cause?: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

const NO_BODY: Body = { text: '', isTooLarge: false, isUtf8: true };

/** The members of an `Exchange` if there was no response. */
export const WITHOUT_RESPONSE = { status: 0, headers: new Headers(), body: NO_BODY } as const;

/** The element's requests for a slip. */
export const SLIP_PURPOSES = ['list', 'slip', 'again'] as const;
/** Requests that the element itself makes. They must succeed. */
const ELEMENT_PURPOSES: ReadonlySet<Purpose> = new Set([...SLIP_PURPOSES, 'arrival']);

/** Whether the element itself makes this request. */
export function isElementRequest({ probe }: Exchange): boolean {
  return ELEMENT_PURPOSES.has(probe.purpose);
}

/** The name of a probe in the report. */
export function exchangeName({ probe: { purpose, request } }: Exchange): string {
  const id = purpose === 'slip' && request?.paymentId !== undefined ? ` for ${request.paymentId}` : '';
  return PURPOSES[purpose] + id;
}

/** Whether the element accepts a `Content-Type` as JSON. */
export function isJsonType(type: string | null): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? '');
}

/** Whether there is a response with a success status. */
export function isSuccess({ failure, status }: Exchange): boolean {
  return failure === undefined && problemOfStatus(status) === undefined;
}

/**
 * The JSON of a success, whatever its content type, because a wrong content type must not hide other
 * mistakes. Undefined if the body is not JSON.
 */
export function responseJson(exchange: Exchange): unknown {
  const { body } = exchange;
  return isSuccess(exchange) && !body.isTooLarge && body.isUtf8 ? body.json?.value : undefined;
}

/** The opened envelope of a success; undefined if the element would show a problem. */
export function openedOf(exchange: Exchange): Envelope | undefined {
  const json = responseJson(exchange);
  const opened = json === undefined ? undefined : readEnvelope(json);
  return opened === undefined || isProblem(opened) ? undefined : opened;
}

/** Whether a response says that the deposit arrived, instead of containing a slip or a list of methods. */
export function isReceipt(exchange: Exchange): boolean {
  const data = openedOf(exchange)?.data;
  return data !== undefined && own(data, 'status') === 'arrived';
}

/** The `data` of a response as text; undefined if it has none. */
export function dataOf(exchange: Exchange): string | undefined {
  const opened = openedOf(exchange);
  if (!opened) return undefined;
  try {
    return JSON.stringify(opened.data);
  } catch {
    // The value is nested too deeply to serialize, so the text of the body is used.
    return exchange.body.text;
  }
}

/** Whether a response that should be an error has data. */
export function hasData(exchange: Exchange): boolean {
  const data = openedOf(exchange)?.data;
  return data !== undefined && own(data, 'status') !== 'waiting';
}
