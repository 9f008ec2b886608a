import { isCbu, isCvu } from './schemes/cbu.js';
import { isCci } from './schemes/cci.js';
import { isClabe } from './schemes/clabe.js';
import { isCuit } from './schemes/cuit.js';
import { readEmv, readPix } from './schemes/emv.js';
import { isIban } from './schemes/iban.js';
import { isPixKey } from './schemes/pix-key.js';
import { isRouting } from './schemes/routing.js';

/** What a value is; it decides how the value is checked, grouped, copied and shown. */
export type Kind = keyof typeof KINDS;

/**
 * How a value is copied: `digits` and `electronic` drop the ASCII spaces and hyphens that came (`electronic` is upper
 * case too), `trimmed` drops spaces around it, `exact` is what came, byte for byte. A value that fails its check is always copied exactly.
 */
export type CopyForm = 'digits' | 'electronic' | 'trimmed' | 'exact';

/** The rules of one kind. */
export interface KindRule {
  /** An identifier decides where money goes: anything but printable ASCII in it makes the whole answer `unsafe`. */
  readonly identifier: boolean;
  readonly copyForm: CopyForm;
  /** Whether the value in its copy form can be right. Absent: opaque, nothing can be said. */
  readonly check?: (value: string) => boolean;
  /** Sizes of the display groups, the last one repeating. Absent: shown in one piece. */
  readonly groups?: readonly number[];
}

/** A number whose groups are for the eye alone. */
const digits = (check: (value: string) => boolean, ...groups: number[]): KindRule => ({
  identifier: true,
  copyForm: 'digits',
  check,
  groups,
});

const PLAIN: KindRule = { identifier: false, copyForm: 'exact' };
const OPAQUE: KindRule = { identifier: true, copyForm: 'exact' };

/** Every kind of value there is (instruments.md, 2 and 4). A new kind is one entry here. */
export const KINDS = {
  clabe: digits(isClabe, 3, 3, 4, 4, 3, 1),
  cbu: digits(isCbu, 4, 4, 4, 4, 4, 2),
  cvu: digits(isCvu, 4, 4, 4, 4, 4, 2),
  cuit: digits(isCuit, 2, 8, 1),
  cci: digits(isCci, 3, 3, 12, 2),
  routing: digits(isRouting, 9),
  iban: { identifier: true, copyForm: 'electronic', check: isIban, groups: [4] },
  bic: { identifier: true, copyForm: 'electronic', check: isBic },
  account: OPAQUE,
  alias: OPAQUE,
  'pix-key': { ...OPAQUE, check: isPixKey },
  'pix-code': { identifier: false, copyForm: 'trimmed', check: (value) => readPix(value) !== undefined },
  'emv-code': { identifier: false, copyForm: 'trimmed', check: (value) => readEmv(value) !== undefined },
  link: PLAIN,
  'qr-link': PLAIN,
  name: PLAIN,
  address: PLAIN,
  message: OPAQUE,
  'deposit-id': OPAQUE,
  text: PLAIN,
} as const satisfies Record<string, KindRule>;

/** The rule of a kind, with its optional parts visible. */
export const ruleOf = (kind: Kind): KindRule => KINDS[kind];

/** BIC form: 4 letters, country, 2 signs, optionally 3 more (ISO 9362). */
function isBic(value: string): boolean {
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(value);
}

/** `value` in the pieces it is shown in; joined they are the value again. */
export function groupsOf(kind: Kind, value: string): readonly string[] {
  const sizes = ruleOf(kind).groups;
  if (!sizes) return [value];
  const groups: string[] = [];
  for (let at = 0, turn = 0; at < value.length; turn++) {
    const size = sizes[Math.min(turn, sizes.length - 1)]!;
    groups.push(value.slice(at, at + size));
    at += size;
  }
  return groups;
}

/** `raw` in the copy form of its kind, before it is known whether it passes its check. */
export function copyFormOf(kind: Kind, raw: string): string {
  const { copyForm } = ruleOf(kind);
  if (copyForm === 'exact') return raw;
  if (copyForm === 'trimmed') return raw.trim();
  const compact = raw.replace(/[ -]/g, '');
  return copyForm === 'electronic' ? compact.toUpperCase() : compact;
}
