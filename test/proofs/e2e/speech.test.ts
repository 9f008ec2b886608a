import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DemoBrowsers } from '../../e2e/demo-browsers.js';
import { sharedBrowser, type Page } from '../../e2e/driver/index.js';
import { openFrame } from '../../e2e/workbench-page.js';

/**
 * What a screen reader says in each situation, by its id in the workbench. Read it aloud when you change it.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  pix: `
    region: Pix
    Test: do not pay
    heading: Pix
    to
    Tienda Sol
    term: Pix copia e cola
    Pix code, 138 characters; use the Copy button
    button: Copy Pix code
    Copy the code and paste it in your bank’s app, or scan the QR code with it.
    image: QR code: Pix copia e cola
    DisclosureTriangle: More details
    1
    Open your bank’s app and choose Pix
    2
    Choose “Pix copia e cola” and paste the code, or scan the QR code
    3
    Check that it says
    Tienda Sol
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
    button: Show QR code
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
    This CLABE has an error in it. Ask
    Tienda Sol
    to confirm it first.
    link: Contact Tienda Sol
    term: CLABE
    9 9 9, 1 8 0, 0 0 0 0, 0 0 0 0, 0 0 1, 8
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
    The maximum amount is
    $ 100,00
    button: Continue
    status:`,
  'arrived-other': `
    region: A different amount was received
    heading: A different amount was received
    $1,200.00
    MXN
    to
    Tienda Sol
    The requested amount was
    $1,500.00
    . Do not pay again: ask
    Tienda Sol
    what to do next.
    term: Paid with
    SPEI transfer
    term: Received
    Nov 18, 2026, 11:16 UTC
    term: Deposit number
    100070
    DisclosureTriangle: Payment details
    button: Print receipt
    status:
    A different amount was received: $1,200.00. The requested amount was $1,500.00. Do not pay again: ask Tienda Sol what to do next.`,
};

/** The same for a payment that differs from the requested amount, with its announcement at the end. */
const PAYMENT_SCRIPTS: Readonly<Record<string, string>> = {
  parts: `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    $150.00
    of
    $1,250.00 MXN
    A part has arrived
    On March 4,
    $100.00
    was sent back.
    term: Earlier payments (2)
    $400.00
    term: Payment 3 Mar 2, 2026, 10:42 UTC · 100041
    $500.00
    term: Payment 4 Mar 3, 2026, 10:42 UTC · 100042
    $300.00
    term: Sent back Payment 4 · Mar 4, 2026, 10:42 UTC
    −⁠$100.00
    term: Received, less what was sent back
    $1,100.00
    term: Still missing
    $150.00
    term: CLABE
    9 9 9, 1 8 0, 0 0 0 0, 0 0 0 0, 0 0 1, 5
    button: Copy CLABE
    term: Amount
    150.00
    button: Copy amount
    1
    Open your bank’s app and choose a SPEI transfer
    2
    Paste the CLABE, all 18 digits
    3
    Enter exactly
    $150.00
    and confirm
    Usually arrives in seconds, day and night
    link: Contact Tienda Sol
    button: Print
    status:
    SPEI transfer. On March 4, $100.00 was sent back. $1,100.00 received. $150.00 is still missing.`,
  twice: `
    region: Payment received
    heading: Payment received
    R$ 374,80
    BRL
    to
    Tienda Sol
    R$ 187,40
    more than asked
    A second payment was received.
    Tienda Sol
    can send it back.
    link: Contact Tienda Sol
    term: Paid with
    Pix
    term: Requested amount
    R$ 187,40
    term: Payment 1 Mar 4, 2026, 10:42 UTC · 100041
    R$ 187,40
    term: Payment 2 Mar 4, 2026, 10:42 UTC · 100042
    R$ 187,40
    term: Received in all
    R$ 374,80
    button: Print receipt
    status:
    Payment received: R$ 374,80. R$ 187,40 more than asked. A second payment was received. Tienda Sol can send it back.`,
  returned: `
    region: This payment was sent back
    heading: This payment was sent back
    $1,250.00
    MXN
    to
    Tienda Sol
    term: Paid with
    SPEI transfer
    term: Received Mar 3, 2026, 10:42 UTC
    $1,250.00
    term: Sent back Mar 4, 2026, 10:42 UTC
    −⁠$1,250.00
    term: Still to pay
    $1,250.00
    button: Show the payment details
    link: Contact Tienda Sol
    button: Print
    status:
    This payment was sent back on March 4. $1,250.00`,
  'open-long': `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    $1,250.00
    MXN
    Reload before you pay
    This page has been open for more than a day. If you have paid, do not pay again.
    button: Reload the details
    DisclosureTriangle: Payment details
    status:
    Reload before you pay. This page has been open for more than a day. If you have paid, do not pay again.`,
};

