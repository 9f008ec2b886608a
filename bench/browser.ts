/**
 * `npm run bench`: compares the cost of showing a payment with this package and with others, in Chromium on
 * loopback. Writes the figures to bench/results/browser.json and bench/README.md, which describes the method.
 * `npm run bench -- loads` measures one part, and `ROUNDS=n` sets how often each page is loaded.
 */
import { spawnSync } from 'node:child_process';
import { puppeteerCore } from '@web/test-runner-chrome';
import { packagesOf } from '../scripts/on-demand.js';
import { chromiumOptions } from '../test/browsers/launch.js';
import { measureBytes } from './browser/bytes.js';
import { measureLoads } from './browser/loads.js';
import type { Page } from './browser/pages/page.js';
import { buildPages } from './browser/pages/index.js';
import { serve } from './browser/server.js';
import type { BrowserResults } from './browser/results.js';
import { saveResults } from './results.js';
import { writeReport } from './report.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 9);

const FLAGS = [
  // Emulates a mouse: without one, the element folds the QR code, because a phone cannot scan its own screen.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

type Part = keyof BrowserResults;
type Browser = puppeteerCore.Browser;

/** The function that measures each part. */
const PARTS: { readonly [Name in Part]: (browser: Browser, site: Site) => Promise<BrowserResults[Name]> } = {
  bytes: measureBytes,
  loads: (browser, { origin, pages }) => measureLoads(browser, origin, pages, ROUNDS),
};

interface Site {
  readonly origin: string;
  readonly pages: readonly Page[];
}

function build(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const chosen = process.argv.slice(2);
const names = Object.keys(PARTS) as Part[];
const unknown = chosen.find((name) => !names.includes(name as Part));
if (unknown !== undefined) throw new Error(`There is no part "${unknown}": ${names.join(', ')}.`);

packagesOf('bench/peers');
build();
const { pages, files } = await buildPages();
const server = await serve(files);
const browser = await puppeteerCore.launch(chromiumOptions(FLAGS));
try {
  for (const name of names) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`Measuring ${name}…`);
    const value = await PARTS[name](browser, { origin: server.origin, pages });
    saveResults('browser', { [name]: value }, await browser.version());
  }
} finally {
  await browser.close();
  server.close();
}
await writeReport();
