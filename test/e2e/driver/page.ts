import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../browsers/find.js';
import type { UserInput } from '../../browsers/user-input.js';
import type { Box } from '../../browsers/box.js';
import { boxSource, sourceOf } from './in-page.js';
import type { Page, PuppeteerOnly, WaitOptions } from './types.js';

/** The operations that differ between the engines. `pageOf` implements everything else once. */
export interface Port<Window> {
  readonly engine: Engine;
  readonly input: UserInput;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  toFront(): Promise<void>;
  /**
   * The value of an expression, promises awaited. `timeout` is in milliseconds: WebKit never replies if the
   * page is navigating away, so a caller that can try again sets one.
   */
  run(expression: string, timeout?: number): Promise<unknown>;
  /** Opens an empty window of the driver. */
  newWindow(): Promise<Window>;
  /** Runs a task in another window, closes that window and returns to this one. */
  inside<T>(window: Window, task: (other: Pick<Port<never>, 'run' | 'input'>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
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

/** Describes the page when a wait fails: its text, and the text of its elements. */
const SHOWN = `[
  location.href, document.readyState, document.visibilityState, document.body?.innerText.slice(0, 600),
  ...[...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot?.textContent.replace(/\\s+/g, ' ')),
].filter(Boolean).join(' | ').slice(0, 1500)`;

/** The operations that work the same way in every engine. */
export function pageOf<Window>(port: Port<Window>): Omit<Page, keyof PuppeteerOnly> {
  const { engine, input } = port;

  async function evaluate<T, A extends unknown[]>(
    fn: ((...args: A) => T) | string,
    ...args: A
  ): Promise<Awaited<T>> {
    return (await port.run(sourceOf(fn, args))) as Awaited<T>;
  }

  async function waitFor<T, A extends unknown[] = []>(
    predicate: ((...args: A) => T) | string,
    { timeout = TIMEOUT_MS, args, what }: WaitOptions<A> = {},
  ): Promise<Awaited<T>> {
    const source = sourceOf(predicate, args ?? []);
    let last: unknown;
    const isTrue = await poll(async () => {
      // A page that is navigating away does not reply; the next one may.
      last = await port.run(source, Math.min(timeout, POLL_MS)).catch((error: unknown) => error);
      return Boolean(last) && !(last instanceof Error);
    }, timeout);
    if (isTrue) return last as Awaited<T>;
    const wanted = what ?? String(predicate);
    const result = last instanceof Error ? `threw ${last.message}` : `was ${JSON.stringify(last)}`;
    const shown = await port.run(SHOWN, POLL_MS).catch((error: unknown) => `no answer: ${String(error)}`);
    throw new Error(
      `Waited ${timeout} ms in ${engine} for ${wanted}; the last result ${result}. The page: ${String(shown)}`,
    );
  }

  return {
    engine,
    evaluate,
    waitFor,
    goto: (url) => port.goto(url),
    reload: () => port.reload(),
    toFront: () => port.toFront(),
    close: () => port.close(),
    type: (text) => input.type(text),
    press: (combination) => input.press(combination),
    setViewport: (size) => input.viewport(size),
    back: async () => void (await port.run('void setTimeout(() => history.back())')),

    click: async (locator) => {
      const what = `"${locator}" to be visible`;
      const { x, y, width, height } = (await waitFor(boxSource(locator), { what })) as Box;
      await input.click(x + width / 2, y + height / 2);
    },

    clipboardText: async () =>
      port.inside(await port.newWindow(), async (other) => {
        await other.run(`(() => {${FIELD}})()`);
        await other.input.press('Control+v');
        // An empty clipboard pastes nothing and fires no event.
        await poll(() => other.run("document.querySelector('textarea').title === 'pasted'"), PASTE_MS);
        return String(await other.run("document.querySelector('textarea').value"));
      }),
  };
}
