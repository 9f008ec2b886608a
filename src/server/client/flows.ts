import {
  FLOWS_PATH,
  flowsPage,
  flowsQuery,
  partialFlows,
  type Flow as WholeFlow,
  type FLOW_TYPES,
  type PartialFlow,
} from '../../contract/flows.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { fromMinor, toMinor } from '../../core/money.js';
import { readQuery, type CallResult, type Caller } from './caller.js';
import { isFailure, type Failure } from './errors.js';
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
  return (await readFlowPage(call, { operation: 'flows.list', filter, options })).data;
}

/** Operation 7, page by page: every balance change. */
export function allFlows(
  call: Caller,
  filter: AllOf<FlowsFilter>,
  options?: CallOptions,
): AsyncGenerator<WholeFlow, void, undefined> {
  return allOf(flowListing(call, { operation: 'flows.all', filter, options }));
}

/** Operation 7 as a list that `allOf` can read. */
export function flowListing(
  call: Caller,
  { operation, filter, options }: ListCall<AllOf<FlowsFilter>>,
): Listing<WholeFlow> {
  return {
    operation,
    filter,
    options,
    pageSize: filter?.pageSize ?? PAGE_SIZE,
    canShrink: false,
    read: (page) => readFlowPage(call, { operation, filter: { ...filter, ...page }, options }),
    idOf: ({ id }) => id,
    timeOf: ({ createTime }) => createTime,
  };
}

/** Below the maximum of 1000: a response is limited to 256 KiB, and a flow takes about a quarter of a KiB. */
const PAGE_SIZE = 250;

/** One page of operation 7, with the API's time. */
export async function readFlowPage(
  call: Caller,
  { operation, filter, options }: ListCall<FlowsFilter>,
): Promise<CallResult<Page<WholeFlow>>> {
  const query = readQuery({ operation }, flowsQuery, filter);
  return call({ operation, path: FLOWS_PATH, query, schema: flowsPage, isIdempotent: true, options });
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
