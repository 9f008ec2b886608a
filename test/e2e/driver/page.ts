import { setTimeout as pause } from 'node:timers/promises';
import type { puppeteerCore } from '@web/test-runner-chrome';
import type { Engine } from '../../browsers/find.js';
import type { UserInput, Size } from '../../browsers/user-input.js';
import type { Box } from '../../browsers/box.js';
import { boxSource, sourceOf } from './in-page.js';
import type { Activity, Page, Popup, WaitOptions } from './types.js';

/** What differs between the engines; DrivenPage implements the rest once. */
export interface Port<Window> {
  readonly engine: Engine;
  readonly input: UserInput;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * The value of an expression, promises awaited. `timeout` is in milliseconds: WebKit never replies if the page is
   * navigating away, so a caller that can try again sets one.
   */
  run(expression: string, timeout?: number): Promise<unknown>;
  /** Every window, also this one. */
  windows(): Promise<readonly Window[]>;
  /** Opens an empty window of the driver's own. */
  newWindow(): Promise<Window>;
  /** Runs a task in another window, closes that window and returns to this one. */
  inside<T>(window: Window, task: (other: OtherWindow) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Puppeteer's own page, in Chromium and Firefox. */
  readonly puppeteer?: puppeteerCore.Page;
}

interface OtherWindow extends Pick<Port<never>, 'run' | 'input'> {
  url(): Promise<string>;
}

const TIMEOUT_MS = 10_000;
const INTERVAL_MS = 25;
const POLL_MS = 2_000;
const PASTE_MS = 2_000;

/** Calls a function until its result is truthy or the time is up, and returns the last result. */
async function poll<T>(probe: () => Promise<T>, milliseconds: number): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const result = await probe();
    if (result || Date.now() > deadline) return result;
    await pause(INTERVAL_MS);
  }
}

const FIELD = `
  const field = document.createElement('textarea');
  field.addEventListener('input', () => { field.title = 'pasted'; });
  document.body.append(field);
  field.focus();
`;

export class DrivenPage<Window> implements Page {
  readonly engine: Engine;
  readonly #port: Port<Window>;

  constructor(port: Port<Window>) {
    this.engine = port.engine;
    this.#port = port;
  }

  goto(url: string): Promise<void> {
    return this.#port.goto(url);
  }

  reload(): Promise<void> {
    return this.#port.reload();
  }

  async back(): Promise<void> {
    await this.#port.run('void setTimeout(() => history.back())');
  }

  async evaluate<T, A extends unknown[]>(fn: ((...args: A) => T) | string, ...args: A): Promise<Awaited<T>> {
    return (await this.#port.run(sourceOf(fn, args))) as Awaited<T>;
  }

  async click(locator: string): Promise<void> {
    const what = `"${locator}" to be visible`;
    const { x, y, width, height } = (await this.waitFor(boxSource(locator), { what })) as Box;
    await this.#port.input.click(x + width / 2, y + height / 2);
  }

  type(text: string): Promise<void> {
    return this.#port.input.type(text);
  }

  press(combination: string): Promise<void> {
    return this.#port.input.press(combination);
  }

  setViewport(size: Size): Promise<void> {
    return this.#port.input.viewport(size);
  }

  async waitFor<T, A extends unknown[] = []>(
    predicate: ((...args: A) => T) | string,
    { timeout = TIMEOUT_MS, args, what }: WaitOptions<A> = {},
  ): Promise<Awaited<T>> {
    const source = sourceOf(predicate, args ?? []);
    let last: unknown;
    const isTrue = await poll(async () => {
      // A page that is navigating away does not reply; the next one may.
      last = await this.#port.run(source, Math.min(timeout, POLL_MS)).catch((error: unknown) => error);
      return Boolean(last) && !(last instanceof Error);
    }, timeout);
    if (isTrue) return last as Awaited<T>;
    const wanted = what ?? String(predicate);
    const result = last instanceof Error ? `threw ${last.message}` : `was ${JSON.stringify(last)}`;
    throw new Error(`Waited ${timeout} ms in ${this.engine} for ${wanted}; the last result ${result}.`);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#puppeteer.screenshot({ type: 'png', fullPage: true }));
  }

  setOffline(isOffline: boolean): Promise<void> {
    return this.#puppeteer.setOfflineMode(isOffline);
  }

  async record(): Promise<Activity> {
    if (this.engine !== 'chromium') throw new Error(`The driver cannot record a page in ${this.engine}.`);
    const page = this.#puppeteer;
    const requests: string[] = [];
    const messages: string[] = [];
    const protocol = await page.createCDPSession();
    await protocol.send('Network.enable');
    protocol.on('Network.requestWillBeSent', ({ request }) => void requests.push(request.url));
    protocol.on('Network.webSocketCreated', ({ url }) => void requests.push(url));
    page.on('console', (message) => void messages.push(message.text()));
    page.on('pageerror', (error) => void messages.push(String(error)));
    page.on('popup', (popup) => void messages.push(popup?.url() ?? 'a window'));
    page.on('workercreated', (worker) => void messages.push(worker.url()));
    return { requests, messages };
  }

  async clipboardText(): Promise<string> {
    return this.#port.inside(await this.#port.newWindow(), async ({ run, input }) => {
      await run(`(() => {${FIELD}})()`);
      await input.press('Control+v');
      // An empty clipboard pastes nothing and fires no event.
      await poll(() => run("document.querySelector('textarea').title === 'pasted'"), PASTE_MS);
      return String(await run("document.querySelector('textarea').value"));
    });
  }

  async popup(action: () => Promise<void>): Promise<Popup> {
    const before = await this.#port.windows();
    await action();
    const isNew = (window: Window): boolean => !before.includes(window);
    const opened = await poll(async () => (await this.#port.windows()).find(isNew), TIMEOUT_MS);
    if (!opened) throw new Error('No window was opened.');
    const url = await this.#port.inside(opened, (window) =>
      poll(async () => (await window.url()).replace(/^(about:blank|:)$/, ''), TIMEOUT_MS),
    );
    if (!url) throw new Error('No window was opened with a URL.');
    return { url };
  }

  close(): Promise<void> {
    return this.#port.close();
  }

  get #puppeteer(): puppeteerCore.Page {
    const { engine, puppeteer } = this.#port;
    if (!puppeteer) throw new Error(`The driver cannot do this in ${engine}.`);
    return puppeteer;
  }
}
