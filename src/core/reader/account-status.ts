import { own, type JsonObject } from './members.js';
import { problem, type Problem } from '../problem.js';

/**
 * The problem of a response without a payable account. If all accounts have the same status and the
 * specification names it, the status is the problem's `code` (docs/reading-policy.md R15 and R30).
 */
export function notPayable(records: readonly JsonObject[]): Problem {
  const [status, ...others] = new Set(records.map((record) => own(record, 'status')));
  const isNamed = status === 1 || status === 3 || status === '1' || status === '3';
  return problem('not-payable', isNamed && others.length === 0 ? { code: String(status) } : {});
}

/** An account with a status is payable only in status 2, "normal" (spec: Virtual account `status`). */
export function isPayable(record: JsonObject): boolean {
  const status = own(record, 'status');
  return status === undefined || status === 2 || status === '2';
}
