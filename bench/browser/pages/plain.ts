import { PEERS, PLACE, type Page, type Payment } from './page.js';
import { ANSWER_FILES, endpointOf } from './payments.js';

/** The minimum for a page: the values in plain elements, one copy button, and no QR code. */
const moduleOf = (payment: Payment) => `
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  globalThis.show = async () => {
    const response = await fetch('${endpointOf(payment)}');
    const { data } = await response.json();
    const values = Object.values(data.fieldList);
    const copy = make('button', { textContent: 'Copy' });
    copy.onclick = () => navigator.clipboard.writeText(values[0]);
    const outputs = values.map((value) => make('output', { value }));
    document.querySelector('#pay').append(make('h2', { textContent: 'Pay' }), ...outputs, copy);
  };
  await show();`;

export const plain = (): Page[] =>
  (['pix', 'transfer'] as const).map((payment) => ({
    payment,
    name: payment === 'pix' ? 'plain page, no QR code' : 'plain page',
    path: `/${payment}/plain`,
    module: moduleOf(payment),
    root: PEERS,
    body: PLACE,
    files: ANSWER_FILES,
    box: `document.querySelector('output')`,
    complete: `document.querySelector('output')?.value`,
    show: 'show()',
    hide: `document.querySelector('#pay').replaceChildren()`,
  }));
