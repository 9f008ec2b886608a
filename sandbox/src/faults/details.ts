import {
  METHODS,
  copyFormOf,
  fieldsByKey,
  foldKey,
  ruleOf,
  type JsonObject,
  type Field,
  type Kind,
  type Method,
} from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { payloadOfImage } from '../simulator/images.js';
import { drawQr } from '../simulator/qr.js';
import type { Shape } from './shape-setting.js';

/** The method of the details, and the database. */
interface DetailsContext {
  readonly method: Method | undefined;
  readonly db: Queries;
}

type FieldList = Readonly<Record<string, string>>;

/** A key no method has. Its value looks like markup and like a link; a slip must show it as plain text. */
const UNKNOWN_FIELD = ['Unlisted key', '<a href="https://elsewhere.example/">Unlisted</a>'] as const;

/** Changes one record of deposit details: its `fieldList`, `txId` and `status`. */
export async function reshapeRecord(
  record: JsonObject,
  shape: Shape,
  context: DetailsContext,
): Promise<JsonObject> {
  const { fieldList, ...rest } = record;
  const { txId } = rest;
  return {
    ...rest,
    ...(typeof txId === 'string' && shape.txId !== undefined && { txId: reshapeId(txId, shape.txId) }),
    ...(shape.status !== undefined && { status: shape.status }),
    fieldList: reshapeValues(await changeFields(fieldList as FieldList, shape, context), shape),
  };
}

async function changeFields(
  fieldList: FieldList,
  shape: Shape,
  { method, db }: DetailsContext,
): Promise<FieldList> {
  const fields = fieldsByKey(method ? [method] : METHODS);
  const fieldOf = (key: string): Field | undefined => fields.get(foldKey(key));
  let entries = Object.entries(fieldList);
  if (shape.essential === 'missing')
    entries = entries.filter(([key, value]) => !isEssential(fieldOf(key), value, method));
  if (shape.qr === 'payload' || shape.qr === 'data-url') {
    for (const [at, [key, value]] of entries.entries()) {
      const payload = fieldOf(key)?.kind === 'qr-link' ? await payloadOfImage(db, value) : undefined;
      if (payload !== undefined)
        entries[at] = [key, shape.qr === 'payload' ? payload : await imageUrlOf(payload)];
    }
  }
  if (shape.checks === 'failed')
    entries = entries.map(([key, value]) => [key, failCheck(kindOf(fieldOf(key), value), value)]);
  if (shape.extra === 'unknown') entries = [...entries, [...UNKNOWN_FIELD]];
  return Object.fromEntries(entries);
}

/**
 * Whether the value has a role of the method's first need, under any key. A code is recognized by its
 * content.
 */
function isEssential(field: Field | undefined, value: string, method: Method | undefined): boolean {
  const roles = method?.needs[0] ?? [];
  return (
    field !== undefined &&
    (roles.includes(field.role) || (isCode(value) && roles.some((role) => role.endsWith('Code'))))
  );
}

async function imageUrlOf(payload: string): Promise<string> {
  return `data:image/png;base64,${(await drawQr(payload)).toString('base64')}`;
}

function kindOf(field: Field | undefined, value: string): Kind {
  return isCode(value) ? 'emv-code' : (field?.kind ?? 'text');
}

/** An EMV code begins with its format's version (EMV QRCPS MPM, field 00). */
function isCode(value: string): boolean {
  return value.startsWith('000201');
}

/**
 * Replaces or removes the last character so that the value fails its check. A value without a check stays
 * unchanged.
 */
function failCheck(kind: Kind, value: string): string {
  const { check } = ruleOf(kind);
  const head = value.slice(0, -1);
  const candidates = [...[...'0123456789'].map((digit) => head + digit), head];
  return (check && candidates.find((candidate) => !check(copyFormOf(kind, candidate)))) ?? value;
}

/** 2^53. Above it a JavaScript number cannot represent odd integers, and the ids derived from it are odd. */
const BEYOND = 2n ** 53n;

function reshapeId(txId: string, form: NonNullable<Shape['txId']>): string | bigint {
  if (form === 'string') return txId;
  return form === 'number' ? BigInt(txId) : BEYOND + 2n * BigInt(txId) + 1n;
}

function reshapeValues(fieldList: FieldList, { values = 'strings' }: Shape): JsonObject {
  if (values === 'strings') return fieldList;
  const isArray = (at: number): boolean => values === 'arrays' || at % 2 === 0;
  return Object.fromEntries(
    Object.entries(fieldList).map(([key, value], at) => [key, isArray(at) ? [value] : value]),
  );
}
