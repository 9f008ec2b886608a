/**
 * `npm run sheets`: contact sheets of every view, to be looked at before anything visible is called done. One picture
 * per container width, theme and language, in `sheets/`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { METHODS } from 'deposit-slip/core';
import { chromium, type Page } from 'playwright-core';
import { scriptTagFile } from '../demo/script-tag.js';
import { findChromium } from '../test/browsers/find.js';

const WIDTHS = [280, 420, 900];
const THEMES = ['light', 'dark'];
const LANGUAGES = ['en', 'es-MX', 'pt-BR'];

/** One element on a sheet: attributes, an answer, and what happens to it then. */
interface View {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly answer?: object;
  readonly happens?: 'arrive' | 'copy' | 'show-qr' | 'type';
}

const answerOf = (id: number): object => {
  const { fiat, sample, hasTxId } = METHODS.find((method) => method.id === id)!;
  return { test: true, code: 200, data: { fiat, fieldList: sample, ...(hasTxId && { txId: '100015' }) } };
};

const VIEWS: readonly View[] = [
  ...METHODS.map(({ id, slug, amount }) => ({
    name: slug,
    attributes: { 'payment-id': String(id), ...(amount === 'required' && { amount: '1150.50' }) },
    answer: answerOf(id),
  })),
  {
    name: 'pix, amount, QR shown',
    attributes: { 'payment-id': '90', amount: '187.40' },
    answer: answerOf(90),
    happens: 'show-qr',
  },
  { name: 'copied', attributes: { 'payment-id': '105' }, answer: answerOf(105), happens: 'copy' },
  {
    name: 'arrived',
    attributes: { 'payment-id': '105', amount: '1500.00' },
    answer: answerOf(105),
    happens: 'arrive',
  },
  {
    name: 'failed check, unknown key',
    attributes: { 'payment-id': '105' },
    answer: {
      fiat: 'MXN',
      fieldList: { 'Cuenta CLABE': '999180000000000018', Referencia: '7001', Note: 'a'.repeat(60) },
    },
  },
  { name: 'skeleton', attributes: { 'payment-id': '90', endpoint: 'https://waits.example/' } },
  { name: 'picker', attributes: { 'payment-id': '90 105 85 95', endpoint: 'https://waits.example/' } },
  { name: 'amount', attributes: { 'payment-id': '95', endpoint: 'https://waits.example/' }, happens: 'type' },
  { name: 'offline', attributes: { 'payment-id': '105', endpoint: 'https://fails.example/' } },
  { name: 'incomplete', attributes: { 'payment-id': '105' }, answer: { fiat: 'MXN', fieldList: {} } },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const script = readFileSync(await scriptTagFile(root), 'utf8');
mkdirSync(`${root}/sheets`, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const width of WIDTHS)
  for (const theme of THEMES) for (const lang of LANGUAGES) await sheet(width, theme, lang);
await browser.close();

async function sheet(width: number, theme: string, lang: string): Promise<void> {
  const columns = width === 280 ? 5 : width === 420 ? 4 : 2;
  const page = await browser.newPage({ viewport: { width: columns * (width + 24) + 24, height: 800 } });
  await page.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html><body></body></html>' }),
  );
  await page.goto('https://sheet.example/');
  await page.route('https://waits.example/**', () => undefined);
  await page.route('https://fails.example/**', (route) => route.abort());
  await page.addScriptTag({ content: script, type: 'module' });
  await page.evaluate(layOut, { views: VIEWS, width, theme, lang, columns });
  await settle(page);
  const path = `sheets/${width}-${theme}-${lang}.png`;
  await page.screenshot({ path: `${root}/${path}`, fullPage: true });
  console.log(path);
  await page.close();
}

/** Runs in the page. */
async function layOut(given: {
  views: readonly View[];
  width: number;
  theme: string;
  lang: string;
  columns: number;
}): Promise<void> {
  const { views, width, theme, lang, columns } = given;
  document.documentElement.lang = lang;
  document.documentElement.style.colorScheme = theme;
  document.body.style.cssText = `margin: 24px; font-family: system-ui, sans-serif; columns: ${columns}; column-gap: 24px`;
  await customElements.whenDefined('deposit-slip');
  for (const { name, attributes, answer, happens } of views) {
    const figure = document.createElement('figure');
    figure.style.cssText = `width: ${width}px; margin: 0 0 24px; break-inside: avoid`;
    const caption = document.createElement('figcaption');
    caption.textContent = name;
    caption.style.cssText = 'font-size: 11px; opacity: .6; margin-bottom: 4px';
    const slip = document.createElement('deposit-slip');
    slip.merchantName = 'Tienda Sol';
    slip.watch = true;
    if (answer) slip.answer = answer;
    for (const [attribute, value] of Object.entries(attributes)) slip.setAttribute(attribute, value);
    figure.append(caption, slip);
    document.body.append(figure);
    await slip.updateComplete;
    const root = slip.shadowRoot!;
    if (happens === 'arrive') slip.markArrived({ amount: '1500.00', fiat: 'MXN' });
    if (happens === 'copy') root.querySelector<HTMLElement>('.lead [part="copy"]')!.click();
    if (happens === 'show-qr') root.querySelector<HTMLElement>('.toggle')!.click();
    if (happens === 'type') {
      const box = root.querySelector('input')!;
      box.value = '1500.5';
      box.dispatchEvent(new Event('input'));
    }
  }
}

/** The QR codes are drawn and the failing request has failed. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('deposit-slip')].every(
      ({ slip, shadowRoot, status, endpoint }) =>
        (!slip?.code || shadowRoot!.querySelector('[data-drawn]')) &&
        (!endpoint?.includes('fails') || status === 'problem'),
    ),
  );
}
