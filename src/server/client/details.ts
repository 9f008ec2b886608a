import { fieldsByKey, foldKey, methodOf, METHODS, type Field, type Role } from '../../core/methods.js';
import { classify } from '../../core/reader/classify.js';
import { codeMarketOf, readEmv } from '../../core/schemes/emv.js';
import type { Agreement } from './agreement.js';
import { isSameDecimal } from './decimals.js';
import type { Query } from './transport.js';

/** A parsed `fieldList`. */
type FieldList = Readonly<Record<string, readonly string[]>>;

const FIELDS = fieldsByKey(METHODS);

const fieldOf = (key: string): Field | undefined => FIELDS.get(foldKey(key));

/**
 * Whether the details contain the essential values of the payment id or of another method, as a slip must
 * (docs/reading-policy.md R9). The details of an unknown payment id must not be empty.
 */
export function isComplete(fieldList: FieldList, paymentId: number): boolean {
  const roles = new Set(Object.entries(fieldList).flatMap(([key, values]) => rolesOf(fieldOf(key), values)));
  const isAmong = (role: Role): boolean => roles.has(role);
  const requested = methodOf(paymentId);
  if (!requested) return Object.keys(fieldList).length > 0;
  const method = [requested, ...METHODS].find(({ lead }) => lead.some(isAmong));
  return method !== undefined && method.needs.every((each) => each.some(isAmong));
}

/** A value under a QR key can be a code or a link. */
function rolesOf(field: Field | undefined, values: readonly string[]): readonly Role[] {
  if (field?.role !== 'qr') return field ? [field.role] : [];
  return values.map((value) => {
    const content = classify(value);
    return content?.role ?? field.role;
  });
}

/** Whether payment codes have the requested currency and, if they state an amount, the requested amount. */
export function codesAgreement(fieldList: FieldList, query: Query): Agreement {
  return Object.fromEntries(
    Object.entries(fieldList).map(([key, values]) => [
      key,
      values.every((value) => isPossible(value.trim(), query)),
    ]),
  );
}

/** An unreadable code is left for the reader of slips to judge. */
function isPossible(code: string, { fiat, amount }: Query): boolean {
  const fields = readEmv(code);
  if (!fields) return true;
  const market = codeMarketOf(fiat);
  const stated = fields.get('54');
  const isOfMarket = market === undefined || `${fields.get('53')}${fields.get('58')}` === market;
  return isOfMarket && (amount === undefined || stated === undefined || isSameDecimal(stated, amount));
}
