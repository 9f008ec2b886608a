import { createHash } from 'node:crypto';

/** Values that look random and are the same for the same seed and label. */
export interface Draw {
  digits(label: string, count: number): string;
  /** Upper-case letters and digits without those read for one another (0 O, 1 I L, 5 S, 8 B). */
  signs(label: string, count: number): string;
  /** A version 4 UUID whose first group is `prefix`. */
  uuid(label: string, prefix: string): string;
}

const CLEAR_SIGNS = 'ACDEFGHJKMNPQRTUVWXYZ234679';

/** Draws for one thing to issue; `scope` names it. */
export function drawFrom(seed: number, scope: string): Draw {
  const pick = (label: string, count: number, alphabet: string): string =>
    [...bytes(`${seed}|${scope}|${label}`, count)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return {
    digits: (label, count) => pick(label, count, '0123456789'),
    signs: (label, count) => pick(label, count, CLEAR_SIGNS),
    uuid: (label, prefix) => {
      const hex = pick(label, 24, '0123456789abcdef');
      const variant = '89ab'[Number.parseInt(hex[7]!, 16) % 4];
      return `${prefix}-${hex.slice(0, 4)}-4${hex.slice(4, 7)}-${variant}${hex.slice(8, 11)}-${hex.slice(12)}`;
    },
  };
}

function* bytes(label: string, count: number): Generator<number> {
  for (let block = 0, given = 0; given < count; block++) {
    for (const byte of createHash('sha256').update(`${label}|${block}`).digest()) {
      if (given++ >= count) return;
      yield byte;
    }
  }
}
