import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { openBrowser, type Browser, type Page } from '../../e2e/driver/index.js';

/** What a screen reader hears in each situation, by the view of the gallery that shows it: read it aloud when you change it. */
const SCRIPTS: Readonly<Record<string, string>> = {
  ready: `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    term: CLABE
    9 9 9, 1 8 0, 0 0 0 0, 0 0 0 0, 0 0 1, 5
    button: Copy CLABE
    1
    Open your bank’s app and choose a SPEI transfer
    2
    Paste the CLABE, all 18 digits
    3
    Enter the amount and confirm
    Usually arrives in seconds, day and night
    button: Print
    status:
    SPEI transfer`,
  pix: `
    region: Pix
    Test: do not pay
    heading: Pix
    to
    Tienda Sol
    term: Pix copia e cola
    Pix code, 140 characters; use the Copy button
    button: Copy Pix code
    Scan it with your bank’s app, or copy the code and paste it there.
    image: QR code: Pix copia e cola
    DisclosureTriangle: More details
    1
    Open your bank’s app and choose Pix
    2
    Scan the QR code, or choose “Pix copia e cola” and paste
    3
    Check that it says
    Mercado Luna
    , enter the amount and confirm
    Usually arrives in seconds, day and night
    button: Get a new code
    button: Print
    status:
    Pix`,
  strict: `
    region: SEPA transfer
    heading: SEPA transfer
    to
    Tienda Sol
    term: Reference
    K 7 Q H W 2 M 9 X 4 T B 6 Z P 3 R D 5 V
    button: Copy reference
    Without this reference your transfer cannot be matched.
    term: IBAN
    D E 8 9, 3 7 0 4, 0 0 4 4, 0 5 3 2, 0 1 3 0, 0 0
    button: Copy IBAN
    button: Scan with your bank’s app
    term: Beneficiary
    Tienda Sol SA
    button: Copy beneficiary
    DisclosureTriangle: More details
    1
    Open your bank’s app and choose a SEPA transfer
    2
    Enter the IBAN and beneficiary
    3
    Put the reference in the message
    4
    Enter the amount and confirm
    Your bank should show
    Tienda Sol SA
    .
    If it shows another name, do not confirm.
    Within seconds at many banks, otherwise the next business day
    button: Print
    status:
    SEPA transfer`,
  'failed-check': `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    Do not pay yet
    This CLABE does not pass its check digit. Ask Tienda Sol to confirm it first.
    link: Contact Tienda Sol
    term: CLABE
    9 9 9 1 8 0 0 0 0 0 0 0 0 0 0 0 1 8
    button: Copy CLABE
    button: Reload the details
    status:
    SPEI transfer. Do not pay yet`,
  'amount-refused': `
    region: QR payment
    heading: QR payment
    to
    Tienda Sol
    textbox: How much would you like to deposit? invalid
    ARS
    The maximum amount is $ 100,00
    button: Continue
    status:`,
  'arrived-other': `
    region: A different amount was received
    heading: A different amount was received
    $1,200.00
    MXN
    to
    Tienda Sol
    The requested amount was $1,500.00. Ask Tienda Sol what to do next.
    term: Paid with
    SPEI transfer
    DisclosureTriangle: Payment details
    button: Print receipt
    status:
    A different amount was received: $1,200.00`,
  timeout: `
    region: This is taking too long
    heading: This is taking too long
    Wait a moment and try again.
    button: Try again
    status:
    This is taking too long`,
};

let demo: Demo;
let browser: Browser;
let page: Page;

before(async () => {
  demo = await startDemo(0);
  browser = await openBrowser('chromium');
  page = await browser.newPage({ width: 1000, height: 800 });
});
after(async () => {
  await browser.close();
  await demo.stop();
});

describe('the accessibility tree', () => {
  for (const [view, script] of Object.entries(SCRIPTS))
    it(`reads as its script in the view ${view}`, async () => {
      await page.goto(`${demo.url}/gallery?view=${view}&lang=en&width=420&log=closed`);
      await page.waitFor(
        () => {
          const figure = document.querySelector<HTMLElement>('figure');
          const { status, slip, shadowRoot } = figure?.querySelector('deposit-slip') ?? {};
          const isDrawn = !slip?.code || shadowRoot?.querySelector('[data-drawn]') !== null;
          return isDrawn && status === figure?.dataset['reaches'];
        },
        { what: `the view ${view} to be complete` },
      );
      const lines = (await page.speech('figure deposit-slip')).map((line) => line.replace(/\u00a0/g, ' '));
      assert.deepEqual(
        lines,
        script
          .trim()
          .split('\n')
          .map((line) => line.trim()),
      );
    });
});
