import { record } from '../record.js';
import { readEmv, readTlv } from '../schemes/emv.js';
import type { FieldEntry } from './field-list.js';
import { cleanText, isBeyondAscii, isHostileIdentifier, isHostileLetters } from './hostile-text.js';
import { copyFormOf, groupsOf, isShaped, ruleOf, type Kind } from '../kinds.js';
import type { Role } from '../methods.js';

/**
 * The result of a value's check. `none`: its kind has no check. A passed check rules out most typing errors
 * and proves nothing else (docs/reading-policy.md R18).
 */
export type Check = 'passed' | 'failed' | 'none';

/**
 * One labeled value of a slip. `groups`, joined, equals `copy`: the payer copies exactly the value that is
 * shown.
 */
export interface Row {
  /** The wire key, as received. */
  readonly key: string;
  readonly kind: Kind;
  /**
   * The meaning of the value, and the id of its label. Absent for an unknown key, which is shown as the
   * label.
   */
  readonly role?: Role;
  readonly groups: readonly string[];
  readonly copy: string;
  readonly check: Check;
  /**
   * - `lossy`: the value was a number or a boolean.
   * - `cleaned`: invisible characters were removed.
   * - `foreign`: the value identifies a payee where its rail has none. It replaces the other reasons.
   */
  readonly reason?: 'lossy' | 'cleaned' | 'foreign';
  /** For a `foreign` value: invisible characters were removed. */
  readonly cleaned?: true;
}

/** A field-list entry with its kind, and its meaning unless its key is unknown. */
export interface Draft extends FieldEntry {
  readonly role?: Role;
  readonly kind: Kind;
}

/**
 * Returns the value with a role. Returns `undefined` if its check failed, if it is marked as `foreign`, or if
 * several rows have the role.
 */
export function usableValue({ rows }: { readonly rows: readonly Row[] }, role: Role): string | undefined {
  const [row, ...others] = rows.filter((each) => each.role === role);
  return others.length > 0 || row?.check === 'failed' || row?.reason === 'foreign' ? undefined : row?.copy;
}

/**
 * Whether a slip has a value with this role that `usableValue` does not return: software must not proceed
 * without it.
 */
export function isUnusable(slip: { readonly rows: readonly Row[] }, role: Role): boolean {
  return slip.rows.some((row) => row.role === role) && usableValue(slip, role) === undefined;
}

/**
 * Whether a value could disguise where money goes. Then nothing of the response is shown
 * (docs/reading-policy.md R26).
 */
export function isUnsafe({ kind, role, raw }: Draft): boolean {
  if (isCodeKind(kind)) return isHostileCode(raw);
  // Text instead of a code may be a code that a hidden character broke.
  const isBroken = role === 'qr' && kind === 'text';
  return (isBroken || ruleOf(kind).identifier) && isHostileIdentifier(plainSpaces(kind, raw));
}

/**
 * A valid IBAN may be grouped by no-break spaces, as word processors do; the payer copies it without them.
 */
function plainSpaces(kind: Kind, raw: string): string {
  const isGrouped = kind === 'iban' && ruleOf(kind).check!(copyFormOf(kind, raw));
  return isGrouped ? raw.replace(/[\u00a0\u202f]/g, ' ') : raw;
}

/**
 * A code may contain non-ASCII letters only in its text fields (fields 59, 60, 62 and 26-02), and only if its
 * checksum is right.
 */
function isHostileCode(raw: string): boolean {
  if (!isBeyondAscii(raw)) return false;
  const fields = isHostileLetters(raw) ? undefined : readEmv(raw.trim());
  if (!fields) return true;
  return [...fields].some(([id, value]) => {
    if (id === '59' || id === '60' || id === '62') return false;
    const account = id === '26' ? readTlv(value) : undefined;
    const identifiers = account ? [...account].filter(([sub]) => sub !== '02') : [[id, value]];
    return identifiers.some(([, text]) => isBeyondAscii(text ?? ''));
  });
}

/** Turns a draft into a row: checks the value, converts it to its copy form and groups it. */
export function toRow(draft: Draft): Row {
  const { key, kind, role, lossy } = draft;
  const { check: rule, identifier } = ruleOf(kind);
  const visible = identifier || isCodeKind(kind) ? draft.raw : cleanText(draft.raw);
  const raw = identifier || isCodeKind(kind) ? visible : visible.normalize('NFC');
  const formed = copyFormOf(kind, raw);
  // A number may have lost digits, and one wrong number in ten passes a check digit (docs/reading-policy.md
  // R16).
  const isWrong = (lossy && identifier) || rule?.(formed) === false;
  const check: Check = isWrong ? 'failed' : rule ? 'passed' : 'none';
  // A value that fails its check is copied as received, and grouped if it has the right length
  // (docs/reading-policy.md R17).
  const copy = check === 'failed' ? raw : formed;
  const groups = check === 'failed' && !isShaped(kind, raw) ? [raw] : groupsOf(kind, copy);
  const reason = lossy ? 'lossy' : visible === draft.raw ? undefined : 'cleaned';
  return Object.freeze(
    record({ key, kind, groups: Object.freeze([...groups]), copy, check, role, reason } as const),
  );
}

/**
 * Whether the payer must ask before using the value: it has an unknown key, its rail has no such value, or it
 * is text instead of a QR code (docs/reading-policy.md R6).
 */
export function isUnknown({ role, kind, reason }: Row): boolean {
  return role === undefined || reason === 'foreign' || (role === 'qr' && kind === 'text');
}

/** Whether a kind is a payment code, which can be drawn as a QR code. */
export function isCodeKind(kind: Kind): boolean {
  return kind === 'pix-code' || kind === 'emv-code';
}
