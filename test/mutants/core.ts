import type { Mutant } from './mutants.js';

/** Mistakes in the core: an answer read, a link or a number accepted that should not be. */
export const CORE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a link accepted by its protocol alone',
    file: 'src/core/links.ts',
    edits: {
      'const url = parse(raw);':
        'const url = parse(raw);\n  if (/^https:/i.test(raw) && URL.canParse(raw)) return { href: raw, host: new URL(raw).host };',
    },
    caughtBy: ['test/core/links.test.ts', 'is refused in every crafted form'],
  },
  {
    name: 'a host compared by its beginning',
    file: 'src/core/links.ts',
    edits: {
      '!hosts.includes(url.host) && !hosts.includes(url.origin)':
        '!hosts.some((host) => url.host.startsWith(host))',
    },
    caughtBy: ['test/core/links.test.ts', 'is refused if its host only resembles the allowed one'],
  },
  {
    name: 'an answer signed for any request',
    file: 'src/core/signature-prefix.ts',
    edits: {
      "'arrival', 'nonce']": "'arrival']",
      'get(name: (typeof SIGNED_PARAMS)[number])': 'get(name: string)',
    },
    caughtBy: ['test/proofs/widget/signed.test.ts', 'shows no slip where an attacker may'],
  },
  {
    name: 'a lookup that reads the prototype',
    file: 'src/core/reader/slip.ts',
    edits: {
      'ownFields.get(folded) ?? allFields().get(folded)':
        'ownFields.get(folded) ?? (Object.fromEntries(allFields()) as Record<string, Field>)[folded]',
    },
    caughtBy: ['test/core/reader/slip-hostile.test.ts', 'are ordinary unknown rows'],
  },
  {
    name: 'a hidden character removed from an identifier',
    file: 'src/core/reader/hostile-text.ts',
    edits: {
      'return BEYOND_PRINTABLE_ASCII.test(text);':
        "return BEYOND_PRINTABLE_ASCII.test(text.replace(/[\\u200b-\\u200f\\u202a-\\u202e]/g, ''));",
    },
    caughtBy: ['test/proofs/core/identifiers.test.ts', 'makes the whole answer unsafe'],
  },
  {
    name: 'an arrival without a deposit',
    file: 'src/core/reader/answer.ts',
    edits: { "status === 'arrived' && deposits.length > 0": "status === 'arrived'" },
    caughtBy: ['test/widget/arrival.test.ts', 'is not reported for an answer'],
  },
];
