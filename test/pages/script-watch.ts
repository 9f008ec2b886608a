/** Stands first in a page: what went wrong there, for the test that looks into its frame. */
const errors: string[] = [];
const warnings: string[] = [];
addEventListener('error', ({ message }) => errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
console.warn = (...words: unknown[]) => warnings.push(words.join(' '));
Object.assign(globalThis, { watched: { errors, warnings } });
