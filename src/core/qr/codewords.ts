/**
 * Blocks the words of each version are dealt to, and check words of each block, at level M: 28 where the
 * list ends (ISO/IEC 18004, table 9).
 */
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
  31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26];

/** Bits of data a version holds. */
export function roomOf(version: number): number {
  return 8 * (wordsIn(version) - BLOCKS[version - 1]! * checksIn(version));
}

function checksIn(version: number): number {
  return CHECKS[version - 1] ?? 28;
}

/** Words, data and checks, a version holds: what its patterns leave free of its square (ISO/IEC 18004, table 1). */
function wordsIn(version: number): number {
  const lines = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const patterns = lines && (25 * lines - 10) * lines - 55 + (version > 6 ? 36 : 0);
  return ((16 * version + 128) * version + 64 - patterns) >> 3;
}

/** The bits as words of eight, filled up, with their check words, in the order they are drawn. */
export function codewordsOf(bits: readonly number[], version: number): readonly number[] {
  const blocks = BLOCKS[version - 1]!;
  const data = filled(bits, roomOf(version));
  const short = Math.floor(data.length / blocks);
  // The last blocks are a word longer where the words do not divide evenly.
  const start = (block: number) => block * short + Math.max(0, block - blocks + (data.length % blocks));
  const dealt = Array.from({ length: blocks }, (_, block) => data.slice(start(block), start(block + 1)));
  const generator = generatorOf(checksIn(version));
  return [...dealtRound(dealt), ...dealtRound(dealt.map((block) => checksOf(block, generator)))];
}

/** An end mark of up to four zeros, zeros to the end of the word, then two words in turn. */
function filled(bits: readonly number[], room: number): number[] {
  const written = Math.ceil(Math.min(bits.length + 4, room) / 8);
  return Array.from({ length: room / 8 }, (_, word) =>
    word < written ? wordAt(bits, 8 * word) : (word - written) % 2 ? 17 : 236,
  );
}

function wordAt(bits: readonly number[], at: number): number {
  return [0, 1, 2, 3, 4, 5, 6, 7].reduce((word, bit) => 2 * word + (bits[at + bit] ?? 0), 0);
}

/** The first word of each list, then the second of each, and so on. The last list is the longest. */
function dealtRound(lists: readonly (readonly number[])[]): number[] {
  return lists.at(-1)!.flatMap((_, at) => lists.flatMap((list) => list[at] ?? []));
}

/** The rest of a block, as a polynomial, divided by the generator: its check words (Reed and Solomon). */
function checksOf(block: readonly number[], generator: readonly number[]): readonly number[] {
  return block.reduce<readonly number[]>(
    (rest, word) => generator.map((factor, at) => (rest[at + 1] ?? 0) ^ product(factor, word ^ rest[0]!)),
    generator.map(() => 0),
  );
}

/** (x + 1)(x + 2)(x + 4)... of `degree` factors, without its leading 1. */
function generatorOf(degree: number): readonly number[] {
  let factors = [1];
  for (let root = 1; factors.length <= degree; root = product(root, 2))
    factors = [...factors, 0].map((factor, at) => factor ^ product(factors[at - 1] ?? 0, root));
  return factors.slice(1);
}

/** In the field of 256 elements by x^8 + x^4 + x^3 + x^2 + 1. */
function product(one: number, other: number): number {
  let sum = 0;
  for (let bit = 128; bit; bit >>= 1) sum = (sum << 1) ^ (sum > 127 ? 285 : 0) ^ (other & bit ? one : 0);
  return sum;
}
