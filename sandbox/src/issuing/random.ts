import { createHash } from 'node:crypto';

/** Random-looking values that are the same for the same seed, scope and label. */
export interface SeededRandom {
  digits(label: string, count: number): string;
  /** Upper-case letters and digits without those that are easily confused (0 O, 1 I L, 5 S, 8 B). */
  characters(label: string, count: number): string;
  /** A version 4 UUID whose first group is `prefix`. */
  uuid(label: string, prefix: string): string;
}

const UNAMBIGUOUS = 'ACDEFGHJKMNPQRTUVWXYZ234679';

/** Random-looking values for one purpose, which `scope` names. */
export function seededRandom(seed: number, scope: string): SeededRandom {
  const pick = (label: string, count: number, alphabet: string): string =>
    [...bytes(`${seed}|${scope}|${label}`, count)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return {
    digits: (label, count) => pick(label, count, '0123456789'),
    characters: (label, count) => pick(label, count, UNAMBIGUOUS),
    uuid: (label, prefix) => {
      const hex = pick(label, 24, '0123456789abcdef');
      const variant = '89ab'[Number.parseInt(hex[7]!, 16) % 4];
      return `${prefix}-${hex.slice(0, 4)}-4${hex.slice(4, 7)}-${variant}${hex.slice(8, 11)}-${hex.slice(12)}`;
    },
  };
}

function* bytes(label: string, count: number): Generator<number> {
  for (let block = 0, yielded = 0; yielded < count; block++) {
    for (const byte of createHash('sha256').update(`${label}|${block}`).digest()) {
      if (yielded++ >= count) return;
      yield byte;
    }
  }
}
