import { PNG } from 'pngjs';
import type { Demo } from '../demo/demo.js';
import type { Page } from '../test/e2e/driver/index.js';

const MERCHANT = '1001';
const GAP = 24;

/** A screenshot of every page of the payer's simulated bank, side by side, in the page's width and color scheme. */
export async function simulatorSheet({ sandbox }: Demo, page: Page, lang: string): Promise<Buffer> {
  const clabe = (await details(sandbox, 105, 'MXN'))['Cuenta CLABE']!;
  const sepa = await details(sandbox, 85, 'EUR');
  const { qrCodeLink = '' } = await details(sandbox, 137, 'ARS', '1500.00');
  const kept = { lang, return: 'http://localhost:4400/?lang=en' };
  const at = (path: string, params: Record<string, string> = {}): string =>
    `${new URL(path, sandbox.url)}?${new URLSearchParams({ ...params, ...kept })}`;
  const transfer = { account: clabe, amount: '1250.00' };
  const addresses = [
    at('/sandbox/pay'),
    at('/sandbox/pay', { account: '999180000000000017' }),
    at('/sandbox/pay', transfer),
    at('/sandbox/pay', { account: sepa['IBAN']!, reference: sepa['Deposit Message']!, amount: '20' }),
    at('/sandbox/pay', { link: qrCodeLink }),
    at(qrCodeLink),
    at(await verifyLink(sandbox)),
    at('/sandbox/pay/late', transfer),
    at('/sandbox/pay/refused', transfer),
  ];
  const shots: Buffer[] = [];
  for (const address of addresses) {
    await page.goto(address);
    shots.push(await page.screenshot());
  }
  // A form with a sum that is too small for the preset, then with one that is not.
  for (const amount of ['1', '1250']) {
    await page.goto(at('/sandbox/pay', { account: clabe, amount }));
    await page.click('[value="other"]');
    await page.waitFor("document.querySelector('[role=alert], .outcome') !== null");
    shots.push(await page.screenshot());
  }
  return sideBySide(shots.map((shot) => PNG.sync.read(shot)));
}

async function details(
  { url, token }: Demo['sandbox'],
  paymentId: number,
  fiat: string,
  amount?: string,
): Promise<Record<string, string>> {
  const query = { merchantId: MERCHANT, paymentId: String(paymentId), fiat, ...(amount && { amount }) };
  const response = await fetch(`${url}/v2/merchant/addfunds?${new URLSearchParams(query)}`, {
    headers: { 'x-bh-token': token },
  });
  const { data } = (await response.json()) as { data: { fieldList: Record<string, string> } };
  return data.fieldList;
}

async function verifyLink({ url, token }: Demo['sandbox']): Promise<string> {
  const response = await fetch(`${url}/v2/merchant/accounts`, {
    method: 'POST',
    headers: { 'x-bh-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({
      merchantId: Number(MERCHANT),
      fiat: 'EUR',
      trench: 'BANK_NAME_B',
      callbackUri: 'https://shop.example/back',
      fieldList: { email: 'ana@shop.example', firstName: 'Ana', lastName: 'Sol' },
    }),
  });
  const { data } = (await response.json()) as { data: { verifyLink: string } };
  return data.verifyLink;
}

function sideBySide(images: readonly PNG[]): Buffer {
  const width = images.reduce((sum, image) => sum + image.width + GAP, 0);
  const sheet = new PNG({ width, height: Math.max(...images.map(({ height }) => height)) });
  sheet.data.fill(0x80);
  let left = 0;
  for (const image of images) {
    PNG.bitblt(image, sheet, 0, 0, image.width, image.height, left, 0);
    left += image.width + GAP;
  }
  return PNG.sync.write(sheet);
}
