import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../test/root.js';
import type { Page } from './page.js';
import { ANSWER, ANSWER_FILES, ENDPOINT, PAYMENT_ID } from './payments.js';

const SCRIPT = '/deposit-slip.js';
const SCRIPT_TAG = `<script type="module" src="${SCRIPT}"></script>`;
/** Reserves the height of the slip until its script has rendered it. */
const reserve = (): string => `<style>${readFileSync(`${ROOT}dist/reserve.css`, 'utf8')}</style>`;
const SHADOW = `document.querySelector('deposit-slip')?.shadowRoot`;

/** The slip is complete once the skeleton is gone. The skeleton's QR code is not drawn. */
const COMPLETE = `${SHADOW}?.querySelector('[part~="qr"][data-drawn]')`;

const TAG = `<deposit-slip endpoint="${ENDPOINT}" payment-id="${PAYMENT_ID}">`;

/** Requests the response in parallel with the script, at the URL that the element requests. */
const PRELOAD = `<link rel="preload" as="fetch" crossorigin="anonymous"
    href="${ENDPOINT}?paymentId=${PAYMENT_ID}&amp;fiat=${ANSWER.data.fiat}">`;

/** Marks the page once the element is hydrated and its buttons are shown. */
const TAKEN_OVER = `<script type="module">
  await customElements.whenDefined('deposit-slip');
  await document.querySelector('deposit-slip').updateComplete;
  document.documentElement.dataset.taken = '';
</script>`;

/** The slip as a merchant's server writes it into the page, with the built package. */
async function rendered(): Promise<string> {
  const { renderDepositSlip } = (await import(
    pathToFileURL(`${ROOT}dist/ssr.js`).href
  )) as typeof import('deposit-slip/ssr');
  return renderDepositSlip({
    lang: 'pt-BR',
    endpoint: ENDPOINT,
    paymentId: String(PAYMENT_ID),
    answer: ANSWER,
  });
}

/** The files of a page with the script tag. */
const files = () => ({
  ...ANSWER_FILES,
  [SCRIPT]: { type: 'text/javascript', content: readFileSync(`${ROOT}cdn/deposit-slip.js`) },
});

const common = () => ({ box: `${SHADOW}?.querySelector('.card')`, complete: COMPLETE, files: files() });

/** Pages whose script draws the slip. */
function drawnPages(): Page[] {
  const tag = `${TAG}</deposit-slip>`;
  const head = `${reserve()}${SCRIPT_TAG}`;
  const answer = `<script type="application/json">${JSON.stringify(ANSWER)}</script>`;
  return [
    { ...common(), name: 'deposit-slip, script tag', path: '/script-tag', head, body: tag },
    {
      ...common(),
      name: 'deposit-slip, response in the page',
      path: '/inline',
      head,
      body: `${TAG}${answer}</deposit-slip>`,
    },
    {
      ...common(),
      name: 'deposit-slip, response preloaded',
      path: '/preloaded',
      head: `${PRELOAD}${head}`,
      body: tag,
    },
    {
      ...common(),
      name: 'deposit-slip, npm',
      path: '/npm',
      head: reserve(),
      module: `import 'deposit-slip';`,
      root: ROOT,
      body: tag,
    },
  ];
}

/** Pages whose server has rendered the slip. */
async function writtenPages(): Promise<Page[]> {
  const slip = await rendered();
  return [
    { ...common(), name: 'deposit-slip, in the HTML', path: '/rendered', head: SCRIPT_TAG, body: slip },
    {
      ...common(),
      name: 'deposit-slip, in the HTML, until it copies',
      path: '/taken-over',
      head: SCRIPT_TAG,
      body: `${slip}${TAKEN_OVER}`,
      complete: `'taken' in document.documentElement.dataset`,
    },
  ];
}

/** All pages with the element. */
export async function ours(): Promise<Page[]> {
  return [...drawnPages(), ...(await writtenPages())];
}
