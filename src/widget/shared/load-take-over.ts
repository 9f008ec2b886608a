import type { takeOver } from './take-over.js';

/** Loads the code that takes over server-rendered content, which other pages do not need. */
export async function loadTakeOver(): Promise<typeof takeOver> {
  return (await import('./take-over.js')).takeOver;
}
