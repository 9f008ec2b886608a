import { SUCCESS_CODE, SUCCESS_MESSAGE } from 'deposit-slip/contract';
import { LosslessNumber, stringify } from 'lossless-json';
import { fromMinor } from 'deposit-slip/core';
import { errorBody, type ApiError } from './api-error.js';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

// Kept beside each response, so that the journal and the faults need not read its stream.
const texts = new WeakMap<Response, string>();

/** Keeps the text of a response's body. Returns the response. */
export function rememberText(response: Response, text: string): Response {
  texts.set(response, text);
  return response;
}

/** The text of a response's body, without using the body up. */
export async function bodyText(response: Response): Promise<string> {
  return texts.get(response) ?? response.clone().text();
}

/** Whether a response with this status has no body (Fetch, null body status). */
export function isStatusWithoutBody(status: number): boolean {
  return [204, 205, 304].includes(status);
}

/**
 * A JSON response. Bigints are written as numbers with every digit, lossless numbers exactly as they were
 * read.
 */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const text = stringify(body) ?? 'null';
  return rememberText(new Response(text, { status, headers: { ...JSON_HEADERS, ...headers } }), text);
}

/** The envelope of a successful response (spec: Response envelope). */
export function success(data: unknown): Response {
  return json({ code: SUCCESS_CODE, msg: SUCCESS_MESSAGE, data });
}

/** The envelope of an error: `code` equals the HTTP status and `data` is null (sandbox/README.md, Errors). */
export function errorResponse(error: ApiError): Response {
  const text = errorBody(error);
  const headers = { ...JSON_HEADERS, ...error.headers };
  return rememberText(new Response(text, { status: error.status, headers }), text);
}

/**
 * Minor units as a JSON number that keeps its two decimals (`22.00`); a JavaScript number would drop them.
 */
export function toDecimalNumber(minor: bigint): LosslessNumber {
  return new LosslessNumber(fromMinor(minor));
}
