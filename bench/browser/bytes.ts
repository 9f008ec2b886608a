/** The bytes that a browser downloads to show a payment, after Brotli at quality 11. */
import { readFileSync } from 'node:fs';
import { brotli, weigh, type Weight } from '../weigh.js';
import { ROOT } from '../../test/root.js';
import { PEERS } from './pages/page.js';

const ADYEN = `
  import { AdyenCheckout, BankTransfer, Pix } from '@adyen/adyen-web';
  import '@adyen/adyen-web/styles/adyen.css';
  Object.assign(window, { AdyenCheckout, BankTransfer, Pix });`;

const SHOELACE = ['qr-code', 'copy-button', 'input', 'button']
  .map((part) => `import '@shoelace-style/shoelace/dist/components/${part}/${part}.js';`)
  .join('')
  .concat(`import '@shoelace-style/shoelace/dist/themes/light.css';`);

const ELEMENT = `import { define } from 'deposit-slip/element'; define();`;

/** Sizes by the imported packages. */
export async function measureBytes(): Promise<Readonly<Record<string, Pick<Weight, 'first' | 'later'>>>> {
  const scriptTag = { first: brotli(readFileSync(`${ROOT}cdn/deposit-slip.js`)), later: 0 };
  return {
    'deposit-slip, script tag: every locale, QR codes': scriptTag,
    'deposit-slip, npm: every locale': await weighed(`import 'deposit-slip';`, ROOT),
    'deposit-slip/element, npm: English': await weighed(ELEMENT, ROOT),
    'adyen-web: Pix and bank transfer': await weighed(ADYEN, PEERS),
    'shoelace: QR code, copy button, input, button': await weighed(SHOELACE, PEERS),
  };
}

async function weighed(module: string, root: string): Promise<Pick<Weight, 'first' | 'later'>> {
  const { first, later } = await weigh(module, root);
  return { first, later };
}
