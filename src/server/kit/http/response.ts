import type { Deposit } from '../../../core/reader/endpoint-response.js';
import type { Payment } from '../../../core/reader/payment.js';

/** Headers of every response, errors and preflights included. */
const COMMON_HEADERS = {
  // A slip belongs to one payer: no cache may store it (SECURITY.md P19).
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Origin',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The members beside `data` in a successful response (docs/back-end.md, "The back end"). */
export interface EnvelopeFields {
  readonly paymentId?: number;
  readonly fiat?: string;
  readonly amount?: string;
  readonly arrival?: string;
  readonly previous?: Deposit;
  readonly payment?: Payment;
  readonly checked?: number;
}

/** The body of a successful response: the API's own envelope. */
export function envelopeOf(data: unknown, fields: EnvelopeFields, test: boolean): string {
  return JSON.stringify({ code: 200, msg: 'SUCCESS', data, ...fields, ...(test && { test }) });
}

/** A 204 response without a body. */
export function emptyResponse(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 204, headers: { ...COMMON_HEADERS, ...headers } });
}

/** A response of JSON text. `test` adds the header that marks the kit as a test kit. */
export function jsonResponse(
  status: number,
  body: string,
  test: boolean,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...COMMON_HEADERS,
      ...(test && { 'Deposit-Slip-Test': '1' }),
      ...headers,
    },
  });
}
