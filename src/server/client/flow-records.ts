import { readFlow, readPartialFlow, type PartialFlow } from '../../contract/flow-reader.js';
import { isUnreadable } from '../../core/reader/members.js';
import type { Flow } from '../../contract/flows.js';
import { isIdText } from '../../contract/values.js';
import type { CallResult } from './caller.js';
import type { UnreadableResponseError } from './client-error.js';

/**
 * The members of an unreadable flow that can be read; the others are absent. Its `id` is any text the API
 * sent.
 */
export interface UnreadableFlow extends PartialFlow {
  /** From `flows.follow`, if the id has digits only: pass it as `after` to resume after this flow. */
  readonly cursor?: string;
}

/**
 * Called with each flow that cannot be read, and the error that names the first bad member. The iteration
 * waits for it, passes the flow over and goes on. If it throws or rejects, the iteration ends with that
 * error.
 */
export type OnUnreadable = (flow: UnreadableFlow, error: UnreadableResponseError) => unknown;

/** A record of operation 7: a flow, or what can be read of it and why the rest cannot. */
export type FlowRecord =
  | { readonly flow: Flow; readonly error?: never }
  | { readonly flow: PartialFlow; readonly error: UnreadableResponseError };

/** Parses one record of a page; `index` is its place there. */
export function readFlowRecord(
  value: unknown,
  index: number,
  { errorAt }: Pick<CallResult<unknown>, 'errorAt'>,
): FlowRecord {
  const flow = readFlow(value);
  if (!isUnreadable(flow)) return { flow };
  return { flow: readPartialFlow(value), error: errorAt(['record', index], { path: flow.unreadable }) };
}

/** A key of a record within its list. An unreadable record never stands for a readable one with its id. */
export function keyOf({ flow, error }: FlowRecord): string {
  return error ? `unreadable ${JSON.stringify(flow)}` : flow.id;
}

/** The id of a flow, if it has digits only. */
export function idIn({ id }: PartialFlow): string | undefined {
  return id !== undefined && isIdText(id) ? id : undefined;
}
