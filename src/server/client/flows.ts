import { z } from 'zod';
import { readPartialFlow, type PartialFlow } from '../../contract/flow-reader.js';
import {
  flow as flowSchema,
  flowsPage,
  flowsQuery,
  type FLOW_TYPES,
  type Flow,
} from '../../contract/flows.js';
import { FLOWS_PATH } from '../../contract/paths.js';
import { withAgreement, echoes, type Agreement } from './agreement.js';
import { readInput, readQuery, type Caller, type CallResult } from './caller.js';
import type { UnreadableResponseError } from './client-error.js';
import type { Id, Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf, type ListCall } from './pages.js';
import { RAW_PAGE } from './raw-page.js';
import type { Query } from './transport.js';

/**
 * Filters flows (spec: Get a list of merchant fiat flow). `pageSize` is at most 1000; times are in
 * milliseconds.
 */
export interface FlowsFilter extends PageFilter {
  readonly merchantId?: Id | undefined;
  /** ISO 4217. */
  readonly fiat?: string | undefined;
  /** Funding id. */
  readonly txId?: Id | undefined;
  /** Default: `ALL`. */
  readonly flowType?: 'ALL' | (typeof FLOW_TYPES)[number] | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** Below the maximum of 1000: a response is limited to 256 KiB, and a flow takes about a quarter of a KiB. */
const PAGE_SIZE = 250;

/** The readable members of an unreadable flow; the others are absent. Its `id` is any text the API sent. */
export type UnreadableFlow = PartialFlow;

/**
 * Called with each unreadable flow and the error that names the first invalid member. The iteration awaits
 * it, then continues with the next flow. If it throws or rejects, the iteration ends with that error.
 */
export type OnUnreadable = (flow: UnreadableFlow, error: UnreadableResponseError) => unknown;

/** Options of `flows.all`. */
export interface AllFlowsOptions extends CallOptions {
  /** If absent, the iteration throws the error of the first unreadable flow. */
  readonly onUnreadable?: OnUnreadable | undefined;
}

const ALL_OPTIONS = z.object({
  onUnreadable: z
    .custom<OnUnreadable>((value) => typeof value === 'function', { error: 'a function' })
    .optional(),
});

/** Operation 7: one page of balance changes. Their order is not specified (spec: Endpoints). */
export async function listFlowPage(
  call: Caller,
  filter: FlowsFilter,
  options?: CallOptions,
): Promise<Page<Flow>> {
  const operation = 'flows.list';
  const query = readQuery({ operation }, flowsQuery, filter);
  const { data } = await call({
    operation,
    path: FLOWS_PATH,
    query,
    schema: withAgreement(flowsPage, ({ record }) => ({
      record: record.map((flow) => flowAgreement(flow, query)),
    })),
    isIdempotent: true,
    options,
  });
  return data;
}

/** Operation 7, page by page: every balance change. */
export async function* allFlows(
  call: Caller,
  filter: AllOf<FlowsFilter>,
  options?: AllFlowsOptions,
): AsyncGenerator<Flow, void, undefined> {
  const operation = 'flows.all';
  const { onUnreadable } = readInput({ operation }, ALL_OPTIONS, options ?? {});
  const records = allOf<FlowRecord>({
    operation,
    filter,
    options,
    pageSize: filter?.pageSize ?? PAGE_SIZE,
    canShrink: false,
    read: (page) => readRecords(call, { operation, filter: { ...filter, ...page }, options }),
    idOf: recordKey,
    timeOf: ({ flow: { createTime = 0 } }) => createTime,
  });
  for await (const { flow, error } of records) {
    if (!error) yield flow;
    else if (onUnreadable) await onUnreadable(flow, error);
    else throw error;
  }
}

/** A flow, or the readable members of an unreadable one and the error. */
type FlowRecord =
  | { readonly flow: Flow; readonly error?: never }
  | { readonly flow: PartialFlow; readonly error: UnreadableResponseError };

/** One page of operation 7. An unreadable record, or one that was not asked for, does not fail the page. */
async function readRecords(
  call: Caller,
  { operation, filter, options }: ListCall<FlowsFilter>,
): Promise<CallResult<Page<FlowRecord>>> {
  const query = readQuery({ operation }, flowsQuery, filter);
  const base = { operation, path: FLOWS_PATH, query, isIdempotent: true, options };
  const result = await call({ ...base, schema: RAW_PAGE });
  const schema = withAgreement(flowSchema, (flow) => flowAgreement(flow, query));
  const record = result.data.record.map((value, at): FlowRecord => {
    const read = schema.safeParse(value);
    if (read.success) return { flow: read.data };
    return { flow: readPartialFlow(value), error: result.errorAt(['record', at], read.error.issues[0]) };
  });
  return { ...result, data: { ...result.data, record } };
}

/** A record's key within its list. An unreadable record never hides a readable one with the same id. */
function recordKey({ flow, error }: FlowRecord): string {
  return error ? `unreadable ${JSON.stringify(flow)}` : flow.id;
}

function flowAgreement(flow: Flow, query: Query): Agreement {
  return echoes(query, flow, 'merchantId', 'txId');
}
