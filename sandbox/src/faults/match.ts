import { toMinor } from 'deposit-slip/core';
import type { Parameters } from '../http/request-parameters.js';
import type { Operation } from '../operations/operation.js';
import type { Fault, Match } from './fault.js';

/** Whether a route of the control API, an operation's name, its path, or `*`, includes an operation. */
export function includesOperation(route: string, { name, path }: Pick<Operation, 'name' | 'path'>): boolean {
  return route === '*' || route === name || route === path;
}

/** Whether a request fits all members of a fault's `match`. */
export function fitsMatch({ match = {} }: Fault, request: Parameters): boolean {
  const { merchantId, clientId, amount }: Match = match;
  return (
    (merchantId === undefined || request.merchantIds.includes(String(merchantId))) &&
    (clientId === undefined || request.clientId === clientId) &&
    (amount === undefined || (request.amount !== undefined && isSameAmount(request.amount, String(amount))))
  );
}

/** `9401` and `9401.00` are the same amount, `9401.01` is another. */
function isSameAmount(one: string, other: string): boolean {
  const minor = toMinor(one);
  return minor !== undefined && minor === toMinor(other);
}
