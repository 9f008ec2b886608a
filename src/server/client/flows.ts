import { isBag, own, type Bag } from '../../core/answer.js';
import { fromMinor, toMinor } from '../../core/money.js';
import { isFailure, type Failure } from './errors.js';
import type { Transport } from './transport.js';

/** Which flows are asked for (spec: operation 7). Times in milliseconds. */
export interface FlowsQuery {
  readonly merchantId: string;
  readonly fiat?: string | undefined;
  readonly txId?: string | undefined;
  readonly flowType?: 'DEPOSIT' | undefined;
  readonly startTime?: number | undefined;
  /** At most 1000 (spec: Limits). */
  readonly pageSize?: number | undefined;
}

/** One change of a merchant's balance (spec: Fiat flow record). Ids are strings, amounts decimal strings, times milliseconds. */
export interface Flow {
  readonly id?: string;
  readonly merchantId?: string;
  readonly txId?: string;
  readonly category?: string;
  readonly flowType?: string;
  readonly fiat?: string;
  /** By how much the balance changed; with the currency's decimals, or more if more came. */
  readonly changed?: string;
  readonly createTime?: number;
}

/** Asks for one page of a merchant's flows (spec: `GET /v2/merchant/fiat/flows`). Their order is not stated. */
export async function listFlows(transport: Transport, query: FlowsQuery): Promise<readonly Flow[] | Failure> {
  const reply = await transport('/v2/merchant/fiat/flows', {
    merchantId: query.merchantId,
    fiat: query.fiat,
    txId: query.txId,
    flowType: query.flowType,
    startTime: textOf(query.startTime),
    pageSize: textOf(query.pageSize),
  });
  if (isFailure(reply)) return reply;
  // The structure names the list `record`, the sample `data` (spec: Fiat flow record).
  const list = own(reply.data, 'record') ?? own(reply.data, 'data') ?? own(reply.data, 'list');
  return (Array.isArray(list) ? list : [list]).filter(isBag).map(toFlow);
}

const TEXTS = ['id', 'merchantId', 'txId', 'category', 'flowType', 'fiat'] as const;

function toFlow(record: Bag): Flow {
  const flow: { -readonly [Key in keyof Flow]: Flow[Key] } = {};
  for (const name of TEXTS) {
    const text = textOf(own(record, name));
    if (text !== undefined && text !== '') flow[name] = text;
  }
  const changed = plainDecimal(textOf(own(record, 'changed')) ?? '');
  if (changed !== undefined) flow.changed = changed;
  const createTime = textOf(own(record, 'createTime')) ?? '';
  // Ten digits would be seconds; they are not guessed into milliseconds (reading.md, R12).
  if (/^[0-9]{13}$/.test(createTime)) flow.createTime = Number(createTime);
  return flow;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** `1E+2`, `100`, `100.000` as `100.00`: digits are moved and zeros dropped or added, none is rounded (reading.md, R33). */
function plainDecimal(text: string): string | undefined {
  const parts = /^(-?)([0-9]{1,30})(?:\.([0-9]{1,30}))?(?:[eE]([+-]?[0-9]{1,2}))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = point < 1 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const before = padded.slice(0, at).replace(/^0+(?=[0-9])/, '');
  const after = padded.slice(at).replace(/0+$/, '');
  const plain = after === '' ? before : `${before}.${after}`;
  const minor = toMinor(plain);
  return sign + (minor === undefined ? plain : fromMinor(minor));
}
