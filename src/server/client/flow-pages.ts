import { readRawPage, type RawPage } from '../../contract/flow-reader.js';
import type { FLOW_TYPES } from '../../contract/flows.js';
import { isUnreadable } from '../../core/reader/members.js';
import { FLOWS_PATH } from '../../contract/paths.js';
import type { CallResult, Caller } from './caller.js';
import { keyOf, readFlowRecord, type FlowRecord } from './flow-records.js';
import type { Id, Page, PageFilter } from './input.js';
import type { AllOf, ListCall, Listing } from './pages.js';
import type { Schema } from './schema.js';
import { textsOf, type Query } from './transport.js';

// Operation 7 without a schema for its records. The filter is not validated here.

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

/** Reads a page without reading its records. */
export const RAW_PAGE: Schema<RawPage> = {
  safeParse(value) {
    const page = readRawPage(value);
    return isUnreadable(page)
      ? { success: false, error: { issues: [{ path: page.unreadable }] } }
      : { success: true, data: page };
  },
};

/** Operation 7 as a list that `allOf` can read, including unreadable records. */
export function flowListing(
  call: Caller,
  { operation, filter, options }: ListCall<AllOf<FlowsFilter>>,
): Listing<FlowRecord> {
  return {
    operation,
    filter,
    options,
    pageSize: filter?.pageSize ?? PAGE_SIZE,
    canShrink: false,
    read: (page) => readFlowPage(call, { operation, filter: { ...filter, ...page }, options }),
    idOf: keyOf,
    timeOf: ({ flow: { createTime = 0 } }) => createTime,
  };
}

/** One page of operation 7. An unreadable record does not fail the page. */
async function readFlowPage(
  call: Caller,
  { operation, filter, options }: ListCall<FlowsFilter>,
): Promise<CallResult<Page<FlowRecord>>> {
  const query = textsOf(filter) as Query;
  const result = await call({
    operation,
    path: FLOWS_PATH,
    query,
    schema: RAW_PAGE,
    isIdempotent: true,
    options,
  });
  const record = result.data.record.map((value, index) => readFlowRecord(value, index, result));
  return { ...result, data: { ...result.data, record } };
}
