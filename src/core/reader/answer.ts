import { isAmount, isFiat } from '../money.js';
import { problem, type Problem } from '../problem.js';

/** What is left of an answer once its envelope is opened: its data, and what the endpoint may say beside it. */
export interface Opened {
  readonly data: JsonObject;
  readonly paymentId?: number;
  readonly fiat?: string;
  readonly amount?: string;
  /** Opaque token by which the arrival can be asked for. */
  readonly arrival?: string;
  readonly test: boolean;
}

/** A JSON object, read through own properties alone. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** One method an endpoint offers (kit-and-client.md, the endpoint). */
export interface Offer {
  readonly paymentId: number;
  readonly fiat?: string;
  readonly amount: 'none' | 'optional' | 'required';
  readonly fixed?: string;
  readonly min?: string;
  readonly max?: string;
}

/** One deposit that arrived. Amounts are decimal strings, times milliseconds. */
export interface Deposit {
  readonly txId?: string;
  readonly amount?: string;
  readonly fiat?: string;
  readonly createTime?: number;
}

/** What a page calls its list: the spec shows `record` and `data`. */
const LISTS = ['record', 'data', 'list'] as const;

const SUCCESS: ReadonlySet<unknown> = new Set([200, 0, '200', '0']);

/** Whether a JSON value is an object and no array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property; never one a prototype lends. */
export function own(bag: JsonObject, key: string): unknown {
  return Object.hasOwn(bag, key) ? bag[key] : undefined;
}

/**
 * Opens an envelope, or takes its bare `data`. Success is `code` 200 or 0, as number or string, with `data` (the spec
 * shows both codes); any other code is `refused`; data of another shape than an object or a list is `unreadable`.
 */
export function openAnswer(answer: unknown): Opened | Problem {
  if (!isJsonObject(answer)) return problem('unreadable');
  if (!Object.hasOwn(answer, 'code')) return { data: answer, test: own(answer, 'test') === true };
  if (!SUCCESS.has(own(answer, 'code'))) return refusalOf(answer);
  const data = own(answer, 'data');
  if (!isJsonObject(data) && !Array.isArray(data)) return problem('unreadable');
  return {
    data: isJsonObject(data) ? data : { record: data },
    test: own(answer, 'test') === true,
    ...beside(answer),
  };
}

/**
 * The records of a page, whatever it calls its list and even where that is one record and no list; where there is no
 * page, the data itself (reading.md, R14). The first list that is there counts: no second one is looked for behind it.
 */
export function recordsOf(data: JsonObject): readonly JsonObject[] {
  const names = LISTS.filter((name) => Object.hasOwn(data, name));
  const list = names.map((name) => data[name]).find((found) => found !== null && found !== undefined);
  if (list !== undefined) return (Array.isArray(list) ? list : [list]).filter(isJsonObject);
  return names.length === 0 || Object.hasOwn(data, 'fieldList') ? [data] : [];
}

function refusalOf(answer: JsonObject): Problem {
  return problem('refused', { code: textOf(own(answer, 'code')), message: textOf(own(answer, 'msg')) });
}

function beside(answer: JsonObject): Partial<Opened> {
  const paymentId = own(answer, 'paymentId');
  const fiat = own(answer, 'fiat');
  const amount = own(answer, 'amount');
  const arrival = own(answer, 'arrival');
  return {
    ...(isPaymentId(paymentId) && { paymentId }),
    ...(typeof fiat === 'string' && isFiat(fiat) && { fiat }),
    ...(typeof amount === 'string' && isAmount(amount) && { amount }),
    ...(typeof arrival === 'string' && arrival !== '' && { arrival }),
  };
}

/** Reads a list of offered methods; undefined if the data is something else. Entries without a usable id are left out. */
export function readOffers(data: JsonObject): readonly Offer[] | undefined {
  const methods = own(data, 'methods');
  if (!Array.isArray(methods)) return undefined;
  return methods.flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return [];
    const paymentId = own(entry, 'paymentId');
    if (!isPaymentId(paymentId)) return [];
    const rule = own(entry, 'amount');
    return [
      {
        paymentId,
        amount: rule === 'required' || rule === 'optional' ? rule : 'none',
        ...textFields(entry, ['fiat'], isFiat),
        ...textFields(entry, ['fixed', 'min', 'max'], isAmount),
      } satisfies Offer,
    ];
  });
}

/** Reads the answer to an arrival question; undefined if it is none. */
export function readArrival(
  data: JsonObject,
): { arrived: boolean; deposits: readonly Deposit[] } | undefined {
  const status = own(data, 'status');
  if (status !== 'waiting' && status !== 'arrived') return undefined;
  const list = own(data, 'deposits');
  const deposits = Array.isArray(list) ? list.filter(isJsonObject).map(toDeposit) : [];
  return { arrived: status === 'arrived' && deposits.length > 0, deposits };
}

function toDeposit(entry: JsonObject): Deposit {
  const { createTime } = textFields(entry, ['createTime'], isTime);
  return {
    ...textFields(entry, ['txId']),
    ...textFields(entry, ['fiat'], isFiat),
    ...textFields(entry, ['amount'], isAmount),
    ...(createTime !== undefined && { createTime: Number(createTime) }),
  };
}

/** Milliseconds: 13 digits. Seconds are not guessed into them (reading.md, R12). */
function isTime(text: string): boolean {
  return /^[0-9]{13}$/.test(text);
}

function textFields<Key extends string>(
  entry: JsonObject,
  keys: readonly Key[],
  holds: (text: string) => boolean = Boolean,
): { [K in Key]?: string } {
  const texts: { [K in Key]?: string } = {};
  for (const key of keys) {
    const text = textOf(own(entry, key));
    if (text !== undefined && holds(text)) texts[key] = text;
  }
  return texts;
}

/** Text, or a number that JavaScript holds to the last digit, cents included (R11, R33). */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return undefined;
  const isExact = Number.isSafeInteger(value) || Math.abs(value * 100) <= Number.MAX_SAFE_INTEGER;
  return isExact ? String(value) : undefined;
}

function isPaymentId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
