/** Set by the test server in pages, where there is no environment. */
declare const SOAK: boolean | undefined;

/** Whether all cases run (`npm run soak`), or a sample of them (`npm run test:proofs`). */
export const isSoak: boolean = typeof SOAK === 'undefined' ? process.env['SOAK'] === '1' : SOAK;

/**
 * How many cases to try: in a sample, or in all. `npm run docs` reads the numbers where they stand, and
 * writes those that have a name into SECURITY.md: so they must be literals.
 */
export function cases(sample: number, all: number, _name?: string): number {
  return isSoak ? all : sample;
}

/** The sample of a list: every n-th of it, so that all its regions are seen; the whole list in a soak. */
export function sampleOf<Item>(items: readonly Item[], size: number): readonly Item[] {
  if (isSoak || items.length <= size) return items;
  const step = items.length / size;
  return Array.from({ length: size }, (_, index) => items[Math.floor(index * step)]!);
}
