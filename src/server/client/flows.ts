import {
  FLOWS_PATH,
  flowsPage,
  flowsQuery,
  partialFlows,
  rawFlowsPage,
  type Flow as WholeFlow,
  type FLOW_TYPES,
  type PartialFlow,
} from '../../contract/flows.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { z } from 'zod';
import { fromMinor, toMinor } from '../../core/money.js';
import { readInput, readQuery, type Call, type CallResult, type Caller } from './caller.js';
import { isFailure, type Failure } from './errors.js';
import {
  keyOf,
  onUnreadableOption,
  readFlowRecord,
  type FlowRecord,
  type OnUnreadable,
} from './flow-records.js';
import type { Id, Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf, type ListCall, type Listing } from './pages.js';
import { textsOf, type Query, type Transport } from './transport.js';

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
): Promise<Page<WholeFlow>> {
  return (await readPage(call, { operation: 'flows.list', filter, options }, flowsPage)).data;
}

/** Options of `flows.all`. */
export interface AllFlowsOptions extends CallOptions {
  /** Without it, the iteration throws the error of the first flow that cannot be read. */
  readonly onUnreadable?: OnUnreadable | undefined;
}

const ALL_OPTIONS = z.object({ onUnreadable: onUnreadableOption });

/** Operation 7, page by page: every balance change. */
export async function* allFlows(
  call: Caller,
  filter: AllOf<FlowsFilter>,
  options?: AllFlowsOptions,
): AsyncGenerator<WholeFlow, void, undefined> {
  const operation = 'flows.all';
  const { onUnreadable } = readInput({ operation }, ALL_OPTIONS, options ?? {});
  for await (const { flow, error } of allOf(flowListing(call, { operation, filter, options }))) {
    if (!error) yield flow;
    else if (onUnreadable) await onUnreadable(flow, error);
    else throw error;
  }
}

/** Operation 7 as a list that `allOf` can read, with the records that cannot be read. */
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

/** Below the maximum of 1000: a response is limited to 256 KiB, and a flow takes about a quarter of a KiB. */
const PAGE_SIZE = 250;

/** One page of operation 7, with the API's time. A record that cannot be read does not fail the page. */
export async function readFlowPage(
  call: Caller,
  listCall: ListCall<FlowsFilter>,
): Promise<CallResult<Page<FlowRecord>>> {
  const result = await readPage(call, listCall, rawFlowsPage);
  const record = result.data.record.map((value, index) => readFlowRecord(value, index, result));
  return { ...result, data: { ...result.data, record } };
}

function readPage<Entry>(
  call: Caller,
  { operation, filter, options }: ListCall<FlowsFilter>,
  schema: Call<Page<Entry>>['schema'],
): Promise<CallResult<Page<Entry>>> {
  const query = readQuery({ operation }, flowsQuery, filter);
  return call({ operation, path: FLOWS_PATH, query, schema, isIdempotent: true, options });
}

/** The query the kit makes. */
export interface FlowsQuery extends FlowsFilter {
  readonly merchantId: string;
  readonly flowType?: 'DEPOSIT' | undefined;
}

/** A flow whose unreadable members are absent. `changed` has its currency's decimals, or more if the API sent more. */
export type Flow = PartialFlow;

/** The flows of one page. A member that cannot be read is absent, so that one bad record does not stop the polling. */
export async function listFlows(transport: Transport, query: FlowsQuery): Promise<readonly Flow[] | Failure> {
  const reply = await transport(FLOWS_PATH, textsOf(query) as Query);
  if (isFailure(reply)) return reply;
  return partialFlows
    .parse(reply.data)
    .map((flow) => omitUndefined({ ...flow, changed: flow.changed && inCurrency(flow.changed) }));
}

/** `100` and `100.000` become `100.00`: zeros are added or dropped, and no other digit (docs/reading-policy.md R33). */
function inCurrency(decimal: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)([0-9]+)\.?([0-9]*)$/.exec(decimal) ?? [];
  const significant = fraction.replace(/0+$/, '');
  const plain = significant === '' ? whole : `${whole}.${significant}`;
  const minor = toMinor(plain);
  return sign + (minor === undefined ? plain : fromMinor(minor));
}
