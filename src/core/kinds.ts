import { isBic } from './schemes/bic.js';
import { isCbu, isCvu } from './schemes/cbu.js';
import { isCci } from './schemes/cci.js';
import { isClabe } from './schemes/clabe.js';
import { isCuit } from './schemes/cuit.js';
import { readEmv, readPix } from './schemes/emv.js';
import { isIban } from './schemes/iban.js';
import { isPixKey } from './schemes/pix-key.js';
import { isRouting } from './schemes/routing.js';

/** The type of a value. It decides how the value is checked, grouped, copied and shown. */
export type Kind = keyof typeof KINDS;

/**
 * How a value is copied:
 *
 * - `digits` removes ASCII spaces and hyphens.
 * - `electronic` does the same and converts to upper case.
 * - `iban` does the same, and removes no-break spaces and the word IBAN in front.
 * - `trimmed` removes surrounding white space.
 * - `exact` copies the value as received.
 *
 * A value that fails its check is always copied exactly.
 */
export type CopyForm = 'digits' | 'electronic' | 'iban' | 'trimmed' | 'exact';

/** The rules of one kind. */
export interface KindRule {
  /**
   * Whether the value decides where money goes. If such an identifier contains anything other than printable
   * ASCII, the whole response is `unsafe` (docs/reading-policy.md R26).
   */
  readonly identifier: boolean;
  readonly copyForm: CopyForm;
  /** Returns whether the value, in its copy form, is well formed. Absent for opaque values. */
  readonly check: ((value: string) => boolean) | undefined;
  /** Sizes of the display groups; the last size repeats. Absent if the value is shown in one piece. */
  readonly groups: readonly number[] | undefined;
}

type Check = NonNullable<KindRule['check']>;

/** An identifier with a check, grouped for display only. */
const identifier = (copyForm: CopyForm, check: Check, ...groups: number[]): KindRule => ({
  identifier: true,
  copyForm,
  check,
  groups: groups.length > 0 ? groups : undefined,
});
const digits = (check: Check, ...groups: number[]): KindRule => identifier('digits', check, ...groups);

/** A payment code, which is well formed if it can be read. */
const code = (read: (value: string) => unknown): KindRule => ({
  identifier: false,
  copyForm: 'trimmed',
  check: (value) => read(value) !== undefined,
  groups: undefined,
});

const PLAIN: KindRule = { identifier: false, copyForm: 'exact', check: undefined, groups: undefined };
const OPAQUE: KindRule = { ...PLAIN, identifier: true };

/** Every kind of value. To add a kind, see CONTRIBUTING.md. */
export const KINDS = {
  clabe: digits(isClabe, 3, 3, 4, 4, 3, 1),
  cbu: digits(isCbu, 4, 4, 4, 4, 4, 2),
  cvu: digits(isCvu, 4, 4, 4, 4, 4, 2),
  cuit: digits(isCuit, 2, 8, 1),
  cci: digits(isCci, 3, 3, 12, 2),
  routing: digits(isRouting, 9),
  iban: identifier('iban', isIban, 4),
  bic: identifier('electronic', isBic),
  account: OPAQUE,
  alias: OPAQUE,
  'pix-key': identifier('exact', isPixKey),
  'pix-code': code(readPix),
  'emv-code': code(readEmv),
  link: PLAIN,
  'qr-link': PLAIN,
  name: PLAIN,
  address: PLAIN,
  message: OPAQUE,
  'deposit-id': OPAQUE,
  text: PLAIN,
} as const satisfies Record<string, KindRule>;

/** The kinds that identify the account that receives the money. */
export const PAYEE_KINDS = [
  'clabe',
  'cbu',
  'cvu',
  'cci',
  'alias',
  'iban',
  'routing',
  'account',
  'pix-key',
] as const satisfies readonly Kind[];

/** A kind of `PAYEE_KINDS`. */
export type PayeeKind = (typeof PAYEE_KINDS)[number];

/** Whether a value of this kind identifies the account that receives the money. */
export function isPayeeKind(kind: Kind): kind is PayeeKind {
  return PAYEE_KINDS.includes(kind as PayeeKind);
}

/** Returns the rule of a kind. */
export const ruleOf = (kind: Kind): KindRule => KINDS[kind];

/**
 * Whether `value` has the shape of its kind, whatever its check digits: only then do its groups make sense.
 */
export function isShaped(kind: Kind, value: string): boolean {
  if (kind === 'iban') return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value);
  const length = ruleOf(kind).groups?.reduce((sum, size) => sum + size);
  return value.length === length && /^\d+$/.test(value);
}

/** Splits `value` into its display groups. Joined, the groups are the value again. */
export function groupsOf(kind: Kind, value: string): readonly string[] {
  const sizes = ruleOf(kind).groups;
  if (!sizes) return [value];
  const groups: string[] = [];
  for (let start = 0, index = 0; start < value.length; index++) {
    const size = sizes[Math.min(index, sizes.length - 1)]!;
    groups.push(value.slice(start, start + size));
    start += size;
  }
  return groups;
}

/** Converts `raw` to the copy form of its kind. The value is not checked. */
export function copyFormOf(kind: Kind, raw: string): string {
  const { copyForm } = ruleOf(kind);
  if (copyForm === 'exact') return raw;
  if (copyForm === 'trimmed') return raw.trim();
  if (copyForm === 'iban') return raw.replace(/^IBAN[ :]*|[ \u00a0\u202f-]/gi, '').toUpperCase();
  const compact = raw.replace(/[ -]/g, '');
  return copyForm === 'electronic' ? compact.toUpperCase() : compact;
}
