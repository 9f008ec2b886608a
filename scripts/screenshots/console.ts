import { writeFileSync } from 'node:fs';
import { createMerchantClient } from 'deposit-slip/client';
import { startSandbox } from 'deposit-slip-sandbox';
import { ConsolePage, VIEWS } from '../../test/e2e/console-pages.js';
import type { Browser } from '../../test/e2e/driver/index.js';

/** Writes a screenshot of every view of the console, in both color schemes and at three widths. */
export async function consoleSheets(browser: Browser, folder: string): Promise<void> {
  const sandbox = await startSandbox();
  const client = createMerchantClient({ baseUrl: sandbox.url, token: sandbox.token });
  await client.funds.claim({ merchantId: '1001', fiat: 'MXN', amount: '20.00', userPaymentId: '501' });
  await sandbox.control.deposit({ merchantId: 1001, fiat: 'MXN', amount: '1250.00', account: '1' });
  await sandbox.control.faults([{ route: 'transfer', lose: 'answer', count: 1 }]);
  for (const width of [360, 768, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ width, height: 860, colorScheme });
      const tester = new ConsolePage(page);
      await tester.open(sandbox);
      // Answered while the console follows the requests, so that it shows one; and opened.
      await client.pendingFund.get({ merchantId: '1001', paymentId: 90, fiat: 'BRL' });
      await tester.sees('addfunds');
      await page.press('j');
      await page.press('Enter');
      for (const title of ['Requests', ...VIEWS.filter((each) => each !== 'Requests')]) {
        if (title !== 'Requests') await tester.go(String((VIEWS.indexOf(title) + 1) % 10), title);
        const name = `console-${width}-${colorScheme}-${title.toLowerCase()}.png`;
        writeFileSync(`${folder}/${name}`, await page.screenshot());
        console.log(`sheets/${name}`);
      }
      await page.close();
    }
  await sandbox.stop();
}
