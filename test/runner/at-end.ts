/**
 * Closes resources that the test files of this process share: the first file opens one, and the end closes
 * it.
 */
const closers: (() => Promise<unknown>)[] = [];

/** Calls `close` once all test files of this process have run. */
export function atEnd(close: () => Promise<unknown>): void {
  closers.push(close);
}

/** Closes everything. */
export async function end(): Promise<void> {
  await Promise.all(closers.map((close) => close()));
}
