import {
  copyFormOf,
  fieldsByKey,
  foldKey,
  groupsOf,
  type Field,
  type Kind,
  type Method,
} from 'deposit-slip/core';
import { account, alias, bic, cbu, cci, clabe, cuit, cvu, iban, pixKey, routing } from './accounts.js';
import { emvCode } from './ar-code.js';
import type { Clue, Issue, Issuer } from './issuer.js';
import { link, qrLink } from './pages.js';
import { pixCode } from './pix-code.js';
import { ISSUED_METHODS } from './methods.js';
import { address, message, name, text } from './texts.js';

/** Which issuer makes which kind of value. Kinds that no method's details are made of have none. */
const ISSUERS: Partial<Record<Kind, Issuer>> = {
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

/** One value issued, under its wire key. */
export interface Issued {
  readonly key: string;
  readonly value: string;
  readonly clue?: Clue;
  /** The value in the one form all its written forms come to. */
  readonly folded: string;
}

/** Makes the `fieldList` of a method: the keys of its sample, each value by its kind. */
export function issueFields(issue: Issue): readonly Issued[] {
  const fields = fieldsByKey([issue.method]);
  return Object.keys(issue.method.sample).map((key) => {
    const field = fields.get(foldKey(key));
    const kind = field && kindOf(issue.method, field, key);
    const issuer = kind && ISSUERS[kind];
    if (!issuer) throw new Error(`no issuer for "${key}" of method ${issue.method.id}`);
    const value = issuer.make(issue, field);
    const { clue } = issuer;
    return { key, value, ...(clue && { clue }), folded: foldValue(kind, value) };
  });
}

/** What is issued under a key: its field's kind, but a code where the sample of a QR-like key is one. */
function kindOf({ fields, sample }: Method, { kind }: Field, key: string): Kind {
  if (kind !== 'qr-link' || !sample[key]?.startsWith('000201')) return kind;
  return fields.some((each) => each.kind === 'pix-code') ? 'pix-code' : 'emv-code';
}

/** A value as it is looked up: in its kind's copy form, without the id's surroundings for links, in capitals. */
export function foldValue(kind: Kind, value: string): string {
  const isPath = kind === 'link' || kind === 'qr-link';
  const own = isPath ? value.replace(/^.*\/|\.png$/g, '') : value;
  return copyFormOf(kind, own.trim()).toUpperCase();
}

/** Every form `written` would be looked up in, had it any of the kinds that lead to money by `clue`. */
export function foldsOf(clue: Clue, written: string): readonly string[] {
  const kinds = Object.keys(ISSUERS).filter((kind): kind is Kind => ISSUERS[kind as Kind]?.clue === clue);
  return [...new Set(kinds.map((kind) => foldValue(kind, written)))];
}

/** The account among issued values as it is shown, in groups; undefined where none is paid to. */
export function accountGroups(fieldList: Readonly<Record<string, string>>): readonly string[] | undefined {
  for (const [key, value] of Object.entries(fieldList)) {
    const kind = KEYS.get(foldKey(key))?.kind;
    if (kind && ISSUERS[kind]?.clue === 'account') return groupsOf(kind, value);
  }
  return undefined;
}

/** Issued values as an answer carries them: what is a path on this server begins with its address. */
export function withAddress(
  fieldList: Readonly<Record<string, string>>,
  baseUrl: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldList).map(([key, value]) => [key, value.startsWith('/') ? baseUrl + value : value]),
  );
}

/** The code among issued values; undefined where none is. */
export function codeAmong(fieldList: Readonly<Record<string, string>>): string | undefined {
  return Object.values(fieldList).find((value) => value.startsWith('000201'));
}

const KEYS = fieldsByKey(ISSUED_METHODS);
