import { recordsOf } from '../../../core/reader/envelope.js';
import { own, type JsonObject } from '../../../core/reader/members.js';
import { readFieldList } from '../../../core/reader/field-list.js';

/** The data of a slip, reduced to the fields of the spec. */
export interface Cleaned {
  readonly data: JsonObject;
  /** The funding id (spec: Pending-fund account information), which identifies the deposit. */
  readonly txId?: string;
}

/**
 * Keeps the fields of the spec and drops all others, so that no internal data of the API reaches a browser by
 * accident. Does not validate: the element's reader accepts the same shapes and judges them. Takes a value
 * from `readJson`.
 */
export function clean(data: JsonObject): Cleaned {
  const rawRecords = recordsOf(data);
  if (rawRecords[0] === data) return cleanRecord(data);
  const records = rawRecords.map(cleanRecord);
  // With several records the reader decides which one is payable, so the funding id is unknown here.
  const txId = records.length === 1 ? records[0]?.txId : undefined;
  return { data: { record: records.map((record) => record.data) }, ...(txId !== undefined && { txId }) };
}

function cleanRecord(record: JsonObject): Cleaned {
  const data = new Map<string, unknown>();
  for (const name of ['fiat', 'paymentMethodName']) {
    const value = own(record, name);
    if (typeof value === 'string') data.set(name, value);
  }
  const txId = idOf(own(record, 'txId'));
  if (txId !== undefined) data.set('txId', txId);
  const realName = own(record, 'realName');
  if (typeof realName === 'string') data.set('realName', realName);
  // The status belongs to virtual accounts (spec: Virtual account record), not to this query. It is kept if
  // present: otherwise the element would show an account that cannot be paid (docs/reading-policy.md R15).
  const status = own(record, 'status');
  const isScalar = typeof status === 'number' || typeof status === 'string';
  if (status !== undefined) data.set('status', isScalar ? status : null);
  if (Object.hasOwn(record, 'fieldList')) data.set('fieldList', cleanFields(own(record, 'fieldList')));
  return { data: toJsonObject(data), ...(txId !== undefined && { txId }) };
}

type Scalar = string | number | boolean;

/**
 * Converts each value to a string, or to a list of strings if the key has several values. Booleans, and
 * numbers that JavaScript represents exactly, stay as they are so that the element can flag them as lossy: an
 * account number sent as a number has already lost its leading zeros (docs/reading-policy.md R3, R16).
 * `readJson` returned all other numbers as strings, exact to the digit.
 */
function cleanFields(fieldList: unknown): JsonObject {
  const fields = new Map<string, Scalar | Scalar[]>();
  for (const { key, raw, lossy } of readFieldList(fieldList).entries) {
    const value = lossy ? (JSON.parse(raw) as number | boolean) : raw;
    const previous = fields.get(key);
    fields.set(key, previous === undefined ? value : [previous, value].flat());
  }
  return toJsonObject(fields);
}

/** An object without a prototype, in which `__proto__` is an ordinary key (docs/reading-policy.md R28). */
function toJsonObject(entries: ReadonlyMap<string, unknown>): JsonObject {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) object[key] = value;
  return object;
}

function idOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
