import { PEERS, PLACE, type Page } from './page.js';
import { ANSWER_FILES, ENDPOINT } from './payments.js';

/** The minimum for a page: the values in plain elements, one copy button, and no QR code. */
const MODULE = `
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const { data } = await (await fetch('${ENDPOINT}')).json();
  const values = Object.values(data.fieldList);
  const copy = make('button', { textContent: 'Copy' });
  copy.onclick = () => navigator.clipboard.writeText(values[0]);
  const outputs = values.map((value) => make('output', { value }));
  document.querySelector('#pay').append(make('h2', { textContent: 'Pay' }), ...outputs, copy);`;

export const plain: Page = {
  name: 'plain page, no QR code',
  path: '/plain',
  module: MODULE,
  root: PEERS,
  body: PLACE,
  files: ANSWER_FILES,
  box: `document.querySelector('output')`,
  complete: `document.querySelector('output')?.value`,
};
