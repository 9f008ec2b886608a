import { isJsonObject, own } from 'deposit-slip/core';
import { parseEnvelope } from '../faults/shape.js';
import type { recordedRequest } from '../schemas/requests.js';
import type { WireValue } from '../schemas/wire.js';
import type { Answer, JournalEntry } from './journal.js';
import { shorten } from './shorten.js';

/** A request as the control API shows it: without tokens, and with long bodies shortened. */
export type RecordedRequest = WireValue<typeof recordedRequest>;

/** An entry as the control API shows it. */
export function viewOf(entry: JournalEntry, secrets: readonly string[]): RecordedRequest {
  const { id, time, operation, method, target, body, answer, milliseconds, faults, requestId } = entry;
  // Includes the request's own token, even if it is invalid or revoked.
  const token = entry.headers['x-bh-token'];
  const hidden = [...secrets, ...(token ? [token] : [])].toSorted((one, other) => other.length - one.length);
  const hide = (text: string) => redact(text, hidden);
  const { pathname, searchParams } = new URL(target, 'http://sandbox');
  const query = Object.fromEntries([...searchParams].map(([name, value]) => [hide(name), hide(value)]));
  return {
    ...{ id, time, route: operation?.name ?? null, method, path: hide(pathname), query },
    body: body === undefined ? null : shorten(hide(body)),
    answer: { ...answer, body: hide(answer.body) },
    ...{ milliseconds, faults, ids: idsIn(answer), requestId },
  };
}

/** Replaces secrets. Longest first, because one may be a part of another. */
function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[token]'), text);
}

function idsIn({ body }: Answer): RecordedRequest['ids'] {
  const data = own(parseEnvelope(body) ?? {}, 'data');
  if (!isJsonObject(data)) return {};
  const ids = ['txId', 'fromId', 'toId'].filter((name) => own(data, name) !== undefined);
  return Object.fromEntries(ids.map((name) => [name, String(data[name])]));
}

/** Selects recorded requests. A request must match every member. */
export interface RequestsFilter {
  /** Name or path of the operation. */
  readonly route?: string;
  readonly merchantId?: number | string;
  readonly clientId?: string;
  /** HTTP status of the response. */
  readonly status?: number;
  /** Not before this time, in milliseconds. */
  readonly since?: number;
  /** Default 100, at most 10,000. */
  readonly limit?: number;
}
