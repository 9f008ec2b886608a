/** The pages that are compared: each shows the same Pix code, and all but one its QR code. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from '../bundle.js';
import { drawQr } from '../../sandbox/src/simulator/qr.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEERS = fileURLToPath(new URL('../peers', import.meta.url));

const KEY = '123e4567-e12b-12d1-a456-426655440000';
/** 158 characters, as long as the codes of most banks. */
const CODE =
  `00020126750014br.gov.bcb.pix0136${KEY}0213Pedido 100234` +
  '5204000053039865802BR5916LOJA DE TESTE SA6009SAO PAULO62070503***63041CAB';

/** The answer of the merchant's endpoint, with the same rows as the sample of the method. */
const ANSWER = JSON.stringify({
  code: 200,
  msg: 'SUCCESS',
  data: {
    fiat: 'BRL',
    paymentMethodName: 'Pix',
    txId: '90071992547409931',
    fieldList: {
      'Chave Pix - Random Pix': KEY,
      'Pix copia e cola': CODE,
      'Pix QR Code': 'https://pay.example.com/qr/3471397f291c28d19.png',
    },
  },
});

/** What a merchant's server returns to a page with adyen-web. */
const ACTION = JSON.stringify({
  type: 'qrCode',
  paymentMethodType: 'pix',
  qrCodeData: CODE,
  paymentData: 'x',
});

/** A page to measure. The conditions are expressions that are evaluated in the page. */
export interface BenchPage {
  readonly name: string;
  readonly path: string;
  /** The first part of the payment is in the page. */
  readonly box: string;
  /** The code, and its QR code if the page draws one, are in the page. */
  readonly complete: string;
}

/** A response of the server, before compression. */
export interface File {
  readonly type: string;
  readonly content: string | Uint8Array;
}

interface Source extends BenchPage {
  /** The module to build, and where its imports resolve from. */
  readonly module?: string;
  readonly root?: string;
  readonly head?: string;
  readonly body: string;
}

const SCRIPT_TAG = '<script type="module" src="/deposit-slip.js"></script>';
const SLIP = `document.querySelector('deposit-slip')?.shadowRoot`;
const OURS = {
  box: `${SLIP}?.querySelector('.card')`,
  // The code of a skeleton is hidden.
  complete: `${SLIP}?.querySelector('[part~="qr"][data-drawn]')`,
};

const CLIENT_KEY = 'test_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
/** In place of adyen-web's own servers; for a test key it must contain the word. */
const ADYEN_PATH = '/adyen-test/';
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="#32bcad"/></svg>';

/** Everything is on loopback. In English, the one language that is part of the bundle, no texts are requested. */
const ADYEN_MODULE = (action: string) => `
  import { AdyenCheckout, Pix } from '@adyen/adyen-web';
  import '@adyen/adyen-web/styles/adyen.css';
  AdyenCheckout.register(Pix);
  const url = location.origin + '${ADYEN_PATH}';
  const settings = {
    clientKey: '${CLIENT_KEY}',
    environment: 'test',
    _environmentUrls: { api: url, analytics: url, cdn: { images: url, translations: url } },
    analytics: { enabled: false },
    locale: 'en-US',
    countryCode: 'BR',
  };
  const [checkout, action] = await Promise.all([AdyenCheckout(settings), ${action}]);
  checkout.createFromAction(action).mount('#pay');`;

const ADYEN = {
  root: PEERS,
  body: '<div id="pay"></div>',
  box: `document.querySelector('#pay > *')`,
  complete: `document.querySelector('.adyen-checkout__qr-loader--pix__qr_details__code')?.value
    && document.querySelector('[data-testid="pix-qr-image"]')?.naturalWidth`,
};

const FETCH_CODE = `
  const response = await fetch('/deposit?paymentId=90');
  const { data } = await response.json();
  const code = data.fieldList['Pix copia e cola'];`;

const SHOELACE_MODULE = `
  ${['qr-code', 'copy-button', 'input', 'button']
    .map((part) => `import '@shoelace-style/shoelace/dist/components/${part}/${part}.js';`)
    .join('\n')}
  import '@shoelace-style/shoelace/dist/themes/light.css';
  ${FETCH_CODE}
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  document.querySelector('#pay').append(
    make('sl-qr-code', { value: code, size: 200, errorCorrection: 'M', label: 'Pix' }),
    make('sl-input', { value: code, label: 'Pix copia e cola', readonly: true }),
    make('sl-copy-button', { value: code }),
    make('sl-button', { variant: 'primary', textContent: 'Copy the code' }),
  );`;

