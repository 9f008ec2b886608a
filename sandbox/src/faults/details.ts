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
import { payloadOfPicture } from '../simulator/pictures.js';
import { drawQr } from '../simulator/qr.js';
import type { Shape } from './shape-setting.js';

/** What is known of the details that are given another shape. */
interface About {
  readonly method: Method | undefined;
  readonly db: Queries;
}

type FieldList = Readonly<Record<string, string>>;

/** A key no method has. Its value looks like markup and like a link, and must be neither on a slip. */
const UNKNOWN_FIELD = ['Unlisted key', '<a href="https://elsewhere.example/">Unlisted</a>'] as const;

/** Changes one record of deposit details, `fieldList` and what stands beside it. */
export async function reshapeRecord(record: JsonObject, shape: Shape, about: About): Promise<JsonObject> {
  const { fieldList, ...beside } = record;
  const { txId } = beside;
  return {
    ...beside,
    ...(typeof txId === 'string' && shape.txId !== undefined && { txId: reshapeId(txId, shape.txId) }),
    ...(shape.status !== undefined && { status: shape.status }),
    fieldList: reshapeValues(await changeFields(fieldList as FieldList, shape, about), shape),
  };
}

async function changeFields(fieldList: FieldList, shape: Shape, { method, db }: About): Promise<FieldList> {
  const known = fieldsByKey(method ? [method] : METHODS);
  const fieldOf = (key: string): Field | undefined => known.get(foldKey(key));
  let entries = Object.entries(fieldList);
  if (shape.essential === 'missing')
    entries = entries.filter(([key, value]) => !isEssential(fieldOf(key), value, method));
  if (shape.qr === 'payload' || shape.qr === 'data-url') {
    for (const [at, [key, value]] of entries.entries()) {
      const payload = fieldOf(key)?.kind === 'qr-link' ? await payloadOfPicture(db, value) : undefined;
      if (payload !== undefined)
        entries[at] = [key, shape.qr === 'payload' ? payload : await pictureOf(payload)];
    }
  }
  if (shape.checks === 'failed')
    entries = entries.map(([key, value]) => [key, broken(kindOf(fieldOf(key), value), value)]);
  if (shape.extra === 'unknown') entries = [...entries, [...UNKNOWN_FIELD]];
  return Object.fromEntries(entries);
}

/** A value of the method's first essential, under whatever key; a code is one by its content. */
function isEssential(field: Field | undefined, value: string, method: Method | undefined): boolean {
  const roles = method?.needs[0] ?? [];
  return (
    field !== undefined &&
    (roles.includes(field.role) || (isCode(value) && roles.some((role) => role.endsWith('Code'))))
  );
}

async function pictureOf(payload: string): Promise<string> {
  return `data:image/png;base64,${(await drawQr(payload)).toString('base64')}`;
}

function kindOf(field: Field | undefined, value: string): Kind {
  return isCode(value) ? 'emv-code' : (field?.kind ?? 'text');
}

/** An EMV code begins with its format's version (EMV QRCPS MPM, field 00). */
function isCode(value: string): boolean {
  return value.startsWith('000201');
}

/** The value with another last sign, or without its last, so that its check fails; what has no check stays. */
function broken(kind: Kind, value: string): string {
  const { check } = ruleOf(kind);
  const head = value.slice(0, -1);
  const slips = [...'0123456789'].map((digit) => head + digit);
  return (check && [...slips, head].find((slip) => !check(copyFormOf(kind, slip)))) ?? value;
}

/** 2^53: from here on JavaScript holds even numbers alone, and every one given out is odd. */
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
