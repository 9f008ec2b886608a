import { readPartialFlows, type PartialFlow } from '../../contract/flow-reader.js';
import { listIn } from '../../contract/lists.js';
import { FLOWS_PATH } from '../../contract/paths.js';
import { fromMinor, toMinor } from '../../core/money.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { isFailure, type Failure } from '../client/errors.js';
import type { FlowsFilter } from '../client/flows.js';
import { textsOf, type Query, type Transport } from '../client/transport.js';

/** The query the kit makes. */
export interface FlowsQuery extends FlowsFilter {
  readonly merchantId: string;
  readonly flowType?: 'DEPOSIT' | undefined;
  readonly pageSize: number;
}

/** A flow whose unreadable members are absent. `changed` has its currency's decimals, or more if the API sent more. */
export type Flow = PartialFlow;

/** One page of flows. */
export interface FlowPage {
  readonly flows: readonly Flow[];
  /** Whether it has as many records as were requested, readable or not: then there may be another page. */
  readonly isFull: boolean;
}

/** Requests one page. A member that cannot be read is absent, so that one bad record does not stop the polling. */
export async function listFlows(transport: Transport, query: FlowsQuery): Promise<FlowPage | Failure> {
  const reply = await transport(FLOWS_PATH, textsOf(query) as Query);
  if (isFailure(reply)) return reply;
  const flows = readPartialFlows(reply.data).map((flow) =>
    omitUndefined({ ...flow, changed: flow.changed && inCurrency(flow.changed) }),
  );
  return { flows, isFull: (listIn(reply.data) ?? []).length >= query.pageSize };
}

/** `100` and `100.000` become `100.00`: zeros are added or dropped, and no other digit (docs/reading-policy.md R33). */
function inCurrency(decimal: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)([0-9]+)\.?([0-9]*)$/.exec(decimal) ?? [];
  const significant = fraction.replace(/0+$/, '');
  const plain = significant === '' ? whole : `${whole}.${significant}`;
  const minor = toMinor(plain);
  return sign + (minor === undefined ? plain : fromMinor(minor));
}
