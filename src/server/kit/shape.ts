import {
  isJsonObject,
  isUnreadable,
  own,
  readMembers,
  type Read,
  type Reads,
} from '../../core/reader/members.js';

export type { Read };

// Reads what the kit itself has stored or signed. Anything else counts as absent, so no error says why; the contract's zod would
// be half of a kit that is bundled for the edge (docs/adr/006-an-honest-build.md).

/** Reads a string. */
export const text: Read<string> = (value) => (typeof value === 'string' ? value : undefined);

/** Reads a number. */
export const number: Read<number> = (value) => (Number.isFinite(value) ? (value as number) : undefined);

/** Reads an integer that is exact and not below `least`. */
export const integer =
  (least: number): Read<number> =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least ? (value as number) : undefined;

/** Reads a list whose entries all have a shape. */
export const list =
  <Entry>(read: Read<Entry>): Read<readonly Entry[]> =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const entries = value.map(read);
    return entries.includes(undefined) ? undefined : (entries as Entry[]);
  };

/** Reads an object with these members and drops any other. An optional one may be absent, but not of another shape. */
export const object =
  <Required extends object, Optional extends object = object>(
    required: Reads<Required>,
    optional?: Reads<Optional>,
  ): Read<Required & Partial<Optional>> =>
  (value) => {
    if (!isJsonObject(value)) return undefined;
    const present = Object.entries(optional ?? {}).filter(([name]) => own(value, name) !== undefined);
    const members = readMembers({ ...required, ...Object.fromEntries(present) }, value);
    return isUnreadable(members) ? undefined : (members as Required & Partial<Optional>);
  };
