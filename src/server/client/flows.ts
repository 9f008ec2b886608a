import { z } from 'zod';
import { flowsPage, flowsQuery, type Flow, type FLOW_TYPES } from '../../contract/flows.js';
import { FLOWS_PATH } from '../../contract/paths.js';
import { readInput, readQuery, type Caller } from './caller.js';
import { flowListing } from './flow-pages.js';
import type { OnUnreadable } from './flow-records.js';
import type { Id, Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf } from './pages.js';

/** Filters flows (spec: Get a list of merchant fiat flow). `pageSize` is at most 1000; times are in milliseconds. */
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
    schema: flowsPage,
    isIdempotent: true,
    options,
  });
  return data;
}

/** Options of `flows.all`. */
export interface AllFlowsOptions extends CallOptions {
  /** Without it, the iteration throws the error of the first flow that cannot be read. */
  readonly onUnreadable?: OnUnreadable | undefined;
}

/** Schema of an `onUnreadable` option. */
export const onUnreadableOption = z
  .custom<OnUnreadable>((value) => typeof value === 'function', { error: 'a function' })
  .optional();

const ALL_OPTIONS = z.object({ onUnreadable: onUnreadableOption });

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
    return listing.read(page);
  };
  for await (const { flow, error } of allOf({ ...listing, read })) {
    if (!error) yield flow;
    else if (onUnreadable) await onUnreadable(flow, error);
    else throw error;
  }
}
