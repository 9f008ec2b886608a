import { methodOf, own, type JsonObject } from 'deposit-slip/core';
import { parse } from 'lossless-json';
import { json } from '../http/answer.js';
import { reshapeRecord } from './details.js';
import type { Call, FaultKind } from './fault.js';
import { setting, type Shape } from './shape-setting.js';

/** Either `code` of a success: another fault may have changed it already. */
const SUCCESS = /^(?:200|0)$/;

const LISTS = ['record', 'data'] as const;

/** Serves the operation and gives its answer another shape; a refusal stays as it is. */
export const shape: FaultKind<Shape> = {
  setting,
  around: async (shape, call, serve) => {
    const response = await serve();
    const text = await response.text();
    const envelope = envelopeIn(text);
    if (!envelope || !SUCCESS.test(String(envelope['code'])))
      return new Response(text, { status: response.status, headers: response.headers });
    const { code = envelope['code'] } = shape;
    return json({ ...envelope, code, data: await reshape(envelope['data'], shape, call) });
  },
};

/** Lossless, so that no other number changes with the shape. */
function envelopeIn(text: string): JsonObject | undefined {
  try {
    const value = parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function reshape(data: unknown, shape: Shape, call: Call): Promise<unknown> {
  if (!isJsonObject(data)) return data;
  if (own(data, 'fieldList') !== undefined)
    return rename(wrap(await details(data, shape, call), shape), shape);
  return rename(await mapRecords(data, (record) => details(record, shape, call)), shape);
}

/** The details on a page another fault made of them; a page of anything else stays. */
async function mapRecords(
  page: JsonObject,
  change: (record: JsonObject) => Promise<JsonObject>,
): Promise<JsonObject> {
  const [name] = LISTS.filter((list) => own(page, list) !== undefined);
  if (name === undefined) return page;
  const list = own(page, name);
  const changed = await Promise.all(
    (Array.isArray(list) ? list : [list]).map((entry: unknown) =>
      isJsonObject(entry) && own(entry, 'fieldList') !== undefined ? change(entry) : entry,
    ),
  );
  return { ...page, [name]: Array.isArray(list) ? changed : changed[0] };
}

function details(record: JsonObject, shape: Shape, { request, world }: Call): Promise<JsonObject> {
  const method = methodOf(Number(new URL(request.url).searchParams.get('paymentId')));
  return reshapeRecord(record, shape, { method, db: world.db });
}

function wrap(record: JsonObject, { record: form = 'direct' }: Shape): JsonObject {
  if (form === 'direct') return record;
  return { currentPage: 1, size: 10, total: 1, record: form === 'array' ? [record] : record };
}

function rename(data: JsonObject, { list }: Shape): JsonObject {
  if (list === undefined || own(data, 'record') === undefined) return data;
  const { record, ...page } = data;
  return { ...page, [list]: record };
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
