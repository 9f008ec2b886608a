import { METHODS, copyFormOf, fieldsByKey, foldKey, groupsOf, type Kind } from 'deposit-slip/core';
import { account, bic, clabe, iban, pixKey } from './accounts.js';
import type { Clue, Issue, Issuer } from './issuer.js';
import { link, qrLink } from './pages.js';
import { pixCode } from './pix-code.js';
import { address, message, name, text } from './texts.js';

/** Which issuer makes which kind of value. Kinds that no method's details are made of have none. */
const ISSUERS: Partial<Record<Kind, Issuer>> = {
  clabe,
  iban,
  bic,
  account,
  'pix-key': pixKey,
  'pix-code': pixCode,
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
    const issuer = field && ISSUERS[field.kind];
    if (!field || !issuer) throw new Error(`no issuer for "${key}" of method ${issue.method.id}`);
    const value = issuer.make(issue, field);
    const { clue } = issuer;
    return { key, value, ...(clue && { clue }), folded: foldValue(field.kind, value) };
  });
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

/** Whether the value under a wire key is a path on this server. */
export function isPathKey(key: string): boolean {
  const kind = KEYS.get(foldKey(key))?.kind;
  return kind === 'link' || kind === 'qr-link';
}

/** Whether the value under a wire key is a code to draw. */
export function isCodeKey(key: string): boolean {
  return KEYS.get(foldKey(key))?.kind === 'pix-code';
}

const KEYS = fieldsByKey(METHODS);
