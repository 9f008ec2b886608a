import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DepositHistory } from '../src/widget/deposit-history/deposit-history.js';
import { DepositSlip } from '../src/widget/deposit-slip/deposit-slip.js';
import { sheetOf } from '../src/ssr/render.js';
import { minifyCss } from '../vite.config.js';

/** Written by `npm run docs`. */
const RESERVE = fileURLToPath(new URL('../src/reserve.css', import.meta.url));

/** Writes the style sheet that reserves the height of a slip. */
export function writeReserve(file: string): void {
  writeFileSync(file, `${minifyCss(readFileSync(RESERVE, 'utf8'))}\n`);
}

/**
 * Writes the style sheets that a page may link instead of including them in the HTML of a rendered element.
 */
export function writeStyles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const element of [DepositSlip, DepositHistory])
    writeFileSync(join(folder, `${element.tag}.css`), `${minifyCss(sheetOf(element))}\n`);
}
