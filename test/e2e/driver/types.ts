import type { Engine } from '../../browsers/find.js';
import type { Size } from '../../browsers/user-input.js';

export interface PageOptions extends Size, Emulation {}

/** Options that only Chromium can emulate. */
export interface Emulation {
  colorScheme?: 'light' | 'dark';
  forcedColors?: 'active';
  reducedMotion?: 'reduce';
  /** A BCP 47 tag for navigator.language and Accept-Language. */
  locale?: string;
  /** An IANA time zone such as `America/Sao_Paulo`. */
  timeZone?: string;
  /** A phone: its only pointer is a finger, so a click is a tap. */
  touch?: boolean;
  /** The browser's zoom: at 2, the page has half as many CSS pixels, each twice as large. */
  zoom?: number;
  /** The reader has turned scripts off. The driver's own scripts still run. */
  scripts?: false;
}

/** Throws if a page of another engine than Chromium has emulation options. */
export function rejectEmulation(engine: Engine, emulation: Emulation): void {
  const names = Object.keys(emulation);
  if (names.length > 0) throw new Error(`The driver does not support ${names.join(', ')} in ${engine}.`);
}

/** Everything that a page requested and logged since recording began. */
export interface Activity {
  /** URLs of requests and web sockets. */
  readonly requests: readonly string[];
  /** Console lines, errors, and the URLs of windows and workers that were opened. */
  readonly messages: readonly string[];
}

/** What a page still holds after garbage collection. */
export interface Kept {
  readonly nodes: number;
  readonly listeners: number;
}

export interface WaitOptions<A extends unknown[]> {
  /** Milliseconds; 10,000 by default. */
  timeout?: number;
  args?: A;
  /** What the caller waits for, in words, for the error message. */
  what?: string;
}

/** Operations that a page in WebKit rejects. */
export interface PuppeteerOnly {
  /** A PNG of the whole page, from top to bottom. */
  screenshot(): Promise<Buffer>;
  /** The page as printed on A4. */
  pdf(): Promise<Buffer>;
  /**
   * What a screen reader announces for an element, one line per node: its role, name and state. Chromium
   * only.
   */
  speech(selector: string): Promise<string[]>;
  /** Disconnects the page from the network, or connects it again. */
  setOffline(isOffline: boolean): Promise<void>;
  /**
   * Evaluates the source in every document that the page loads from now on, before the document's own
   * scripts.
   */
  beforeScripts(source: string): Promise<void>;
  /** Records the page's activity from now on. Chromium only. */
  record(): Promise<Activity>;
  /** Counts the nodes and listeners that the page holds, inside its document or outside. Chromium only. */
  kept(): Promise<Kept>;
}

/**
 * A page with its own cookies and storage. A locator is a CSS selector; ` >> ` continues inside the open
 * shadow root, or the same-origin frame, of the element before it: `deposit-slip >> [part~="copy"]`.
 */
export interface Page extends PuppeteerOnly {
  readonly engine: Engine;
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Brings this page to the front: in Firefox, all other pages are hidden. */
  toFront(): Promise<void>;
  /** Does not wait, since a page restored from memory loads nothing: wait for what you expect to see. */
  back(): Promise<void>;
  /** Evaluates a function, or the source of an expression, in the page. Arguments and result are JSON. */
  evaluate<T, A extends unknown[]>(fn: ((...args: A) => T) | string, ...args: A): Promise<Awaited<T>>;
  /**
   * Waits for the element, scrolls it into view and clicks its center with the real mouse. In WebKit two
   * quick clicks on the same point are a double click.
   */
  click(locator: string): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  press(combination: string): Promise<void>;
  setViewport(size: Size): Promise<void>;
  /** Evaluates the predicate until it is truthy, and returns its value. */
  waitFor<T, A extends unknown[] = []>(
    predicate: ((...args: A) => T) | string,
    options?: WaitOptions<A>,
  ): Promise<Awaited<T>>;
  /** The text on the clipboard, read by pasting it into a field of a page that belongs to the driver. */
  clipboardText(): Promise<string>;
  close(): Promise<void>;
}

export interface Browser {
  readonly engine: Engine;
  newPage(options: PageOptions): Promise<Page>;
  close(): Promise<void>;
}
