import { copyFormOf, isShaped, ruleOf, type Kind } from '../../core/kinds.js';
import { guardLink, type LinkPolicy } from '../../core/links.js';
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

/**
 * Whether links are safe, account numbers have a valid shape, and payment codes ask for the requested
 * currency and amount.
 */
export function detailsAgreement(fieldList: FieldList, query: Query, links: LinkPolicy): Agreement {
  return Object.fromEntries(
    Object.entries(fieldList).map(([key, values]) => [
      key,
      values.every((value) => isPossible(value, kindOf(fieldOf(key), value), { query, links })),
    ]),
  );
}

/**
 * The kind of a value, by its key. Under a QR key, the content decides: a code, a key or an image; anything
 * else must be a link.
 */
function kindOf(field: Field | undefined, value: string): Kind | 'image' {
  if (field?.kind !== 'qr-link') return LINK.test(value) ? 'link' : (field?.kind ?? 'text');
  const content = classify(value);
  if (!content) return 'image';
  return content.kind === 'text' ? 'link' : content.kind;
}

const LINK = /^\s*[a-z][a-z0-9+.-]*:\/\//i;

/** Check digits and IBANs are not verified: the specification's samples fail (docs/reading-policy.md R17). */
function isPossible(
  value: string,
  kind: Kind | 'image',
  { query, links }: { query: Query; links: LinkPolicy },
): boolean {
  if (kind === 'image') return !/^\s*data:(?!image\/)/i.test(value);
  if (kind === 'link' || kind === 'qr-link') return guardLink(value, links) !== undefined;
  if (kind === 'pix-code' || kind === 'emv-code') return isCodeFor(value.trim(), query);
  return ruleOf(kind).copyForm !== 'digits' || isShaped(kind, copyFormOf(kind, value));
}

/**
 * An unreadable code is left for the reader of slips to judge. A readable code must have the requested
 * currency and amount.
 */
function isCodeFor(code: string, { fiat, amount }: Query): boolean {
  const fields = readEmv(code);
  if (!fields) return code.startsWith('000201');
  const market = codeMarketOf(fiat);
  const stated = fields.get('54');
  const isOfMarket = market === undefined || `${fields.get('53')}${fields.get('58')}` === market;
  return isOfMarket && (amount === undefined || stated === undefined || isSameDecimal(stated, amount));
}
