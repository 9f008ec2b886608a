import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findWebkit } from './find.js';
import { freePort } from './free-port.js';

/** A W3C WebDriver session with one WebKitGTK browser. */
export interface WebdriverSession {
  /**
   * Sends a command below `/session/{id}`. Returns its `value` or throws the driver's message. Milliseconds.
   */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, timeout?: number): Promise<unknown>;
  close(): Promise<void>;
}

/** The screen of Xvfb, large enough for the viewport of every test. */
export const SCREEN = { width: 1920, height: 1600 };

const START_TIMEOUT_MS = 60_000;
/** No command takes this long: if one does, the driver has lost the response. */
const COMMAND_TIMEOUT_MS = 60_000;

/** Processes to stop when this one exits. */
const children = new Set<ChildProcess>();
process.on('exit', () => children.forEach((child) => child.kill()));

function stopOnExit(child: ChildProcess): ChildProcess {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

/** Opens a display. Xvfb picks a free number itself and writes it to file descriptor 3. */
async function openDisplay(xvfb: string): Promise<{ name: string; close(): Promise<void> }> {
  const child = stopOnExit(
    spawn(
      xvfb,
      ['-displayfd', '3', '-screen', '0', `${SCREEN.width}x${SCREEN.height}x24`, '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    ),
  );
  const number = child.stdio[3];
  if (!number) throw new Error('Xvfb did not open a display.');
  const [chunk] = (await once(number, 'data', { signal: AbortSignal.timeout(START_TIMEOUT_MS) })) as [Buffer];
  return { name: `:${chunk.toString().trim()}`, close: () => end(child) };
}

/** The browser's tool bar keeps a window at least 447 px wide; without padding 320 px fit. */
const NARROW =
  '* { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; border-spacing: 0; }';

/** A separate home folder, so that no desktop setting changes a test and no file is left behind. */
function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'));
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    mkdirSync(join(home, version));
    writeFileSync(join(home, version, 'gtk.css'), NARROW);
  }
  return home;
}

function environment(home: string, display: string | undefined): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(display === undefined ? {} : { DISPLAY: display, GDK_BACKEND: 'x11' }),
    GTK_THEME: 'Adwaita',
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    GIO_USE_VFS: 'local',
    NO_AT_BRIDGE: '1',
  };
}

async function request(
  method: string,
  url: string,
  body?: object,
  timeout = COMMAND_TIMEOUT_MS,
): Promise<unknown> {
  const where = `WebKit, ${method} ${new URL(url).pathname}`;
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(timeout),
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  }).catch((error: unknown) => {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new Error(isLate ? `${where}: no response within ${timeout} ms` : `${where}: ${String(error)}`, {
      cause: error,
    });
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${where}: ${error}: ${message}`);
}

async function untilReady(base: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await request('GET', `${base}/status`);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('WebKitWebDriver did not start.', { cause: error });
      await pause(50);
    }
  }
}

async function newSession(base: string, browser: string, pageLoadStrategy: string): Promise<string> {
  const value = (await request('POST', `${base}/session`, {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy,
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      },
    },
  })) as { sessionId: string };
  return value.sessionId;
}

/**
 * Starts a driver, a browser and a display of its own: WebKitWebDriver holds one session at a time, and a
 * browser alone on a display always has the focus.
 * @param pageLoadStrategy `normal` waits until a page has loaded, `none` does not wait.
 */
export async function openWebkit(pageLoadStrategy: 'normal' | 'none'): Promise<WebdriverSession> {
  const paths = findWebkit();
  if (paths === undefined) throw new Error('WebKitGTK was not found.');
  const display = paths.xvfb === undefined ? undefined : await openDisplay(paths.xvfb);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const home = newHome();
  const env = environment(home, display?.name);
  const child = stopOnExit(spawn(paths.driver, [`--port=${port}`], { env, stdio: 'ignore' }));
  await untilReady(base);
  const session = `${base}/session/${await newSession(base, paths.browser, pageLoadStrategy)}`;
  return {
    call: (method, path, body, timeout) => request(method, session + path, body, timeout),
    close: async () => {
      await request('DELETE', session).catch(() => undefined);
      await end(child);
      await display?.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
