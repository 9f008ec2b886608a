import {
  copyFormOf,
  fieldsByKey,
  foldKey,
  groupsOf,
  isPayeeKind,
  type Field,
  type Kind,
  type Method,
  type PayeeKind,
} from 'deposit-slip/core';
import { account, alias, bic, cbu, cci, clabe, cuit, cvu, iban, pixKey, routing } from './accounts.js';
import { emvCode } from './ar-code.js';
import type { Issuer, IssuerInput, ReferenceKind } from './issuer.js';
import { link, qrLink } from './pages.js';
import { pixCode } from './pix-code.js';
import { ISSUED_METHODS } from './methods.js';
import { address, message, name, text } from './texts.js';

/** The issuer of each kind of value. The id of a deposit is no part of its details. */
const ISSUERS: Readonly<Record<Exclude<Kind, 'deposit-id'>, Issuer>> = {
  clabe,
  cvu,
  cbu,
  cuit,
  cci,
  routing,
  alias,
  iban,
  bic,
  account,
  'pix-key': pixKey,
  'pix-code': pixCode,
  'emv-code': emvCode,
  link,
  'qr-link': qrLink,
  message,
  name,
  address,
  text,
};

/** The issuer of a kind, if values of the kind are part of details. */
export const issuerOf = (kind: Kind): Issuer | undefined =>
  kind === 'deposit-id' ? undefined : ISSUERS[kind];

/** An issued value under its wire key. */
export interface Issued {
  readonly key: string;
  readonly value: string;
  readonly reference?: ReferenceKind;
  /** The value in the form it is looked up by (`foldValue`). */
  readonly folded: string;
}

/**
 * Issues the `fieldList` of a method: the keys of its sample, each with a value of its kind.
 * @throws {Error} A key's kind has no issuer.
 */
export function issueFields(input: IssuerInput): readonly Issued[] {
  const { method } = input;
  const fields = fieldsByKey([method]);
  return [...kindsOf(method)].map(([key, kind]) => {
    const field = fields.get(foldKey(key));
    const issuer = issuerOf(kind);
    if (!field || !issuer) throw new Error(`no issuer for "${key}" of method ${method.id}`);
    const value = issuer.make(input, field);
    const { reference } = issuer;
    return { key, value, ...(reference && { reference }), folded: foldValue(kind, value) };
  });
}

/** The keys of a method's details, each with the kind of value that is issued under it. */
export function kindsOf(method: Method): ReadonlyMap<string, Kind> {
  const fields = fieldsByKey([method]);
  return new Map(
    Object.keys(method.sample).map((key) => {
      const field = fields.get(foldKey(key));
      return [key, field ? kindOf(method, field, key) : 'text'];
    }),
  );
}

/**
 * The kind to issue under a key: the kind of its field, but a code if the sample has a code in a QR link's
 * field.
 */
function kindOf({ fields, sample }: Method, { kind }: Field, key: string): Kind {
  if (kind !== 'qr-link' || !sample[key]?.startsWith('000201')) return kind;
  return fields.some((each) => each.kind === 'pix-code') ? 'pix-code' : 'emv-code';
}

/** The form a value is looked up in: its kind's copy form in upper case, and for links the id alone. */
export function foldValue(kind: Kind, value: string): string {
  const isPath = kind === 'link' || kind === 'qr-link';
  const own = isPath ? value.replace(/^.*\/|\.png$/g, '') : value;
  return copyFormOf(kind, own.trim()).toUpperCase();
}

/** The forms a text of unknown kind is looked up in: one for each kind that serves as this reference. */
export function foldsOf(reference: ReferenceKind, text: string): readonly string[] {
  const kinds = (Object.keys(ISSUERS) as (keyof typeof ISSUERS)[]).filter(
    (kind) => ISSUERS[kind].reference === reference,
  );
  return [...new Set(kinds.map((kind) => foldValue(kind, text)))];
}

/** The kinds of account a payer can pay to: a routing number names a bank alone. */
export type AccountKind = Exclude<PayeeKind, 'routing'>;

/** An account of deposit details, in the groups it is displayed in. */
export interface ShownAccount {
  readonly kind: AccountKind;
  readonly groups: readonly string[];
}

/** The account to pay to; undefined if the details contain none. */
export function shownAccount(fieldList: Readonly<Record<string, string>>): ShownAccount | undefined {
  for (const [key, value] of Object.entries(fieldList)) {
    const kind = KEYS.get(foldKey(key))?.kind;
    if (kind && isPayeeKind(kind) && kind !== 'routing') return { kind, groups: groupsOf(kind, value) };
  }
  return undefined;
}

/** The payee's CUIT; undefined if the details contain none. */
export function findCuit(fieldList: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(fieldList).find(([key]) => KEYS.get(foldKey(key))?.kind === 'cuit')?.[1];
}

/** The values as sent in a response: paths on this server become absolute URLs. */
export function withBaseUrl(
  fieldList: Readonly<Record<string, string>>,
  baseUrl: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldList).map(([key, value]) => [key, value.startsWith('/') ? baseUrl + value : value]),
  );
}

/** The Pix or Argentine QR code among issued values, if there is one. */
export function findCode(fieldList: Readonly<Record<string, string>>): string | undefined {
  return Object.values(fieldList).find((value) => value.startsWith('000201'));
}

const KEYS = fieldsByKey(ISSUED_METHODS);
