import { takeOver } from './take-over.js';

/** Replaces `load-take-over.js` in the script-tag files, which are one file each (vite.config.ts). */
export function loadTakeOver(): Promise<typeof takeOver> {
  return Promise.resolve(takeOver);
}
