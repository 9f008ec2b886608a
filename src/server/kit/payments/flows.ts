import { readPartialFlow, type PartialFlow } from '../../../contract/flow-reader.js';
import { listIn } from '../../../contract/lists.js';
import { FLOWS_PATH } from '../../../contract/paths.js';
import { toMinor } from '../../../core/money.js';
import { isDepositId, isTime } from '../../../core/reader/members.js';
import { MINUTE } from '../../../core/time.js';
import { failure, isFailure, type Failure } from '../../client/errors.js';
import { numbersAsText, type Query, type Transport } from '../../client/transport.js';
import { digest } from '../digest.js';
import type { DepositRow } from '../store/rows.js';
import type { Token } from '../tokens.js';

/**
 * A flow may become visible up to this long after newer ones, in milliseconds, so the end of what was read is
 * read again.
 */
export const OVERLAP = 5 * MINUTE;
/** Records per request. More would exceed the part of a response that is read. */
const PAGE_SIZE = 250;

/** One page of flows. */
export interface FlowPage {
  /** The deposits and returns of the merchant, readable or not. */
  readonly flows: readonly ReadFlow[];
  /** Identifies each record on the page, including those of other merchants. */
  readonly marks: readonly string[];
  /** Whether the page has as many records as requested: then there may be another page. */
  readonly isFull: boolean;
  /** The API's clock, in milliseconds. */
  readonly date?: number | undefined;
}

/**
 * A flow that was read. A return is a flow with a negative change: the specification has no flow type for it.
 */
export type ReadFlow = Pick<DepositRow, 'flowId' | 'content' | 'fiat' | 'amount' | 'createTime' | 'txId'> & {
  readonly kind: 'deposit' | 'return' | 'unreadable';
};

/** Requests a page of the deposits of a merchant since a time (spec: Get a list of merchant fiat flow). */
export async function readFlowPage(
  transport: Transport,
  { merchantId, from, page }: { readonly merchantId: string; readonly from: number; readonly page: number },
): Promise<FlowPage | Failure> {
  // Begins one millisecond early, because the specification does not say whether `startTime` is inclusive.
  // There is no `endTime`, because clocks differ.
  const query = numbersAsText({
    merchantId,
    flowType: 'DEPOSIT',
    startTime: Math.max(from - 1, 0),
    currentPage: page,
    pageSize: PAGE_SIZE,
  });
  const reply = await transport(FLOWS_PATH, query as Query);
  if (isFailure(reply)) return reply;
  const list = listIn(reply.data);
  if (!list) return failure('unreadable', { status: reply.status, reason: 'no-envelope' });
  const all = list.map(readPartialFlow);
  const records = all.filter((flow) => isDeposit(flow, merchantId, from));
  const flows = (await Promise.all(records.map(readFlow))).filter((flow) => flow !== undefined);
  return {
    flows,
    marks: all.map((record) => JSON.stringify(record)),
    isFull: list.length >= PAGE_SIZE,
    date: reply.date,
  };
}

/**
 * Applies the filters of the query again, because the API may ignore them. Leaves out a record only if a
 * readable member contradicts the query.
 */
function isDeposit(flow: PartialFlow, merchantId: string, from: number): boolean {
  return (
    (flow.merchantId ?? merchantId) === merchantId &&
    (flow.flowType ?? 'DEPOSIT') === 'DEPOSIT' &&
    flow.category !== 'FEE' &&
    (flow.createTime ?? from) >= from - 1
  );
}

/** Reads a record of a deposit or a return. Undefined if the amount is zero. */
export async function readFlow(record: PartialFlow): Promise<ReadFlow | undefined> {
  const { id, txId, fiat, createTime, changed } = record;
  const minor = minorOf(changed);
  if (id === undefined || !isDepositId(id) || !isReadable(record) || minor === undefined)
    return unreadableFlow(id, JSON.stringify([txId, fiat, createTime, changed]));
  // A flow of zero is no deposit.
  if (minor === 0n) return undefined;
  const kind = minor > 0n ? 'deposit' : 'return';
  // An amount may be written in several ways: `100`, `100.0`.
  const content = JSON.stringify([txId, fiat, createTime, String(minor)]);
  return { kind, flowId: id, content, fiat: fiat!, amount: abs(minor), createTime: createTime!, txId };
}

/** Maximum length of the content that is stored for an unreadable record. */
const MAX_CONTENT = 500;

function isReadable({ fiat, createTime, txId }: PartialFlow): boolean {
  return (
    fiat !== undefined &&
    /^[A-Z]{3}$/.test(fiat) &&
    createTime !== undefined &&
    isTime(String(createTime)) &&
    (txId === undefined || isDepositId(txId))
  );
}

/** A record that cannot be read, with an id that is the same on every reading. */
export async function unreadableFlow(id: string | undefined, content: string): Promise<ReadFlow> {
  const flowId = `unreadable-${await digest(JSON.stringify([id, content]))}`;
  const kept = JSON.stringify([id?.slice(0, MAX_CONTENT), content.slice(0, MAX_CONTENT)]);
  return { kind: 'unreadable', flowId, content: kept, fiat: '', amount: 0n, createTime: 0 };
}

/**
 * Flows that contain the token count as unreadable and are not stored: a copy of the kit that responds from
 * the store may have another token and would not find this one.
 */
export function withoutToken(flows: FlowPage['flows'], token: Token): Promise<FlowPage['flows']> {
  const read = async (flow: ReadFlow): Promise<ReadFlow> => {
    const text = `${flow.flowId} ${flow.content}`;
    return token.isIn(text) ? unreadableFlow(await digest(text), 'It contains the token.') : flow;
  };
  return Promise.all(flows.map(read));
}

/** Signed minor units of `100`, `-100.5` or `100.000`. Undefined if a significant digit would be lost. */
export function minorOf(decimal: string | undefined): bigint | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)([0-9]{1,15})(?:\.([0-9]{1,40}))?$/.exec(decimal ?? '') ?? [];
  if (whole === undefined) return undefined;
  const significant = fraction.replace(/0+$/, '');
  const plain = whole.replace(/^0+(?=[0-9])/, '');
  const minor = toMinor(significant === '' ? plain : `${plain}.${significant}`);
  return minor !== undefined && sign === '-' ? -minor : minor;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
