import { setTimeout as pause } from 'node:timers/promises';
import { PNG } from 'pngjs';
import type { Engine } from '../../browsers/find.js';
import type { ClickOptions, UserInput, Size } from '../../browsers/user-input.js';
import { boxOf, sourceOf, type Box } from './in-page.js';
import type { Page, Popup, WaitOptions } from './types.js';

/** What differs between the engines; everything else is written once, below. */
export interface Port {
  readonly engine: Engine;
  readonly input: UserInput;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * The value of an expression, promises awaited. A question is lost if the page is just being left: WebKit
   * then never answers, so whoever may ask again gives it a time-out in milliseconds.
   */
  run(expression: string, timeout?: number): Promise<unknown>;
  /** Shows an empty page of the driver's own for as long as the task takes, then this one again. */
  aside<T>(task: (other: Pick<Port, 'run' | 'input'>) => Promise<T>): Promise<T>;
  /** Addresses of the windows this page has opened. */
  openedBy(action: () => Promise<void>, until: number): Promise<string>;
  close(): Promise<void>;
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

  async forward(): Promise<void> {
    await this.#port.run('void setTimeout(() => history.forward())');
  }

  async evaluate<T, A extends unknown[]>(fn: ((...args: A) => T) | string, ...args: A): Promise<Awaited<T>> {
    return (await this.#port.run(sourceOf(fn, args))) as Awaited<T>;
  }

  async click(locator: string, options: ClickOptions = {}): Promise<void> {
    const { x, y, width, height } = await this.#box(locator);
    await this.#port.input.click(x + width / 2, y + height / 2, options);
  }

  clickAt(x: number, y: number): Promise<void> {
    return this.#port.input.click(x, y);
  }

  async hover(locator: string): Promise<void> {
    const { x, y, width, height } = await this.#box(locator);
    await this.#port.input.hover(x + width / 2, y + height / 2);
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
        // A page that is just being left has nobody to answer; the next one may.
        last = error;
      }
      if (Date.now() > deadline) break;
      await pause(INTERVAL_MS);
    }
    const wanted = what ?? String(predicate);
    const answer = last instanceof Error ? `it threw ${last.message}` : `it was ${JSON.stringify(last)}`;
    throw new Error(`Waited ${timeout} ms in ${this.engine} for ${wanted}: at last ${answer}.`);
  }

  async screenshot(locator?: string): Promise<Buffer> {
    const box = locator === undefined ? undefined : await this.#box(locator);
    const png = await this.#port.input.screenshot();
    if (!box) return png;
    const whole = PNG.sync.read(png);
    const scale = whole.width / Number(await this.#port.run('innerWidth'));
    if (
      box.x < 0 ||
      box.y < 0 ||
      (box.x + box.width) * scale > whole.width ||
      (box.y + box.height) * scale > whole.height
    ) {
      throw new Error(`"${locator ?? ''}" is larger than the viewport: set a larger one for its picture.`);
    }
    const part = new PNG({ width: Math.round(box.width * scale), height: Math.round(box.height * scale) });
    PNG.bitblt(
      whole,
      part,
      Math.round(box.x * scale),
      Math.round(box.y * scale),
      part.width,
      part.height,
      0,
      0,
    );
    return PNG.sync.write(part);
  }

  clipboardText(): Promise<string> {
    return this.#port.aside(async ({ run, input }) => {
      await run(`(() => {${FIELD}})()`);
      await input.press('Control+v');
      // An empty clipboard pastes nothing, so there may be nothing to wait for.
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

  #box(locator: string): Promise<Box> {
    const what = `"${locator}" to be there, with a size, in view`;
    return this.waitFor(boxOf, { args: [locator], what }) as Promise<Box>;
  }
}
