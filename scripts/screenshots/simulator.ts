import { PNG } from 'pngjs';
import type { Demo } from '../../demo/demo.js';
import type { Page } from '../../test/e2e/driver/index.js';
import { simulatorPages } from '../../test/e2e/simulator-pages.js';

const GAP = 24;

/**
 * A screenshot of every page of the payer's simulated bank, side by side, in the page's width and color
 * scheme.
 */
export async function simulatorSheet({ sandbox }: Demo, page: Page, lang: string): Promise<Buffer> {
  const addresses = await simulatorPages(sandbox, lang);
  const shots: Buffer[] = [];
  for (const address of addresses) {
    await page.goto(address);
    shots.push(await page.screenshot());
  }
  // The amount of one is too small for this preset, that of the other is not.
  for (const address of addresses.slice(-2)) {
    await page.goto(address);
    await page.click('[value="part"]');
    await page.waitFor("document.querySelector('[role=alert], .outcome') !== null");
    shots.push(await page.screenshot());
  }
  return sideBySide(shots.map((shot) => PNG.sync.read(shot)));
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
