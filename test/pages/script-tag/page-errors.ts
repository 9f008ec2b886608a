/** Runs first in a page: collects errors and warnings for the test that shows the page in a frame. */
const errors: string[] = [];
const warnings: string[] = [];
addEventListener('error', ({ message }) => errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
console.warn = (...words: unknown[]) => warnings.push(words.join(' '));
Object.assign(globalThis, { watched: { errors, warnings } });
