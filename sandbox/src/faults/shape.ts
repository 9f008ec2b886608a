import { countValue } from 'deposit-slip/contract';
import { methodOf, own, type Bag } from 'deposit-slip/core';
import { parse } from 'lossless-json';
import { z } from 'zod';
import { json } from '../http/answer.js';
import { reshapeRecord } from './details.js';
import type { Call, FaultKind } from './fault.js';

/**
 * Another shape of a good answer: every one the specification shows or leaves open, and some that a reader must refuse
 * (sandbox.md, Shape variants). What an answer has no place for changes nothing in it.
 */
export interface Shape {
  /** Values of a `fieldList`: the structure describes arrays of strings, the samples carry strings; or one and the other in turn. */
  readonly values?: 'strings' | 'arrays' | 'mixed';
  /** Deposit details as a page with one record, as a page with a list of one, or as they are (spec: Virtual account record). */
  readonly record?: 'object' | 'array' | 'direct';
  /** What a page calls its list: the flows' structure says `record`, their sample `data`. */
  readonly list?: 'record' | 'data';
  /** `code` of the success. */
  readonly code?: 200 | 0;
  /** `txId` as text, as a number, or as a number that JavaScript cannot hold. */
  readonly txId?: 'string' | 'number' | 'beyond';
  /** QR fields that link to a picture: the link, the code that is on it, or the picture itself. */
  readonly qr?: 'link' | 'payload' | 'data-url';
  /** Every value with a check fails it. */
  readonly checks?: 'failed';
  /** A value the method cannot be paid without is not there. */
  readonly essential?: 'missing';
  /** One more value, under a key nobody knows. */
  readonly extra?: 'unknown';
  /** State of a virtual account (spec: Virtual account `status`). */
  readonly status?: 1 | 2 | 3;
}

const oneOf = <Word extends string>(...words: [Word, ...Word[]]) =>
  z.enum(words, { error: words.length > 1 ? `one of ${words.join(', ')}` : words[0] }).optional();
const numberOf = <Value extends number>(...values: [Value, ...Value[]]) =>
  countValue.pipe(z.literal(values, { error: `one of ${values.join(', ')}` })).optional();

const setting = z
  .strictObject({
    values: oneOf('strings', 'arrays', 'mixed'),
    record: oneOf('object', 'array', 'direct'),
    list: oneOf('record', 'data'),
    code: numberOf(200, 0),
    txId: oneOf('string', 'number', 'beyond'),
    qr: oneOf('link', 'payload', 'data-url'),
    checks: oneOf('failed'),
    essential: oneOf('missing'),
    extra: oneOf('unknown'),
    status: numberOf(1, 2, 3),
  })
  .refine((shape) => Object.keys(shape).length > 0, { error: 'a shape that says something' });

/** Either `code` of a success: another fault may have changed it already. */
const SUCCESS = /^(?:200|0)$/;

const LISTS = ['record', 'data'] as const;

/** Serves the operation and gives its answer another shape; a refusal stays as it is. */
export const shape: FaultKind<Shape> = {
  setting: setting as z.ZodType<Shape>,
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
function envelopeIn(text: string): Bag | undefined {
  try {
    const value = parse(text);
    return isBag(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function reshape(data: unknown, shape: Shape, call: Call): Promise<unknown> {
  if (!isBag(data)) return data;
  if (own(data, 'fieldList') !== undefined)
    return rename(wrap(await details(data, shape, call), shape), shape);
  return rename(await mapRecords(data, (record) => details(record, shape, call)), shape);
}

/** The details on a page another fault made of them; a page of anything else stays. */
async function mapRecords(page: Bag, change: (record: Bag) => Promise<Bag>): Promise<Bag> {
  const [name] = LISTS.filter((list) => own(page, list) !== undefined);
  if (name === undefined) return page;
  const list = own(page, name);
  const changed = await Promise.all(
    (Array.isArray(list) ? list : [list]).map((entry: unknown) =>
      isBag(entry) && own(entry, 'fieldList') !== undefined ? change(entry) : entry,
    ),
  );
  return { ...page, [name]: Array.isArray(list) ? changed : changed[0] };
}

function details(record: Bag, shape: Shape, { request, world }: Call): Promise<Bag> {
  const method = methodOf(Number(new URL(request.url).searchParams.get('paymentId')));
  return reshapeRecord(record, shape, { method, db: world.db });
}

function wrap(record: Bag, { record: form = 'direct' }: Shape): Bag {
  if (form === 'direct') return record;
  return { currentPage: 1, size: 10, total: 1, record: form === 'array' ? [record] : record };
}

function rename(data: Bag, { list }: Shape): Bag {
  if (list === undefined || own(data, 'record') === undefined) return data;
  const { record, ...page } = data;
  return { ...page, [list]: record };
}

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
