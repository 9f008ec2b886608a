import { readFileSync } from 'node:fs';
import type { Mutant } from './mutants.js';

/** A mistake that shows that the proof of a promise can fail. */
interface Named {
  readonly name: string;
  readonly file: string;
  /** A text that occurs once in the file, and its replacement. */
  readonly edit: readonly [from: string, to: string];
  /** A proof, and words from the title of one of its tests. */
  readonly caughtBy: readonly [file: string, test: string];
}

export const NAMED: readonly Named[] = [
  {
    name: 'a hidden character removed from an identifier',
    file: 'src/core/reader/hostile-text.ts',
    edit: [
      'return BEYOND_PRINTABLE_ASCII.test(text);',
      "return BEYOND_PRINTABLE_ASCII.test(text.replace(/[\\u200b-\\u200f\\u202a-\\u202e]/g, ''));",
    ],
    caughtBy: ['test/proofs/core/identifiers.test.ts', 'makes the whole response unsafe, inserted or in'],
  },
  {
    name: 'a foreign host beside an allowed one',
    file: 'sandbox/src/http/hosts.ts',
    edit: ['hosts.every(', 'hosts.some('],
    caughtBy: ['sandbox/test/proofs/hosts.test.ts', 'if only its target, an absolute URL, names the foreign'],
  },
  {
    name: "a claim to another merchant's payment method",
    file: 'sandbox/src/ledger/payouts.ts',
    edit: ['where merchant = $1 and id = $2', 'where $1::bigint > 0 and id = $2'],
    caughtBy: ['sandbox/test/proofs/isolation.test.ts', 'userPaymentId of operation 3'],
  },
  {
    name: 'a copy that relies on execCommand',
    file: 'src/widget/shared/clipboard.ts',
    edit: ["document.execCommand('copy') && isProven", "document.execCommand('copy') && (isProven || true)"],
    caughtBy: ['test/proofs/widget/clipboard.test.ts', 'if and only if the clipboard holds exactly'],
  },
  {
    name: 'markup in a value',
    file: 'src/widget/shared/views/row.ts',
    edit: ['<bdi>${copy}</bdi>', '<bdi .innerHTML=${copy}></bdi>'],
    caughtBy: ['test/proofs/widget/payloads.test.ts', 'on a page that would let them run'],
  },
  {
    name: 'spaces that are copied but not seen',
    file: 'src/widget/shared/styles/row.ts',
    edit: ['white-space: pre-wrap;', ''],
    caughtBy: ['test/proofs/widget/seen.test.ts', 'in hostile values of unknown keys'],
  },
];

/** The place of the edit. Throws if its text is not found exactly once. */
export function mutantOf({ name, file, edit: [from, text] }: Named): Mutant {
  const source = readFileSync(file, 'utf8');
  const start = source.indexOf(from);
  if (start < 0 || source.includes(from, start + 1))
    throw new Error(`mutant "${name}": not exactly once in ${file}: ${from}`);
  return { name, file, start, end: start + from.length, text };
}
