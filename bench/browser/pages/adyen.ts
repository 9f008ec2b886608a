import { drawQr } from '../../../sandbox/inside.js';
import { json, PEERS, PLACE, type File, type Page } from './page.js';
import { PIX_CODE } from './payments.js';

const CLIENT_KEY = 'test_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
/** Stands in for adyen-web's own servers. With a test key, adyen-web expects the word "test" in it. */
const SERVERS = '/adyen-test/';
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="#32bcad"/></svg>';

/** The data that a merchant's server returns to a page with adyen-web. */
const ACTION = { type: 'qrCode', paymentMethodType: 'pix', qrCodeData: PIX_CODE, paymentData: 'x' };
const ACTION_PATH = '/adyen-action';

/** Everything is on loopback. English is the only language in the bundle, so the page requests no texts. */
const moduleOf = (action: string) => `
  import { AdyenCheckout, Pix } from '@adyen/adyen-web';
  import '@adyen/adyen-web/styles/adyen.css';
  AdyenCheckout.register(Pix);
  const url = location.origin + '${SERVERS}';
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

/**
 * The requests that adyen-web sends to its own servers: the image of the code, the payment's status, icons,
 * and its identification.
 */
async function servers(): Promise<Record<string, File>> {
  const icon = { type: 'image/svg+xml', content: ICON };
  return {
    [`${SERVERS}utility/v1/barcode.png`]: { type: 'image/png', content: await drawQr(PIX_CODE) },
    [`${SERVERS}services/PaymentInitiation/v1/status`]: json({ type: 'pending', resultCode: 'pending' }),
    [`${SERVERS}images/logos/pix.svg`]: icon,
    [`${SERVERS}images/components/bento_copy.svg`]: icon,
    [`${SERVERS}images/components/checkmark.svg`]: icon,
    [`${SERVERS}v3/analytics`]: json({ checkoutAttemptId: 'x' }),
    [`${SERVERS}assets/html/${CLIENT_KEY}/dfp.1.0.0.html`]: { type: 'text/html', content: '<!doctype html>' },
  };
}

export async function adyen(): Promise<Page[]> {
  const common = {
    root: PEERS,
    body: PLACE,
    box: `document.querySelector('#pay > *')`,
    complete: `document.querySelector('.adyen-checkout__qr-loader--pix__qr_details__code')?.value
      && document.querySelector('[data-testid="pix-qr-image"]')?.naturalWidth`,
    files: { ...(await servers()), [ACTION_PATH]: json(ACTION) },
  };
  const fetched = `fetch('${ACTION_PATH}').then((response) => response.json())`;
  return [
    { ...common, name: 'adyen-web', path: '/adyen', module: moduleOf(fetched) },
    {
      ...common,
      name: 'adyen-web, action in the page',
      path: '/adyen-inline',
      module: moduleOf(JSON.stringify(ACTION)),
    },
  ];
}
