import {
  isJsonObject,
  own,
  readMembers,
  type Read,
  type MemberReaders,
  type Unreadable,
} from '../core/reader/members.js';
import { omitUndefined } from '../core/omit-undefined.js';
import { toPage } from './lists.js';
import { isCountText, isNumeral, isTimeText, plainDecimal } from './values.js';

// Reads the response of operation 7 record by record, so that an unreadable record does not hide the others.
// Without zod, which would be half of a kit that is bundled for the edge
// (docs/adr/006-an-honest-build.md).

/** A page with its records as they were sent. */
export interface RawPage {
  readonly currentPage: number;
  readonly size: number;
  readonly total: number;
  readonly record: readonly unknown[];
}

/**
 * A flow without its unreadable members, for pollers that must not stop at a malformed record. Ids may have
 * any form, so that an unexpected id is a different id and not a missing one.
 */
export interface PartialFlow {
  readonly id?: string;
  readonly merchantId?: string;
  readonly txId?: string;
  readonly category?: string;
  readonly flowType?: string;
  readonly fiat?: string;
  readonly changed?: string;
  readonly createTime?: number;
}

/** A flow with its account and the balance after it, without its unreadable members. */
export interface PartialBalance extends PartialFlow {
  readonly settingsId?: string;
  readonly total?: string;
  readonly extId?: string;
}

const textOf: Read<string> = (value) => (isNumeral(value) ? String(value) : undefined);
const anyText: Read<string> = (value) => textOf(value) || undefined;

/** Reads the text of a numeral. */
const numeral =
  <Value>(read: (text: string) => Value | undefined): Read<Value> =>
  (value) => {
    const text = textOf(value);
    return text === undefined ? undefined : read(text);
  };

const decimal = numeral(plainDecimal);
const time = numeral((text) => (isTimeText(text) ? Number(text) : undefined));
const count = numeral((text) => (isCountText(text) ? Number(text) : undefined));

const PARTIAL_FLOW: MemberReaders<Required<PartialFlow>> = {
  id: anyText,
  merchantId: anyText,
  txId: anyText,
  category: anyText,
  flowType: anyText,
  fiat: anyText,
  changed: decimal,
  createTime: time,
};

const PARTIAL_BALANCE: MemberReaders<Required<PartialBalance>> = {
  ...PARTIAL_FLOW,
  settingsId: anyText,
  total: decimal,
  extId: anyText,
};

/** Reads the readable members of a flow. */
export function readPartialFlow(value: unknown): PartialFlow {
  return readPartly(PARTIAL_FLOW, value);
}

/** Reads the members that a statement of balances needs. */
export function readPartialBalance(value: unknown): PartialBalance {
  return readPartly(PARTIAL_BALANCE, value);
}

function readPartly<Value extends object>(reads: MemberReaders<Value>, value: unknown): Partial<Value> {
  if (!isJsonObject(value)) return {};
  const members = Object.entries<Read<unknown>>(reads).map(([name, read]) => [name, read(own(value, name))]);
  return omitUndefined(Object.fromEntries(members) as object);
}

/** Reads a page without reading its records. */
export function readRawPage(value: unknown): RawPage | Unreadable {
  const record: Read<readonly unknown[]> = (list) => (Array.isArray(list) ? list : undefined);
  return readMembers({ currentPage: count, size: count, total: count, record }, toPage(value));
}
