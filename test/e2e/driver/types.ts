import type { Engine } from '../../browsers/find.js';
import type { ClickOptions, PermissionSetting, Size } from '../../browsers/user-input.js';

export interface PageOptions extends Size {
  colorScheme?: 'light' | 'dark';
  /** A BCP 47 tag for navigator.language and Accept-Language. Chromium and Firefox only. */
  locale?: string;
  /** Chromium only; `clipboard-write` is granted unless denied here, as in a browser with a window. */
  permissions?: Record<string, PermissionSetting>;
}

export interface WaitOptions<A extends unknown[]> {
  /** Milliseconds; 10,000 unless told. */
  timeout?: number;
  args?: A;
  /** What was waited for, in words, for the failure's message. */
  what?: string;
}

export interface Popup {
  url: string;
}

/**
 * A page with its own cookies and storage. A locator is a CSS selector; ` >> ` goes on inside the open shadow
 * root, or the same-origin frame, of what stands before it: `deposit-slip >> [part~="copy"]`.
 */
export interface Page {
  readonly engine: Engine;
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Only asks to go back, since a page kept in memory loads nothing: wait for what you expect to see. */
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Runs a function, or the source of an expression, in the page. Arguments and result are JSON. */
  evaluate<T, A extends unknown[]>(fn: ((...args: A) => T) | string, ...args: A): Promise<Awaited<T>>;
  /**
   * Waits for the element, scrolls it into view and clicks its centre with the real mouse. In WebKit two quick
   * clicks on one place are a double click, as they are with a hand.
   */
  click(locator: string, options?: ClickOptions): Promise<void>;
  /** A real click at viewport coordinates, for what no locator reaches: frames of another origin. */
  clickAt(x: number, y: number): Promise<void>;
  hover(locator: string): Promise<void>;
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>;
  press(combination: string): Promise<void>;
  setViewport(size: Size): Promise<void>;
  /** Evaluates the predicate until it is truthy, and returns its value. */
  waitFor<T, A extends unknown[] = []>(
    predicate: ((...args: A) => T) | string,
    options?: WaitOptions<A>,
  ): Promise<Awaited<T>>;
  /** A PNG of the viewport, or of the part of it where the element is. */
  screenshot(locator?: string): Promise<Buffer>;
  /** What the clipboard holds, by a real paste into a field of a page of the driver's own. */
  clipboardText(): Promise<string>;
  /** Does something that opens a window, and tells where that went; the window is closed again. */
  popup(action: () => Promise<void>): Promise<Popup>;
  close(): Promise<void>;
}

export interface Browser {
  readonly engine: Engine;
  newPage(options: PageOptions): Promise<Page>;
  close(): Promise<void>;
}
