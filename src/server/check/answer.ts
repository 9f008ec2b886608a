import { isJsonObject, readEnvelope, own, type JsonObject, type Envelope } from '../../core/reader/answer.js';
import { isProblem, problemOfStatus } from '../../core/problem.js';
import type { SlipRequest } from '../../core/reader/slip.js';

/** Why something is asked, in the words of the report. */
export const PURPOSES = {
  list: 'the plain question',
  slip: 'the slip',
  again: 'the same question again',
  identity: 'a merchantId and an alias of the payer',
  arrival: 'the arrival',
  'bad-arrival': 'a made-up arrival token',
  repeated: 'a repeated parameter',
  'unknown-method': 'an unknown payment id',
  'bad-amount': 'an amount that is none',
  'out-of-bounds': 'an amount out of bounds',
  'no-session': 'no session',
  post: 'POST',
  head: 'HEAD',
  'long-url': 'an address of more than 4 KiB',
  'unlisted-origin': 'an unlisted origin',
  'null-origin': 'the origin null',
  'unlisted-preflight': 'the preflight of an unlisted origin',
  preflight: 'the preflight',
  'head-refresh': 'HEAD for a new slip',
  'after-head': 'the question after HEAD',
  refresh: 'a new slip',
} as const;

export type Purpose = keyof typeof PURPOSES;

/** A list of query parameters: one may stand there twice. */
export type Query = readonly (readonly [name: string, value: string])[];

/** One request to the endpoint. */
export interface Question {
  readonly purpose: Purpose;
  readonly query: Query;
  /** Default GET. */
  readonly verb?: 'HEAD' | 'POST' | 'OPTIONS';
  /** What the element would take the answer for. */
  readonly asked?: SlipRequest;
  /** The page that asks, where it is no page of the merchant's. */
  readonly origin?: string;
  /** SlipRequest without session and cookies. */
  readonly isStranger?: true;
}

/** A body as it came, at most 256 KiB of it. */
export interface Body {
  /** As text, whatever bytes it held. */
  readonly text: string;
  readonly isTooLarge: boolean;
  readonly isUtf8: boolean;
  /** Absent: it is no JSON. */
  readonly json?: { readonly value: unknown };
}

/** What came of a question. Without an answer: `failure`, status 0, no headers and no body. */
export interface Answer {
  readonly question: Question;
  /** Milliseconds, body included. */
  readonly ms: number;
  /** `broken`: it could not be reached, or the answer broke off. */
  readonly failure?: 'timeout' | 'broken';
  /** The system's word for it, such as ECONNREFUSED. */
  readonly cause?: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** Whether the trusted key signed it; absent where there is no key, or nothing to sign. */
  readonly isSigned?: boolean;
}

const NO_BODY: Body = { text: '', isTooLarge: false, isUtf8: true };

/** What there is where no answer came. */
export const NO_ANSWER = { status: 0, headers: new Headers(), body: NO_BODY } as const;

/** Questions the element itself asks: they must be answered well. */
const ELEMENT: ReadonlySet<Purpose> = new Set([
  'list',
  'slip',
  'again',
  'arrival',
  'after-head',
  'refresh',
] as const);

/** Whether the element itself asks such a question. */
export function isOfElement({ question }: Answer): boolean {
  return ELEMENT.has(question.purpose);
}

/** A question in the words of the report. */
export function nameOf({ question: { purpose, asked } }: Answer): string {
  const id = purpose === 'slip' && asked?.paymentId !== undefined ? ` of ${asked.paymentId}` : '';
  return PURPOSES[purpose] + id;
}

/** Whether a `Content-Type` says JSON, as the element takes it. */
export function isJsonType(type: string | null): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? '');
}

/** Whether it came, with a status of success. */
export function isSuccess({ failure, status }: Answer): boolean {
  return failure === undefined && problemOfStatus(status) === undefined;
}

/** The JSON of a success that the element would read; undefined, which no JSON is, for anything else. */
export function jsonOf(answer: Answer): unknown {
  const { headers, body } = answer;
  const isRead = isSuccess(answer) && isJsonType(headers.get('content-type'));
  return isRead && !body.isTooLarge && body.isUtf8 ? body.json?.value : undefined;
}

/** The opened envelope of a success; undefined where the element would show a problem. */
export function openedOf(answer: Answer): Envelope | undefined {
  const json = jsonOf(answer);
  const opened = json === undefined ? undefined : readEnvelope(json);
  return opened === undefined || isProblem(opened) ? undefined : opened;
}

/** The JSON object of any answer, errors too. */
export function bagOf({ body }: Answer): JsonObject | undefined {
  const value = body.json?.value;
  return isJsonObject(value) ? value : undefined;
}

/** The `data` of an answer as text; undefined where it has none. */
export function dataOf(answer: Answer): string | undefined {
  const opened = openedOf(answer);
  if (!opened) return undefined;
  try {
    return JSON.stringify(opened.data);
  } catch {
    // Nested deeper than the stack: its own bytes say as much.
    return answer.body.text;
  }
}

/** Whether an answer gives data where an error was due. */
export function givesData(answer: Answer): boolean {
  const data = openedOf(answer)?.data;
  return data !== undefined && own(data, 'status') !== 'waiting';
}
