import { PEERS, PLACE, type Page, type Payment } from './page.js';
import { ANSWER_FILES, endpointOf } from './payments.js';

const imports = (parts: readonly string[]): string =>
  parts
    .map((part) => `import '@shoelace-style/shoelace/dist/components/${part}/${part}.js';`)
    .concat(`import '@shoelace-style/shoelace/dist/themes/light.css';`)
    .join('\n');

/** Fetches the response and shows it with the functions of the page. */
const moduleOf = (payment: Payment, parts: readonly string[], show: string) => `
  ${imports(parts)}
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  globalThis.show = async () => {
    const response = await fetch('${endpointOf(payment)}');
    const { data } = await response.json();
    document.querySelector('#pay').append(...(${show})(data.fieldList));
  };
  await show();`;

const SHOW_PIX = `(fields) => {
    const code = fields['Pix copia e cola'];
    return [
      make('sl-qr-code', { value: code, size: 200, errorCorrection: 'M', label: 'Pix' }),
      make('sl-input', { value: code, label: 'Pix copia e cola', readonly: true }),
      make('sl-copy-button', { value: code }),
      make('sl-button', { variant: 'primary', textContent: 'Copy the code' }),
    ];
  }`;

const SHOW_TRANSFER = `(fields) => Object.entries(fields).flatMap(([label, value]) => [
    make('sl-input', { value, label, readonly: true }),
    make('sl-copy-button', { value }),
  ]).concat(make('sl-button', { variant: 'primary', textContent: 'Copy the IBAN' }))`;

const shownValue = (selector: string): string =>
  `document.querySelector('${selector}')?.shadowRoot?.querySelector('input')?.value`;

const COMMON = {
  name: 'shoelace, composed by hand',
  root: PEERS,
  body: PLACE,
  files: ANSWER_FILES,
  show: 'show()',
  hide: `document.querySelector('#pay').replaceChildren()`,
};

export const shoelace = (): Page[] => [
  {
    ...COMMON,
    payment: 'pix',
    path: '/pix/shoelace',
    module: moduleOf('pix', ['qr-code', 'copy-button', 'input', 'button'], SHOW_PIX),
    box: `document.querySelector('sl-qr-code')`,
    // The canvas gets its size when it is drawn.
    complete: `document.querySelector('sl-qr-code')?.shadowRoot?.querySelector('canvas')?.hasAttribute('width')
      && ${shownValue('sl-input')}`,
  },
  {
    ...COMMON,
    payment: 'transfer',
    path: '/transfer/shoelace',
    module: moduleOf('transfer', ['copy-button', 'input', 'button'], SHOW_TRANSFER),
    box: `document.querySelector('sl-input')`,
    complete: shownValue('sl-input:last-of-type'),
  },
];
