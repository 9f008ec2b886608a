import { defined } from '../defined.js';
import { readEmv, readTlv } from '../schemes/emv.js';
import type { Entry } from './field-list.js';
import { cleanText, isHostileIdentifier, isHostileLetters } from './hostile-text.js';
import { copyFormOf, groupsOf, ruleOf, type Kind } from '../kinds.js';
import type { Role } from '../methods.js';

/** Whether a value passed its scheme's check; `none`: it has none. A pass catches typing slips and proves nothing more. */
export type Check = 'passed' | 'failed' | 'none';

/** One line of a slip. What is shown, `groups` joined, is what is copied, `copy`. */
export interface Row {
  /** The wire key as it came. */
  readonly key: string;
  readonly kind: Kind;
  /** What the value means, and the id of its label; absent where the key is unknown and is its own label. */
  readonly role?: Role;
  readonly groups: readonly string[];
  readonly copy: string;
  readonly check: Check;
  /** `lossy`: it came as a number. `cleaned`: controls were left out. */
  readonly reason?: 'lossy' | 'cleaned';
}

/** An entry whose meaning is known (or known to be unknown). */
export interface Draft extends Entry {
  readonly role?: Role;
  readonly kind: Kind;
}

/** The one value with a meaning, if its check did not fail. Of several, none is the one. */
export function valueOf({ rows }: { readonly rows: readonly Row[] }, role: Role): string | undefined {
  const [row, ...others] = rows.filter((each) => each.role === role);
  return others.length > 0 || row?.check === 'failed' ? undefined : row?.copy;
}

/** Whether a value could deceive where money goes: then nothing of the answer is shown. */
export function isUnsafe({ kind, role, raw }: Draft): boolean {
  if (isCodeKind(kind)) return isHostileCode(raw);
  // What stands for a code and is none may be one that a hidden sign broke.
  const isBroken = role === 'qr' && kind === 'text';
  return (isBroken || ruleOf(kind).identifier) && isHostileIdentifier(raw);
}

/** A code may hold letters beyond ASCII in its texts (59, 60, 62, 26-02), and only if its checksum holds. */
function isHostileCode(raw: string): boolean {
  if (!isHostileIdentifier(raw)) return false;
  const fields = isHostileLetters(raw) ? undefined : readEmv(raw.trim());
  if (!fields) return true;
  return [...fields].some(([id, value]) => {
    if (id === '59' || id === '60' || id === '62') return false;
    const account = id === '26' ? readTlv(value) : undefined;
    const rest = account ? [...account].filter(([sub]) => sub !== '02') : [[id, value]];
    return rest.some(([, text]) => isHostileIdentifier(text ?? ''));
  });
}

/** Makes the row of a draft: checked, grouped, in its copy form. */
export function toRow(draft: Draft): Row {
  const { key, kind, role, lossy } = draft;
  const { check: rule, identifier } = ruleOf(kind);
  const visible = identifier || isCodeKind(kind) ? draft.raw : cleanText(draft.raw);
  const raw = kind === 'name' || kind === 'address' ? visible.normalize('NFC') : visible;
  const formed = copyFormOf(kind, raw);
  // An identifier that came as a number may have lost digits, and one wrong number in ten passes a check digit.
  const isWrong = (lossy && identifier) || rule?.(formed) === false;
  const check: Check = isWrong ? 'failed' : rule ? 'passed' : 'none';
  // After a failed check it is no longer known what the value is: it stays exactly as it came.
  const copy = check === 'failed' ? raw : formed;
  const groups = check === 'failed' ? [raw] : groupsOf(kind, copy);
  const reason = lossy ? 'lossy' : visible === draft.raw ? undefined : 'cleaned';
  return Object.freeze(
    defined({ key, kind, groups: Object.freeze([...groups]), copy, check, role, reason } as const),
  );
}

/** Whether a kind is a code that can be drawn. */
export function isCodeKind(kind: Kind): boolean {
  return kind === 'pix-code' || kind === 'emv-code';
}
