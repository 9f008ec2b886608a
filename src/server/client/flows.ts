import { z } from 'zod';
import { flowsPage, flowsQuery, type Flow } from '../../contract/flows.js';
import { FLOWS_PATH } from '../../contract/paths.js';
import { answering, contradictionIn, echoes, type Agreement } from './agreement.js';
import { readInput, readQuery, type Caller, type CallResult } from './caller.js';
import { flowListing, type FlowsFilter } from './flow-pages.js';
import type { FlowRecord, OnUnreadable } from './flow-records.js';
import type { Page } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf } from './pages.js';
import { textsOf, type Query } from './transport.js';

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
    schema: answering(flowsPage, ({ record }) => ({
      record: record.map((flow) => flowAgreement(flow, query)),
    })),
    isIdempotent: true,
    options,
  });
  return data;
}

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

/** Operation 7, page by page: every balance change. */
export async function* allFlows(
  call: Caller,
  filter: AllOf<FlowsFilter>,
  options?: AllFlowsOptions,
): AsyncGenerator<Flow, void, undefined> {
  const operation = 'flows.all';
  const { onUnreadable } = readInput({ operation }, ALL_OPTIONS, options ?? {});
  const listing = flowListing(call, { operation, filter, options });
  const read: typeof listing.read = async (page) => {
    readQuery({ operation }, flowsQuery, { ...filter, ...page });
    const result = await listing.read(page);
    return { ...result, data: checkPage(result, textsOf(filter) as Query) };
  };
  for await (const { flow, error } of allOf({ ...listing, read })) {
    if (!error) yield flow;
    else if (onUnreadable) await onUnreadable(flow, error);
    else throw error;
  }
}

function flowAgreement(flow: Flow, query: Query): Agreement {
  return echoes(query, flow, 'merchantId', 'txId');
}

/** A flow of another merchant or deposit is an unreadable one. */
function checkPage({ data, errorAt }: CallResult<Page<FlowRecord>>, query: Query): Page<FlowRecord> {
  const record = data.record.map((each, at): FlowRecord => {
    const issue = each.error ? undefined : contradictionIn(flowAgreement(each.flow, query));
    return issue ? { flow: each.flow, error: errorAt(['record', at], issue) } : each;
  });
  return { ...data, record };
}
