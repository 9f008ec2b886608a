/**
 * Compares how many bytes a page loads to show a Pix code or a bank transfer, after brotli 11, with this package and
 * with others: `npm ci --prefix bench/peers`, then `npm run build` and `npm run bench:weight`. Target: at most 0.66
 * times adyen-web; the budgets the build enforces are in docs/adr/006-an-honest-build.md.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotli, weigh } from './weigh.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PEERS = fileURLToPath(new URL('peers', import.meta.url));

const ADYEN = `
  import { AdyenCheckout, BankTransfer, Pix } from '@adyen/adyen-web';
  import '@adyen/adyen-web/styles/adyen.css';
  Object.assign(window, { AdyenCheckout, BankTransfer, Pix });`;

const SHOELACE = ['qr-code', 'copy-button', 'input', 'button']
  .map((part) => `import '@shoelace-style/shoelace/dist/components/${part}/${part}.js';`)
  .join('')
  .concat(`import '@shoelace-style/shoelace/dist/themes/light.css';`);

const adyen = await weigh(ADYEN, PEERS);
const shoelace = await weigh(SHOELACE, PEERS);
const npm = await weigh(`import 'deposit-slip';`, ROOT);
const scriptTag = brotli(readFileSync(`${ROOT}cdn/deposit-slip.js`));

const rows: [string, number][] = [
  ['adyen-web, Pix and bank transfer', adyen.first],
  ['shoelace: QR code, copy button, input, button', shoelace.first],
  ['deposit-slip from npm, before the first QR code', npm.first],
  ['deposit-slip from npm, with a QR code', npm.first + npm.later],
  ['deposit-slip by script tag, complete', scriptTag],
];
console.log('| what | bytes | KB | vs adyen-web | vs shoelace |\n|---|---|---|---|---|');
for (const [name, bytes] of rows) {
  const ratios = [adyen, shoelace].map(({ first }) => `${(bytes / first).toFixed(2)}x`);
  console.log(`| ${[name, bytes, (bytes / 1024).toFixed(1), ...ratios].join(' | ')} |`);
}
