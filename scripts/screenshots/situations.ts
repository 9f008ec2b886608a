import { PNG } from 'pngjs';
import { SITUATIONS } from '../../demo/situations/index.js';
import type { Page } from '../../test/e2e/driver/index.js';
import { openFrame } from '../../test/e2e/workbench-page.js';

const GAP = 8;
/** The room around the element in its frame (demo/workbench/frame.css). */
const PADDING = 12;

/** A screenshot of every situation, in columns of about the same height. */
export async function situationsSheet(
  page: Page,
  url: string,
  query: URLSearchParams,
  columns: number,
): Promise<Buffer> {
  await page.setViewport({ width: Number(query.get('width')) + 2 * PADDING, height: 200 });
  const shots: PNG[] = [];
  for (const { id } of SITUATIONS) {
    query.set('situation', id);
    await openFrame(page, url, query.toString());
    // The leading value of this one is copied, so that the sheet shows the confirmation too.
    if (id === 'ready') await page.click('deposit-slip >> .lead [part="copy"]');
    shots.push(PNG.sync.read(await page.screenshot()));
  }
  return inColumns(shots, columns);
}

/** Puts each image below the shortest column. */
function inColumns(images: readonly PNG[], columns: number): Buffer {
  const step = images[0]!.width + GAP;
  const heights = Array.from({ length: columns }, () => 0);
  const places = images.map((image) => {
    const column = heights.indexOf(Math.min(...heights));
    const top = heights[column]!;
    heights[column] = top + image.height + GAP;
    return { image, left: column * step, top };
  });
  const sheet = new PNG({ width: columns * step, height: Math.max(...heights) });
  sheet.data.fill(0x80);
  for (const { image, left, top } of places)
    PNG.bitblt(image, sheet, 0, 0, image.width, image.height, left, top);
  return PNG.sync.write(sheet);
}
