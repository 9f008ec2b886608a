import { writeFileSync } from 'node:fs';
import type { Demo } from '../../demo/demo.js';
import { reach } from '../../test/e2e/demo-browsers.js';
import type { Browser, Page } from '../../test/e2e/driver/index.js';

const CHECKOUT = '#checkout deposit-slip';
const WIDTHS = [360, 768, 1280] as const;
const THEMES = ['light', 'dark'] as const;
const HEIGHT = 900;

/** A page of the demo, and the actions before its screenshot. */
interface Shot {
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const SHOTS: Readonly<Record<string, Shot>> = {
  shop: { path: '/?country=BR', prepare: (page) => reach(page, CHECKOUT, 'ready') },
  'shop-choosing': { path: '/?country=AR', prepare: (page) => reach(page, CHECKOUT, 'choosing') },
  'shop-copied': { path: '/?country=MX', prepare: copyOnShop },
  'shop-paid': { path: '/?country=MX', prepare: pay },
  methods: { path: '/methods', prepare: settled },
  workbench: { path: '/workbench?situation=failed-check&lang=es-AR', prepare: framed },
  wallet: { path: '/wallet?country=BR' },
  'wallet-drawer': { path: '/wallet/add?country=BR', prepare: (page) => reach(page, 'sol-deposit', 'ready') },
};

/** Writes a screenshot of every page of the demo, in both color schemes and at three widths. */
export async function pageSheets(browser: Browser, demo: Demo, folder: string): Promise<void> {
  for (const width of WIDTHS)
    for (const colorScheme of THEMES)
      for (const [name, { path, prepare }] of Object.entries(SHOTS)) {
        const page = await browser.newPage({ width, height: HEIGHT, colorScheme });
        await page.goto(`${demo.url}${path}`);
        await prepare?.(page);
        await page.waitFor(() => document.getAnimations().every(({ playState }) => playState !== 'running'), {
          what: 'every animation to end',
        });
        const file = `page-${name}-${width}-${colorScheme}.png`;
        writeFileSync(`${folder}/${file}`, await page.screenshot());
        console.log(`sheets/${file}`);
        await page.close();
      }
}

/** Copies the account, and waits until the phone is filled in. */
export async function copyOnShop(page: Page): Promise<void> {
  await reach(page, CHECKOUT, 'ready');
  await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
  await page.waitFor(
    () =>
      document
        .querySelector<HTMLIFrameElement>('#phone iframe')!
        .contentDocument!.querySelector('#amount') !== null,
    { what: 'the phone to be filled in' },
  );
}

async function pay(page: Page): Promise<void> {
  await copyOnShop(page);
  await page.evaluate(() => {
    const { contentDocument } = document.querySelector<HTMLIFrameElement>('#phone iframe')!;
    contentDocument!.querySelector<HTMLInputElement>('#amount')!.value = '1250';
    contentDocument!.querySelector<HTMLInputElement>('#beneficiary')!.value = 'Tienda Sol SA de CV';
    // Only where the phone is a sheet.
    document.querySelector<HTMLElement>('#phone .handle')!.click();
  });
  await page.click('#phone iframe >> [value="pay"]');
  await reach(page, CHECKOUT, 'arrived');
  await page.waitFor(() => document.querySelector('main')!.dataset['state'] === 'paid');
}

function settled(page: Page): Promise<unknown> {
  return page.waitFor(
    () =>
      [...document.querySelectorAll('deposit-slip')].every(
        ({ status }) => status !== 'idle' && status !== 'loading',
      ),
    { what: 'every slip to be shown' },
  );
}

/** The frame of the workbench shows its slip. */
function framed(page: Page): Promise<unknown> {
  return page.waitFor(
    () => {
      const roots: (Document | ShadowRoot)[] = [document];
      for (const root of roots)
        for (const element of root.querySelectorAll('*')) {
          if (element.shadowRoot) roots.push(element.shadowRoot);
          if (element instanceof HTMLIFrameElement && element.contentDocument)
            roots.push(element.contentDocument);
          if (element.localName === 'deposit-slip') return 'status' in element && element.status === 'ready';
        }
      return false;
    },
    { what: 'the framed slip' },
  );
}
