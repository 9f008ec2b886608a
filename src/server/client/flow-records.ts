import { readFlow, readPartialFlow, type PartialFlow } from '../../contract/flow-reader.js';
import { isUnreadable } from '../../core/reader/members.js';
import type { Flow } from '../../contract/flows.js';
import type { CallResult } from './caller.js';
import type { UnreadableResponseError } from './client-error.js';

/** The readable members of an unreadable flow; the others are absent. Its `id` is any text the API sent. */
export type UnreadableFlow = PartialFlow;

/**
 * Called with each unreadable flow and the error that names the first invalid member. The iteration awaits
 * it, then continues with the next flow. If it throws or rejects, the iteration ends with that error.
 */
export type OnUnreadable = (flow: UnreadableFlow, error: UnreadableResponseError) => unknown;

/** A record of operation 7: a flow, or its readable members and the error. */
export type FlowRecord =
  | { readonly flow: Flow; readonly error?: never }
  | { readonly flow: PartialFlow; readonly error: UnreadableResponseError };

/** Parses one record of a page; `index` is its position there. */
export function readFlowRecord(
  value: unknown,
  index: number,
  { errorAt }: Pick<CallResult<unknown>, 'errorAt'>,
): FlowRecord {
  const flow = readFlow(value);
  if (!isUnreadable(flow)) return { flow };
  return { flow: readPartialFlow(value), error: errorAt(['record', index], { path: flow.unreadable }) };
}

/** A record's key within its list. An unreadable record never hides a readable one with the same id. */
export function keyOf({ flow, error }: FlowRecord): string {
  return error ? `unreadable ${JSON.stringify(flow)}` : flow.id;
}
