import { readEmv, readPix } from '../schemes/emv.js';
import type { Kind } from '../kinds.js';
import type { Method } from '../methods.js';
import { isCodeKind, type Row } from './row.js';

/** What of a slip its fingerprint is made of. */
export interface Details {
  readonly rows: readonly Row[];
  readonly links: readonly { readonly host: string }[];
  readonly rail: Method | undefined;
  readonly fiat: string | undefined;
}

/**
 * Ten hexadecimal digits over the family of the rail and what decides where its money goes, the same for the same
 * account in any spelling, under any key and in any order. Names, messages and ids do not count.
 *
 * It answers one question, "is this the account of last time?", and holds no secret: 40 bits of an unkeyed FNV-1a.
 * An account that is another by accident or by a swap goes unseen once in 10^12. It is no defence against someone who
 * searches for an account with the same fingerprint, and it does not lead back to an account: many share each value,
 * though a guess can be held against it. Of a code, its key, address host or wallet accounts count; of a link, its host:
 * where a method makes new ones per call, a new fingerprint says nothing.
 */
export function fingerprintOf({ rows, links, rail, fiat }: Details): string | undefined {
  const found = rows.flatMap(targetsOf);
  const targets = found.length > 0 ? found : links.map(({ host }) => `host ${host}`);
  if (targets.length === 0) return undefined;
  const family = rail?.slug ?? fiat ?? '';
  return hash([family, ...[...new Set(targets)].sort()].join('\n'));
}

/** Kinds a bank sends money by; the rest of an answer only goes with them. */
const TARGETS: ReadonlySet<Kind> = new Set<Kind>([
  'clabe',
  'cbu',
  'cvu',
  'cci',
  'alias',
  'iban',
  'routing',
  'account',
  'pix-key',
]);

function targetsOf({ kind, copy }: Row): string[] {
  if (isCodeKind(kind)) return codeTargets(copy);
  return TARGETS.has(kind) ? [`${kind} ${copy}`] : [];
}

function codeTargets(code: string): string[] {
  const pix = readPix(code);
  // The key beside the code is the same one, and a row of its own kind.
  if (pix?.key) return [`pix-key ${pix.key}`];
  if (pix?.url) return [`host ${pix.url.replace(/\/.*/, '')}`];
  const accounts = [...(readEmv(code) ?? [])].filter(([id]) => id >= '26' && id <= '51');
  return accounts.map(([id, value]) => `${id} ${value}`);
}

/** FNV-1a in 64 bits, folded to 40. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return BigInt.asUintN(40, value ^ (value >> 40n))
    .toString(16)
    .padStart(10, '0');
}
