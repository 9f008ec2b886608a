import { copyFormOf } from '../kinds.js';
import type { Field } from '../methods.js';
import { kindOfCbu } from '../schemes/cbu.js';
import type { Draft } from './row.js';

/** The role and kind of 22 digits under a CVU or CBU key: the first three digits decide, whatever the key. */
export function accountOf({ kind }: Field, raw: string): Pick<Draft, 'role' | 'kind'> | undefined {
  const scheme = kind === 'cvu' || kind === 'cbu' ? kindOfCbu(copyFormOf(kind, raw)) : undefined;
  return scheme && { role: scheme, kind: scheme };
}

/** Whether a value is checked as a link (docs/reading-policy.md R20). */
export function isLinkDraft({ kind }: Draft): boolean {
  return kind === 'link' || kind === 'qr-link';
}

/**
 * Removes values that have the same role and the same copy form as an earlier one (docs/reading-policy.md
 * R31).
 */
export function withoutRepeats(drafts: readonly Draft[]): Draft[] {
  const values = drafts.map(({ kind, raw }) => copyFormOf(kind, raw));
  return drafts.filter(
    ({ role }, at) =>
      !role ||
      !drafts.slice(0, at).some((other, index) => other.role === role && values[index] === values[at]),
  );
}
