import { isJsonObject, methodOf, own, type JsonObject } from 'deposit-slip/core';
import { parse } from 'lossless-json';
import { bodyText, json } from '../http/response.js';
import { reshapeRecord } from './details.js';
import { searchParamsOf } from '../http/search-params.js';
import { issue } from '../issuing/issuance.js';
import { issuedMethod } from '../issuing/methods.js';
import { findMerchant } from '../ledger/merchants.js';
import { toData } from '../operations/pending-fund.js';
import type { OperationCall } from './fault.js';
import type { Shape } from './shape-setting.js';

/** The codes of a success: an inner fault may already have changed 200 to 0. */
const SUCCESS = /^(?:200|0)$/;

const LIST_NAMES = ['record', 'data'] as const;

/** Gives the response of a success another shape. Errors stay unchanged. */
export async function reshapeResponse(
  response: Response,
  shape: Shape,
  call: OperationCall,
): Promise<Response> {
  const envelope = parseEnvelope(await bodyText(response));
  if (!envelope || !SUCCESS.test(String(envelope['code']))) return response;
  const { code = envelope['code'] } = shape;
  return json({ ...envelope, code, data: await reshape(envelope['data'], shape, call) });
}

/** Parses an envelope without losing digits, so that numbers the shape does not change stay exact. */
export function parseEnvelope(text: string): JsonObject | undefined {
  try {
    const value = parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function reshape(response: unknown, shape: Shape, call: OperationCall): Promise<unknown> {
  const data = shape.record === 'direct' ? await withoutPage(response, call) : response;
  if (!isJsonObject(data)) return data;
  if (own(data, 'fieldList') !== undefined)
    return renameList(wrapInPage(await reshapeDetails(data, shape, call), shape), shape);
  const page = await mapRecords(data, (record) => reshapeDetails(record, shape, call));
  return renameList(shape.record === 'object' ? withOneRecord(page) : page, shape);
}

/**
 * The first virtual account of a page as operation 8 has it, without the page. Everything else stays
 * unchanged.
 */
async function withoutPage(data: unknown, { request, context }: OperationCall): Promise<unknown> {
  const [first] = isJsonObject(data) ? recordsOf(data) : [];
  const alias = first && own(first, 'depositAlias');
  if (typeof alias !== 'string') return data;
  const query = searchParamsOf(request);
  const method = issuedMethod(Number(query.get('paymentId')))!;
  const merchant = (await findMerchant(context.db, BigInt(query.get('merchantId')!)))!;
  const issuance = await issue(context.db, { merchant, method, alias, seed: context.seed });
  return toData(method, issuance, context.baseUrl());
}

/** A page whose list is its first virtual account, as in the samples (spec: Virtual account record). */
function withOneRecord(page: JsonObject): JsonObject {
  const [record] = recordsOf(page);
  return record ? { ...page, record } : page;
}

/** The records of a page, if they are deposit details. */
function recordsOf(page: JsonObject): readonly JsonObject[] {
  const list = own(page, 'record');
  if (!Array.isArray(list)) return [];
  return list.filter(isJsonObject).filter((record) => own(record, 'fieldList') !== undefined);
}

/** Maps the deposit details on a page. Records of other kinds stay unchanged. */
async function mapRecords(
  page: JsonObject,
  change: (record: JsonObject) => Promise<JsonObject>,
): Promise<JsonObject> {
  const name = LIST_NAMES.find((each) => own(page, each) !== undefined);
  if (name === undefined) return page;
  const list = own(page, name);
  const changed = await Promise.all(
    (Array.isArray(list) ? list : [list]).map((entry: unknown) =>
      isJsonObject(entry) && own(entry, 'fieldList') !== undefined ? change(entry) : entry,
    ),
  );
  return { ...page, [name]: Array.isArray(list) ? changed : changed[0] };
}

function reshapeDetails(
  record: JsonObject,
  shape: Shape,
  { request, context }: OperationCall,
): Promise<JsonObject> {
  const method = methodOf(Number(new URL(request.url).searchParams.get('paymentId')));
  return reshapeRecord(record, shape, { method, db: context.db });
}

function wrapInPage(record: JsonObject, { record: form = 'direct' }: Shape): JsonObject {
  if (form === 'direct') return record;
  return { currentPage: 1, size: 10, total: 1, record: form === 'array' ? [record] : record };
}

function renameList(data: JsonObject, { list }: Shape): JsonObject {
  if (list === undefined || own(data, 'record') === undefined) return data;
  const { record, ...page } = data;
  return { ...page, [list]: record };
}
