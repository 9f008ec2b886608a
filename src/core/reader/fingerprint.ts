import { isAccountId } from '../schemes/emv-fields.js';
import { readEmv, readPix } from '../schemes/emv.js';
import { isPayeeKind, ruleOf, type Kind } from '../kinds.js';
import type { Method } from '../methods.js';
import { isCodeKind, type Row } from './row.js';

/** The parts of a slip that its fingerprint covers. */
export interface FingerprintInput {
  readonly rows: readonly Row[];
  readonly links: readonly { readonly host: string }[];
  readonly rail: Method | undefined;
  readonly fiat: string | undefined;
}

/**
 * Computes a fingerprint of the payee: ten hexadecimal digits over the rail and every value that decides
 * where the money goes. The same account has the same fingerprint in any spelling, under any key and in any
 * order. Names, messages and ids are not covered. Returns `undefined` if the response names no payee.
 *
 * The fingerprint answers one question: "Is this the same account as last time?" It is 40 bits of FNV-1a
 * without a key. The probability that two different accounts share a fingerprint is about 1 in 10^12. It does
 * not protect against an attacker who searches for an account with the same fingerprint. It does not reveal
 * the account, although a guess can be compared with it.
 *
 * A code contributes its Pix key, the host of its URL, or all its merchant accounts; a code that fails its
 * check contributes all of its text. A link contributes its host. If a method creates a new account or host
 * for each request, a new fingerprint means nothing.
 */
export function fingerprintOf({ rows, links, rail, fiat }: FingerprintInput): string | undefined {
  const targets = [...rows.flatMap(payeeTargets), ...links.map(({ host }) => `host ${host}`)];
  if (targets.length === 0) return undefined;
  const scope = rail?.slug ?? fiat ?? '';
  return hash([scope, ...[...new Set(targets)].sort()].join('\n'));
}

function payeeTargets({ kind, copy }: Row): string[] {
  if (isCodeKind(kind)) return codeTargets(copy);
  return isPayeeKind(kind) ? [`${kind} ${spelled(kind, copy)}`] : [];
}

/** What has no copy form of its own, such as a key or an alias, means the same in upper and lower case. */
function spelled(kind: Kind, copy: string): string {
  return ruleOf(kind).copyForm === 'exact' ? copy.toLowerCase() : copy;
}

function codeTargets(code: string): string[] {
  const pix = readPix(code);
  // Use the same form as the row of a Pix key, so that a key in both the code and a row counts once.
  if (pix?.key) return [`pix-key ${spelled('pix-key', pix.key)}`];
  if (pix?.url) return [`host ${codeHost(pix.url)}`];
  const accounts = [...(readEmv(code) ?? [])].filter(([id]) => isAccountId(id));
  // A code that fails its check, or has no account in the proper field, may name any payee.
  if (accounts.length === 0) return [`code ${code}`];
  return accounts.map(([id, value]) => `${id} ${value}`);
}

/**
 * The host of a URL in a code. Pix rules omit the scheme, but some codes include it. Apps may find different
 * hosts in anything but a plain host, so then the whole URL counts.
 */
function codeHost(url: string): string {
  const host = url
    .toLowerCase()
    .replace(/^(https?:)?\/+/, '')
    .replace(/\/.*/s, '');
  return /^[a-z0-9.-]+(:[0-9]+)?$/.test(host) ? host : url;
}

/** 64-bit FNV-1a, folded to 40 bits. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return BigInt.asUintN(40, value ^ (value >> 40n))
    .toString(16)
    .padStart(10, '0');
}
