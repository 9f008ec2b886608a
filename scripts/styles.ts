import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DepositHistory } from '../src/widget/deposit-history/deposit-history.js';
import { DepositSlip } from '../src/widget/deposit-slip/deposit-slip.js';
import { sheetOf } from '../src/ssr/render.js';
import { minifyCss } from '../vite.config.js';

/** Writes the style sheets that a page may link in place of those in the HTML of a rendered element. */
export function writeStyles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const element of [DepositSlip, DepositHistory])
    writeFileSync(join(folder, `${element.tag}.css`), `${minifyCss(sheetOf(element))}\n`);
}
