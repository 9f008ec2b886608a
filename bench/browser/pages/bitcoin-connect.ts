import { PEERS, PLACE, type Page } from './page.js';

/** The invoice "1 cup coffee" from the examples in BOLT 11. */
const INVOICE =
  'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5' +
  'xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh';

const PATH = '/invoice';

const MODULE = `
  import '@getalby/bitcoin-connect';
  globalThis.show = async () => {
    const response = await fetch('${PATH}');
    const { invoice } = await response.json();
    const payment = document.createElement('bc-payment');
    payment.setAttribute('invoice', invoice);
    payment.setAttribute('payment-methods', 'external');
    document.querySelector('#pay').append(payment);
  };
  await show();`;

const SEND = `document.querySelector('bc-payment')?.shadowRoot?.querySelector('bc-send-payment')?.shadowRoot`;

/**
 * This package shows Lightning invoices but no bank transfers. An invoice with its QR code is the closest
 * match to a Pix code.
 */
export const bitcoinConnect = (): Page[] => [
  {
    payment: 'pix',
    name: 'bitcoin-connect, an invoice',
    path: '/pix/bitcoin-connect',
    module: MODULE,
    root: PEERS,
    body: PLACE,
    files: { [PATH]: { type: 'application/json', content: JSON.stringify({ invoice: INVOICE }) } },
    box: `document.querySelector('bc-payment')`,
    // The canvas gets its size when it is drawn.
    complete: `${SEND}?.querySelector('canvas')?.hasAttribute('width')`,
    show: 'show()',
    hide: `document.querySelector('#pay').replaceChildren()`,
  },
];
