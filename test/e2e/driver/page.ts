import { setTimeout as pause } from 'node:timers/promises';
import type { puppeteerCore } from '@web/test-runner-chrome';
import type { Engine } from '../../browsers/find.js';
import type { UserInput, Size } from '../../browsers/user-input.js';
import type { Box } from '../../browsers/box.js';
import { boxSource, sourceOf } from './in-page.js';
import type { Activity, Page, Popup, WaitOptions } from './types.js';

/** What differs between the engines; DrivenPage implements the rest once. */
export interface Port {
  readonly engine: Engine;
  readonly input: UserInput;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * The value of an expression, promises awaited. `timeout` is in milliseconds: WebKit never replies if the page is
   * navigating away, so a caller that can try again sets one.
   */
  run(expression: string, timeout?: number): Promise<unknown>;
  /** Opens an empty page of the driver's own, runs the task in it, closes it and returns to this one. */
  aside<T>(task: (other: Pick<Port, 'run' | 'input'>) => Promise<T>): Promise<T>;
  /** The URL of the window that the action opens; the window is closed. */
  openedBy(action: () => Promise<void>, until: number): Promise<string>;
  close(): Promise<void>;
  /** Puppeteer's own page, in Chromium and Firefox. */
  readonly puppeteer?: puppeteerCore.Page;
}

const TIMEOUT_MS = 10_000;
const INTERVAL_MS = 25;
const POLL_MS = 2_000;
const PASTE_MS = 2_000;

const FIELD = `
  const field = document.createElement('textarea');
  field.addEventListener('input', () => { field.title = 'pasted'; });
  document.body.append(field);
  field.focus();
`;

export class DrivenPage implements Page {
  readonly engine: Engine;
  readonly #port: Port;

  constructor(port: Port) {
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
    const deadline = Date.now() + timeout;
    let last: unknown;
    for (;;) {
      try {
        last = await this.#port.run(source, Math.min(timeout, POLL_MS));
        if (last) return last as Awaited<T>;
      } catch (error) {
        // A page that is navigating away does not reply; the next one may.
        last = error;
      }
      if (Date.now() > deadline) break;
      await pause(INTERVAL_MS);
    }
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

  clipboardText(): Promise<string> {
    return this.#port.aside(async ({ run, input }) => {
      await run(`(() => {${FIELD}})()`);
      await input.press('Control+v');
      // An empty clipboard pastes nothing and fires no event.
      const deadline = Date.now() + PASTE_MS;
      const isPasted = async (): Promise<boolean> =>
        (await run("document.querySelector('textarea').title")) === 'pasted';
      while (!(await isPasted()) && Date.now() < deadline) await pause(INTERVAL_MS);
      return String(await run("document.querySelector('textarea').value"));
    });
  }

  async popup(action: () => Promise<void>): Promise<Popup> {
    return { url: await this.#port.openedBy(action, Date.now() + TIMEOUT_MS) };
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
