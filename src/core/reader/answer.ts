import { isAmount, isFiat } from '../money.js';
import { problem, type Problem } from '../problem.js';
import {
  isDepositId,
  isJsonObject,
  isPaymentId,
  isTime,
  own,
  textFields,
  textOf,
  type JsonObject,
} from './members.js';

/** A successful answer: its data, and the members that a merchant's endpoint may add next to `data`. */
export interface Envelope {
  readonly data: JsonObject;
  readonly paymentId?: number;
  readonly fiat?: string;
  readonly amount?: string;
  /** Opaque token for the arrival request. */
  readonly arrival?: string;
  /** The last deposit that arrived before this slip was made. It has an amount and a currency. */
  readonly previous?: Deposit;
  /** Whether the answer is test data. */
  readonly test: boolean;
}

/** One method that a merchant's endpoint offers (docs/back-end.md). Amounts are decimal strings. */
export interface Offer {
  readonly paymentId: number;
  readonly fiat?: string;
  readonly amount: 'none' | 'optional' | 'required';
  readonly fixed?: string;
  readonly min?: string;
  readonly max?: string;
}

/** One deposit that arrived. `amount` is a decimal string, `createTime` is in milliseconds. */
export interface Deposit {
  readonly txId?: string;
  readonly amount?: string;
  readonly fiat?: string;
  readonly createTime?: number;
}

/** The keys under which a page has its list: the API specification shows `record` and `data`. */
const LISTS = ['record', 'data', 'list'] as const;

const SUCCESS: ReadonlySet<unknown> = new Set([200, 0, '200', '0']);

/**
 * Reads an envelope, or bare data without one (docs/reading-policy.md R1). Success is `code` 200 or 0, as a number or
 * a string, together with `data`; any other code is the problem `refused`. If `data` is neither an object nor an
 * array, the answer is `unreadable`.
 */
export function readEnvelope(answer: unknown): Envelope | Problem {
  if (!isJsonObject(answer)) return problem('unreadable');
  if (!Object.hasOwn(answer, 'code')) return { data: answer, test: own(answer, 'test') === true };
  if (!SUCCESS.has(own(answer, 'code'))) return refusalOf(answer);
  const data = own(answer, 'data');
  if (!isJsonObject(data) && !Array.isArray(data)) return problem('unreadable');
  return {
    data: isJsonObject(data) ? data : { record: data },
    test: own(answer, 'test') === true,
    ...endpointMembers(answer),
  };
}

/**
 * Returns the records of a page, under any of the keys of its list, whether the list is an array or a single record.
 * If the data is not a page, returns the data itself (docs/reading-policy.md R14 and R34). Only the first list
 * present is read.
 */
export function recordsOf(data: JsonObject): readonly JsonObject[] {
  const names = LISTS.filter((name) => Object.hasOwn(data, name));
  const list = names.map((name) => data[name]).find((value) => value !== null && value !== undefined);
  if (list !== undefined) return (Array.isArray(list) ? list : [list]).filter(isJsonObject);
  return names.length === 0 || Object.hasOwn(data, 'fieldList') ? [data] : [];
}

function refusalOf(answer: JsonObject): Problem {
  return problem('refused', { code: textOf(own(answer, 'code')), message: textOf(own(answer, 'msg')) });
}

function endpointMembers(answer: JsonObject): Partial<Envelope> {
  const paymentId = own(answer, 'paymentId');
  const fiat = own(answer, 'fiat');
  const amount = own(answer, 'amount');
  const arrival = own(answer, 'arrival');
  const previous = readPrevious(own(answer, 'previous'));
  return {
    ...(isPaymentId(paymentId) && { paymentId }),
    ...(typeof fiat === 'string' && isFiat(fiat) && { fiat }),
    ...(typeof amount === 'string' && isAmount(amount) && { amount }),
    ...(typeof arrival === 'string' && arrival !== '' && { arrival }),
    ...(previous && { previous }),
  };
}

function readPrevious(value: unknown): Deposit | undefined {
  const deposit = isJsonObject(value) ? toDeposit(value) : undefined;
  return deposit?.amount !== undefined && deposit.fiat !== undefined ? deposit : undefined;
}

/**
 * Reads a list of offered methods. Returns `undefined` if the data is not one. Entries without a valid id are
 * omitted.
 */
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

/**
 * Reads which of the offered methods the payer chose last, and the amount if they entered one. Returns `undefined` if
 * the data names none, or one that it does not offer. An invalid amount is omitted.
 */
export function readLast(
  data: JsonObject,
): { readonly paymentId: number; readonly amount?: string } | undefined {
  const last = own(data, 'last');
  if (!isJsonObject(last)) return undefined;
  const paymentId = own(last, 'paymentId');
  const isOffered = readOffers(data)?.some((offer) => offer.paymentId === paymentId);
  return isOffered && isPaymentId(paymentId)
    ? { paymentId, ...textFields(last, ['amount'], isAmount) }
    : undefined;
}

/**
 * Reads the answer to an arrival request, or an arrival in place of a slip. Returns `undefined` if the data is neither.
 */
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
    ...textFields(entry, ['txId'], isDepositId),
    ...textFields(entry, ['fiat'], isFiat),
    ...textFields(entry, ['amount'], isAmount),
    ...(createTime !== undefined && { createTime: Number(createTime) }),
  };
}
