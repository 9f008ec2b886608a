import {
  FLOWS_PATH,
  flowsPage,
  flowsQuery,
  seenFlows,
  type Flow as WholeFlow,
  type FLOW_TYPES,
  type SeenFlow,
} from '../../contract/flows.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { fromMinor, toMinor } from '../../core/money.js';
import { readQuery, type Answered, type Caller } from './caller.js';
import { isFailure, type Failure } from './errors.js';
import type { Id, Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf, type Listing } from './pages.js';
import { textsOf, type Query, type Transport } from './transport.js';

/** Which flows are asked for (spec: Get a list of merchant fiat flow). At most 1000 on a page; times in milliseconds. */
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

/** Operation 7: one page of changes of a balance. Their order is not stated (spec: Endpoints). */
export async function listFlowPage(
  call: Caller,
  filter: FlowsFilter,
  options?: CallOptions,
): Promise<Page<WholeFlow>> {
  return (await readFlowPage(call, { operation: 'flows.list', filter, options })).data;
}

/** Operation 7, page by page: every change of a balance. */
export function allFlows(
  call: Caller,
  filter: AllOf<FlowsFilter>,
  options?: CallOptions,
): AsyncGenerator<WholeFlow, void, undefined> {
  return allOf(flowListing(call, { operation: 'flows.all', filter, options }));
}

/** The pages of operation 7. */
export function flowListing(
  call: Caller,
  { operation, filter, options }: Asked<AllOf<FlowsFilter>>,
): Listing<WholeFlow> {
  return {
    operation,
    filter,
    options,
    pageSize: filter?.pageSize ?? PAGE_SIZE,
    canLeave: false,
    read: (page) => readFlowPage(call, { operation, filter: { ...filter, ...page }, options }),
    idOf: ({ id }) => id,
    timeOf: ({ createTime }) => createTime,
  };
}

/** What is read of an answer, 256 KiB, is not enough for a thousand flows of a quarter of a KiB. */
const PAGE_SIZE = 250;

interface Asked<Filter> {
  readonly operation: string;
  readonly filter: Filter;
  readonly options: CallOptions | undefined;
}

/** One page of operation 7, with the API's time. */
export async function readFlowPage(
  call: Caller,
  { operation, filter, options }: Asked<FlowsFilter>,
): Promise<Answered<Page<WholeFlow>>> {
  const query = readQuery({ operation }, flowsQuery, filter);
  return call({ operation, path: FLOWS_PATH, query, answer: flowsPage, isRepeatable: true, options });
}

/** What the kit asks for. */
export interface FlowsQuery extends FlowsFilter {
  readonly merchantId: string;
  readonly flowType?: 'DEPOSIT' | undefined;
}

/** A flow as far as it can be read. `changed` has its currency's decimals, or more if more came. */
export type Flow = SeenFlow;

/** The flows of one page as far as they can be read: a watching page must not stop at a record that cannot. */
export async function listFlows(transport: Transport, query: FlowsQuery): Promise<readonly Flow[] | Failure> {
  const reply = await transport(FLOWS_PATH, textsOf(query) as Query);
  if (isFailure(reply)) return reply;
  return seenFlows
    .parse(reply.data)
    .map((flow) => omitUndefined({ ...flow, changed: flow.changed && inCurrency(flow.changed) }));
}

/** `100`, `100.000` as `100.00`: zeros are dropped or added, no other digit (reading.md, R33). */
function inCurrency(decimal: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)([0-9]+)\.?([0-9]*)$/.exec(decimal) ?? [];
  const rest = fraction.replace(/0+$/, '');
  const plain = rest === '' ? whole : `${whole}.${rest}`;
  const minor = toMinor(plain);
  return sign + (minor === undefined ? plain : fromMinor(minor));
}