const PLAIN_MODULE = `
  ${FETCH_CODE}
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const copy = make('button', { textContent: 'Copy the code' });
  copy.onclick = () => navigator.clipboard.writeText(code);
  document.querySelector('#pay').append(make('h2', { textContent: 'Pix' }), make('output', { value: code }), copy);`;

const SOURCES: readonly Source[] = [
  {
    name: 'ours, script tag',
    path: '/ours',
    head: SCRIPT_TAG,
    body: '<deposit-slip endpoint="/deposit" payment-id="90"></deposit-slip>',
    ...OURS,
  },
  {
    name: 'ours, answer in the page',
    path: '/inline',
    head: SCRIPT_TAG,
    body: `<deposit-slip payment-id="90"><script type="application/json">${ANSWER}</script></deposit-slip>`,
    ...OURS,
  },
  {
    name: 'ours, npm',
    path: '/npm',
    module: `import 'deposit-slip';`,
    root: ROOT,
    body: '<deposit-slip endpoint="/deposit" payment-id="90"></deposit-slip>',
    ...OURS,
  },
  {
    name: 'adyen-web',
    path: '/adyen-web',
    module: ADYEN_MODULE(`fetch('/action').then((response) => response.json())`),
    ...ADYEN,
  },
  {
    name: 'adyen-web, action in the page',
    path: '/adyen-web-inline',
    module: ADYEN_MODULE(ACTION),
    ...ADYEN,
  },
  {
    name: 'shoelace',
    path: '/shoelace',
    module: SHOELACE_MODULE,
    root: PEERS,
    body: '<div id="pay"></div>',
    box: `document.querySelector('sl-qr-code')`,
    // The canvas has its size once it is drawn.
    complete: `document.querySelector('sl-qr-code')?.shadowRoot?.querySelector('canvas')?.hasAttribute('width')
      && document.querySelector('sl-input')?.shadowRoot?.querySelector('input')?.value`,
  },
  {
    name: 'plain page, no QR code',
    path: '/plain',
    module: PLAIN_MODULE,
    root: PEERS,
    body: '<div id="pay"></div>',
    box: `document.querySelector('output')`,
    complete: `document.querySelector('output')?.value`,
  },
];

/** Builds the pages, and returns them with every file they load, by path. */
export async function buildPages(): Promise<{ pages: readonly BenchPage[]; files: Map<string, File> }> {
  const files = new Map<string, File>([
    ['/deposit-slip.js', script(readFileSync(`${ROOT}cdn/deposit-slip.js`))],
    ['/deposit', json(ANSWER)],
    ['/action', json(ACTION)],
    ...(await adyenFiles()),
  ]);
  for (const source of SOURCES) {
    const tags = source.module === undefined ? '' : await addModule(source, files);
    files.set(source.path, { type: 'text/html; charset=utf-8', content: htmlOf(source, tags) });
  }
  return { pages: SOURCES, files };
}

/** What adyen-web requests of its own servers: the drawn code, whether it was paid, icons, and its identification. */
async function adyenFiles(): Promise<[string, File][]> {
  const icon = { type: 'image/svg+xml', content: ICON };
  return [
    [`${ADYEN_PATH}utility/v1/barcode.png`, { type: 'image/png', content: await drawQr(CODE) }],
    [`${ADYEN_PATH}services/PaymentInitiation/v1/status`, json('{"type":"pending","resultCode":"pending"}')],
    [`${ADYEN_PATH}images/logos/pix.svg`, icon],
    [`${ADYEN_PATH}images/components/bento_copy.svg`, icon],
    [`${ADYEN_PATH}v3/analytics`, json('{"checkoutAttemptId":"x"}')],
    [
      `${ADYEN_PATH}assets/html/${CLIENT_KEY}/dfp.1.0.0.html`,
      { type: 'text/html', content: '<!doctype html>' },
    ],
  ];
}

function json(content: string): File {
  return { type: 'application/json', content };
}

function script(content: string | Uint8Array): File {
  return { type: 'text/javascript', content };
}

/** Adds the built files of a module, and returns the tags that load it. */
async function addModule({ module, root, path }: Source, files: Map<string, File>): Promise<string> {
  let tags = '';
  for (const file of await bundle(module!, root!, `${path}/`)) {
    const url = `${path}/${file.fileName}`;
    if (file.type === 'asset') {
      files.set(url, { type: 'text/css', content: file.source });
      tags += `<link rel="stylesheet" href="${url}">`;
    } else {
      files.set(url, script(file.code));
      if (file.isEntry) tags += `<script type="module" src="${url}"></script>`;
    }
  }
  return tags;
}

/** The icon is set, because a browser would request another one from the server. */
function htmlOf({ name, head = '', body }: Source, tags: string): string {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}${tags}
<body>${body}`;
}