/**
 * The same for a history. Times and dates change, so they are replaced: `00:00`, and DAY for a day before
 * yesterday.
 */
const HISTORY_SCRIPT = `
    region: Recent deposits
    heading: Recent deposits
    heading: Not received yet
    button: Waiting Pix · since 00:00 R$ 187,40 BRL Show the payment details
    Deposit 1 0 0 0 7 1
    button: Waiting ACH · since DAY · 1 to 3 business days $300.00 still missing · USD Show the payment details
    $150.00
    received,
    $450.00
    requested
    Order
    A-1041
    Deposit 1 0 0 0 6 9
    heading: Today
    button: Part received SPEI · 00:00 $1,249.00 $1.00 missing · MXN Show the payment details
    $1,250.00
    requested
    Order
    A-1042
    Deposit 1 0 0 0 7 2
    button: Received Pix · 00:00 R$ 350,00 BRL
    R$ 50,00
    sent back at 00:00
    Deposit 1 0 0 0 7 0
    heading: Yesterday
    button: Received SEPA · 00:00 €64.90 EUR
    Order
    A-1037
    Deposit 1 0 0 0 6 8
    heading: DAY
    button: Received, more than asked Pix · 00:00 R$ 374,80 R$ 187,40 too much expanded
    R$ 187,40
    in this deposit ·
    R$ 187,40
    requested
    Order
    A-1029
    Deposit 1 0 0 0 6 2
    More was received than requested, and
    Tienda Sol
    can send the difference back.
    term: Received
    DAY, 00:00 UTC
    term: Requested amount
    R$ 187,40
    term: Received in all
    R$ 374,80
    term: Order
    A-1029
    term: Deposit number
    1 0 0 0 6 2
    button: Copy deposit number
    link: Contact Tienda Sol
    button: Received Pix · 00:00 R$ 187,40 BRL
    Order
    A-1029
    Deposit 1 0 0 0 6 1
    button: Sent back CBU/CVU · returned DAY $ 150.000,50 ARS
    Order
    A-1028
    Deposit 1 0 0 0 5 8
    heading: DAY
    button: Received Deposit · 00:00 $ 820.000 COP
    status:
    status:`;

const SIZE = { width: 1000, height: 800 };
const demo = new DemoBrowsers(SIZE, ['chromium']);
let page: Page;

before(async () => {
  page = await (await sharedBrowser('chromium')).newPage({ ...SIZE, timeZone: 'UTC' });
});
after(() => page.close());

/** The lines of a script. */
function linesOf(script: string): string[] {
  return script
    .trim()
    .split('\n')
    .map((line) => line.trim());
}

const MONTH = '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const DAY = new RegExp(
  `(?:\\w+day, ${MONTH} \\d+(?:, \\d{4})?|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d+(?:, \\d{4})?)`,
);

/** Replaces the parts that depend on the time of the test. */
function timeless(line: string): string {
  return line.replace(/\d\d:\d\d/, '00:00').replace(DAY, 'DAY');
}

describe('the accessibility tree', () => {
  for (const [situation, script] of Object.entries(SCRIPTS))
    it(`matches the expected lines in the situation ${situation}`, async () => {
      await openFrame(page, demo.url, `situation=${situation}`);
      assert.deepEqual(await heard('.container deposit-slip'), linesOf(script));
    });

  for (const [situation, script] of Object.entries(PAYMENT_SCRIPTS))
    it(`matches the expected lines in the situation ${situation}`, async () => {
      await page.goto(`${demo.url}/workbench/frame?situation=${situation}`);
      const lines = linesOf(script);
      // Announcements since the page opened come last.
      await page.waitFor(
        (wanted) => {
          const region = document.querySelector('deposit-slip')?.shadowRoot?.querySelector('[role="status"]');
          return region?.textContent.replace(/[\u00a0\u202f]/g, ' ') === wanted;
        },
        { args: [lines.at(-1)!], what: `the situation ${situation} to be announced` },
      );
      assert.deepEqual(await heard('.container deposit-slip'), lines);
    });

  it('matches the expected lines in a history', async () => {
    await page.goto(`${demo.url}/workbench/frame?situation=history-over`);
    await page.waitFor(
      () => {
        const root = document.querySelector('deposit-history')?.shadowRoot;
        return root?.querySelector('.details') && root.querySelector('[role="status"]')!.textContent === '';
      },
      { what: 'the history to be complete' },
    );
    assert.deepEqual((await heard('.container deposit-history')).map(timeless), linesOf(HISTORY_SCRIPT));
  });
});

async function heard(selector: string): Promise<string[]> {
  return (await page.speech(selector)).map((line) => line.replace(/[\u00a0\u202f]/g, ' '));
}
