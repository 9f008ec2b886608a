import type { Page } from './driver/index.js';

/** The element in the frame of the workbench, as a locator. */
export const SHOWN = 'iframe >> :is(deposit-slip, deposit-history)';

/** Opens a situation in the workbench and waits until its element is complete. */
export async function openSituation(page: Page, url: string, query: string): Promise<void> {
  await page.goto(`${url}/workbench?${query}`);
  await settled(page, query);
}

/** Waits until the element in the frame has reached its status, and its QR code is drawn. */
export async function settled(page: Page, what: string): Promise<void> {
  await page.waitFor(isComplete, { args: ['iframe'], what: `${what} to be complete` });
}

/** Opens the page of the frame on its own, and waits in the same way. */
export async function openFrame(page: Page, url: string, query: string): Promise<void> {
  await page.goto(`${url}/workbench/frame?${query}`);
  await page.waitFor(isComplete, { args: [''], what: `${query} to be complete` });
}

/** Runs in the page. The frame is the page itself, or what the selector finds. */
function isComplete(frame: string): boolean {
  const shown = frame === '' ? document : document.querySelector<HTMLIFrameElement>(frame)?.contentDocument;
  const container = shown?.querySelector<HTMLElement>('.container');
  const element = container?.querySelector<HTMLElementTagNameMap['deposit-slip']>(
    ':is(deposit-slip, deposit-history)',
  );
  if (!container || !element?.status) return false;
  const { status, slip, shadowRoot } = element;
  const wanted = container.dataset['reaches'];
  const isSettled = wanted === undefined ? status !== 'loading' && status !== 'idle' : status === wanted;
  const isTold = frame === '' || document.querySelector<HTMLElement>('.health')?.dataset['status'] === status;
  return isSettled && isTold && (!slip?.code || shadowRoot!.querySelector('[data-drawn]') !== null);
}

/** Runs in the page. Whether the whole frame is in the stage, and the whole slip in the frame. */
export function isWhole(): boolean {
  const stage = document.querySelector('.stage')!;
  const [outer, inner] = [stage, document.querySelector('.scaled')!].map((each) =>
    each.getBoundingClientRect(),
  );
  const { scrollHeight, clientHeight } = document.querySelector('iframe')!.contentDocument!.documentElement;
  return inner!.bottom <= outer!.bottom && inner!.top >= outer!.top && scrollHeight <= clientHeight;
}

/** The size at which the frame is drawn. */
export const scale = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const frame = document.querySelector('iframe')!;
    return frame.getBoundingClientRect().width / frame.offsetWidth;
  });

/** The query of the page's address, which holds every knob. */
export const search = (page: Page): Promise<string> => page.evaluate<string, []>('location.search');

/** Presses the radio button of a knob. */
export const turn = (page: Page, knob: string, value: string): Promise<void> =>
  page.evaluate(
    (name, wanted) =>
      document.querySelector<HTMLElement>(`input[name="${name}"][value="${wanted}"]`)!.click(),
    knob,
    value,
  );

/** Waits for the text of a part of the workbench. */
export const waitForText = (page: Page, selector: string, text: string): Promise<boolean> =>
  page.waitFor((place, wanted) => document.querySelector(place)?.textContent.includes(wanted) === true, {
    args: [selector, text],
    what: `${selector} to say ${text}`,
  });
