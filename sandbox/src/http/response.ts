import { SUCCESS_CODE, SUCCESS_MESSAGE } from 'deposit-slip/contract';
import { LosslessNumber, stringify } from 'lossless-json';
import { fromMinor } from 'deposit-slip/core';
import type { ApiError } from './api-error.js';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** A JSON response. Bigints are written as numbers with every digit, lossless numbers exactly as they were read. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(stringify(body) ?? 'null', { status, headers: { ...JSON_HEADERS, ...headers } });
}

/** The envelope of a successful response (spec: Response envelope). */
export function success(data: unknown): Response {
  return json({ code: SUCCESS_CODE, msg: SUCCESS_MESSAGE, data });
}

/** The envelope of an error: `code` equals the HTTP status and `data` is null (sandbox/README.md, Errors). */
export function errorResponse(error: ApiError): Response {
  return new Response(errorBody(error), {
    status: error.status,
    headers: { ...JSON_HEADERS, ...error.headers },
  });
}

/** The envelope of an error, as JSON. */
export function errorBody({ status, message }: ApiError): string {
  return JSON.stringify({ code: status, msg: message, data: null });
}

/** Minor units as a JSON number that keeps its two decimals (`22.00`); a JavaScript number would drop them. */
export function decimalNumber(minor: bigint): LosslessNumber {
  return new LosslessNumber(fromMinor(minor));
}
