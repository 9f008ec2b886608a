import {
  FLOWS_PATH,
  flowsPage,
  flowsQuery,
  seenFlows,
  type Flow as WholeFlow,
  type FLOW_TYPES,
  type SeenFlow,
} from '../../contract/flows.js';
import { defined } from '../../core/defined.js';
import { fromMinor, toMinor } from '../../core/money.js';
import { readQuery, type Caller } from './caller.js';
import { isFailure, type Failure } from './errors.js';
import type { Id, Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
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
  const operation = 'flows.list';
  const query = readQuery({ operation }, flowsQuery, filter);
  return call({ operation, path: FLOWS_PATH, query, answer: flowsPage, options });
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
    .map((flow) => defined({ ...flow, changed: flow.changed && inCurrency(flow.changed) }));
}

/** `100`, `100.000` as `100.00`: zeros are dropped or added, no other digit (reading.md, R33). */
function inCurrency(decimal: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)([0-9]+)\.?([0-9]*)$/.exec(decimal) ?? [];
  const rest = fraction.replace(/0+$/, '');
  const plain = rest === '' ? whole : `${whole}.${rest}`;
  const minor = toMinor(plain);
  return sign + (minor === undefined ? plain : fromMinor(minor));
}
