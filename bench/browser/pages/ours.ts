import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../test/root.js';
import type { Page, Payment } from './page.js';
import { ANSWER_FILES, ANSWERS, endpointOf, PAYMENT_ID } from './payments.js';

const SCRIPT = '/deposit-slip.js';
const SCRIPT_TAG = `<script type="module" src="${SCRIPT}"></script>`;
/** Reserves the height of the slip until its script has rendered it. */
const reserve = (): string => `<style>${readFileSync(`${ROOT}dist/reserve.css`, 'utf8')}</style>`;
const SHADOW = `document.querySelector('deposit-slip')?.shadowRoot`;

/** The slip is complete once the skeleton is gone. The skeleton's QR code is not drawn. */
const COMPLETE: Readonly<Record<Payment, string>> = {
  pix: `${SHADOW}?.querySelector('[part~="qr"][data-drawn]')`,
  transfer: `document.querySelector('deposit-slip')?.status === 'ready'
    && ${SHADOW}.querySelector('[data-key="IBAN"] .value')`,
};

const tagOf = (payment: Payment): string =>
  `<deposit-slip endpoint="${endpointOf(payment)}" payment-id="${PAYMENT_ID[payment]}">`;

/** Requests the response in parallel with the script, at the URL that the element requests. */
const preloadOf = (payment: Payment): string =>
  `<link rel="preload" as="fetch" crossorigin="anonymous"
    href="${endpointOf(payment)}?paymentId=${PAYMENT_ID[payment]}&amp;fiat=${ANSWERS[payment].data.fiat}">`;

/** The same condition before any script of the page has run. */
const WRITTEN: Readonly<Record<Payment, string>> = {
  pix: COMPLETE.pix,
  transfer: `${SHADOW}?.querySelector('[data-key="IBAN"] .value')`,
};

/** Marks the page once the element is hydrated and its buttons are shown. */
const TAKEN_OVER = `<script type="module">
  await customElements.whenDefined('deposit-slip');
  await document.querySelector('deposit-slip').updateComplete;
  document.documentElement.dataset.taken = '';
</script>`;

/** The slip as a merchant's server writes it into the page, with the built package. */
async function renderedOf(payment: Payment): Promise<string> {
  const { renderDepositSlip } = (await import(
    pathToFileURL(`${ROOT}dist/ssr.js`).href
  )) as typeof import('deposit-slip/ssr');
  return renderDepositSlip({
    lang: 'pt-BR',
    endpoint: endpointOf(payment),
    paymentId: String(PAYMENT_ID[payment]),
    answer: ANSWERS[payment],
  });
}

/** The files of a page with the script tag. */
const files = () => ({
  ...ANSWER_FILES,
  [SCRIPT]: { type: 'text/javascript', content: readFileSync(`${ROOT}cdn/deposit-slip.js`) },
});

const commonOf = (payment: Payment) => ({
  payment,
  box: `${SHADOW}?.querySelector('.card')`,
  complete: COMPLETE[payment],
  files: files(),
});

/** Pages whose script draws the slip. */
function drawnPages(payment: Payment): Page[] {
  const common = commonOf(payment);
  const tag = `${tagOf(payment)}</deposit-slip>`;
  const head = `${reserve()}${SCRIPT_TAG}`;
  const answer = `<script type="application/json">${JSON.stringify(ANSWERS[payment])}</script>`;
  return [
    {
      ...common,
      name: 'deposit-slip, script tag',
      path: `/${payment}/script-tag`,
      head,
      body: tag,
      show: `document.body.append(Object.assign(document.createElement('deposit-slip'),
        { endpoint: '${endpointOf(payment)}', paymentId: '${PAYMENT_ID[payment]}' }))`,
      hide: `document.querySelector('deposit-slip').remove()`,
    },
    {
      ...common,
      name: 'deposit-slip, response in the page',
      path: `/${payment}/inline`,
      head,
      body: `${tagOf(payment)}${answer}</deposit-slip>`,
    },
    {
      ...common,
      name: 'deposit-slip, response preloaded',
      path: `/${payment}/preloaded`,
      head: `${preloadOf(payment)}${head}`,
      body: tag,
    },
    {
      ...common,
      name: 'deposit-slip, npm',
      path: `/${payment}/npm`,
      head: reserve(),
      module: `import 'deposit-slip';`,
      root: ROOT,
      body: tag,
    },
  ];
}

/** Pages whose server has rendered the slip. */
async function writtenPages(payment: Payment): Promise<Page[]> {
  const common = { ...commonOf(payment), head: SCRIPT_TAG };
  const slip = await renderedOf(payment);
  return [
    {
      ...common,
      name: 'deposit-slip, in the HTML',
      path: `/${payment}/rendered`,
      body: slip,
      complete: WRITTEN[payment],
    },
    {
      ...common,
      name: 'deposit-slip, in the HTML, until it copies',
      path: `/${payment}/taken-over`,
      body: `${slip}${TAKEN_OVER}`,
      complete: `'taken' in document.documentElement.dataset`,
    },
  ];
}

/** All pages with the element. */
export async function ours(): Promise<Page[]> {
  const payments = ['pix', 'transfer'] as const;
  const pages = await Promise.all(
    payments.map(async (payment) => [...drawnPages(payment), ...(await writtenPages(payment))]),
  );
  return pages.flat();
}
