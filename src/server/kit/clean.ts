import { own, recordsOf, type JsonObject } from '../../core/reader/answer.js';
import { readFieldList } from '../../core/reader/field-list.js';

/** A slip's data with nothing in it but what the spec names. */
export interface Cleaned {
  readonly data: JsonObject;
  /** The funding's id (spec: Pending-fund account information), by which its arrival can be told. */
  readonly txId?: string;
}

/**
 * Leaves what the spec names and drops the rest, so that nothing internal of the API reaches a browser by accident.
 * Shapes stay what the element's reader takes; it judges them itself. Takes values of `readJson`.
 */
export function clean(data: JsonObject): Cleaned {
  const found = recordsOf(data);
  if (found[0] === data) return cleanRecord(data);
  const records = found.map(cleanRecord);
  // Several records: which of them is payable is the reader's to say, so none of them names the funding.
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
  // Not a field of this query, but of a virtual account's record (spec: Virtual account record). Where it came it must
  // stay: without it the element would take an account that is not payable for one that is (reading.md, R15).
  const status = own(record, 'status');
  const isPlain = typeof status === 'number' || typeof status === 'string';
  if (status !== undefined) data.set('status', isPlain ? status : null);
  if (Object.hasOwn(record, 'fieldList')) data.set('fieldList', cleanFields(own(record, 'fieldList')));
  return { data: toBag(data), ...(txId !== undefined && { txId }) };
}

type Plain = string | number | boolean;

/**
 * Every value as a string, or a list of strings where a key has several. One exception: what came as a boolean, or as a
 * number that JavaScript gives back unchanged, stays one, so that the element can flag it as lossy: an account number
 * sent as a number has lost its leading zeros before it came here (reading.md, R3, R16). Other numbers are strings since
 * `readJson`, exact to the digit.
 */
function cleanFields(fieldList: unknown): JsonObject {
  const fields = new Map<string, Plain | Plain[]>();
  for (const { key, raw, lossy } of readFieldList(fieldList).entries) {
    const value = lossy ? (JSON.parse(raw) as number | boolean) : raw;
    const before = fields.get(key);
    fields.set(key, before === undefined ? value : [before, value].flat());
  }
  return toBag(fields);
}

/** A record without a prototype, so that `__proto__` is a key like any other (reading.md, R28). */
function toBag(entries: ReadonlyMap<string, unknown>): JsonObject {
  const bag = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) bag[key] = value;
  return bag;
}

function idOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
