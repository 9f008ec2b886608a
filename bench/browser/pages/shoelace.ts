import { PEERS, PLACE, type Page } from './page.js';
import { ANSWER_FILES, ENDPOINT } from './payments.js';

const IMPORTS = ['qr-code', 'copy-button', 'input', 'button']
  .map((part) => `import '@shoelace-style/shoelace/dist/components/${part}/${part}.js';`)
  .concat(`import '@shoelace-style/shoelace/dist/themes/light.css';`)
  .join('\n');

/** Fetches the response and shows it. */
const MODULE = `
  ${IMPORTS}
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const { data } = await (await fetch('${ENDPOINT}')).json();
  const code = data.fieldList['Pix copia e cola'];
  document.querySelector('#pay').append(
    make('sl-qr-code', { value: code, size: 200, errorCorrection: 'M', label: 'Pix' }),
    make('sl-input', { value: code, label: 'Pix copia e cola', readonly: true }),
    make('sl-copy-button', { value: code }),
    make('sl-button', { variant: 'primary', textContent: 'Copy the code' }),
  );`;

export const shoelace: Page = {
  name: 'shoelace, composed by hand',
  path: '/shoelace',
  module: MODULE,
  root: PEERS,
  body: PLACE,
  files: ANSWER_FILES,
  box: `document.querySelector('sl-qr-code')`,
  // The canvas gets its size when it is drawn.
  complete: `document.querySelector('sl-qr-code')?.shadowRoot?.querySelector('canvas')?.hasAttribute('width')
    && document.querySelector('sl-input')?.shadowRoot?.querySelector('input')?.value`,
};
