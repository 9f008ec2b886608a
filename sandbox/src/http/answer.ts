import { SUCCESS_CODE, SUCCESS_MESSAGE } from 'deposit-slip/contract';
import { LosslessNumber, stringify } from 'lossless-json';
import { fromMinor } from 'deposit-slip/core';
import type { Refusal } from './refusal.js';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** Writes JSON: bigints as numbers in full, decimals as they were given. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(stringify(body) ?? 'null', { status, headers: { ...JSON_HEADERS, ...headers } });
}

/** The envelope of a success (spec: Response envelope). */
export function success(data: unknown): Response {
  return json({ code: SUCCESS_CODE, msg: SUCCESS_MESSAGE, data });
}

/** The envelope of a refusal: HTTP status and `code` are one number, `data` is null (sandbox.md, Errors). */
export function refused({ status, message, headers }: Refusal): Response {
  return json({ code: status, msg: message, data: null }, status, headers);
}

/** Minor units as a JSON number with the currency's decimals (`22.00`), which a JavaScript number would drop. */
export function decimalNumber(minor: bigint): LosslessNumber {
  return new LosslessNumber(fromMinor(minor));
}
