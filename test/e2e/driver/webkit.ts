import { setTimeout as pause } from 'node:timers/promises';
import { findWebkit } from '../../browsers/find.js';
import { openDisplay, openWebkit, type WebdriverSession } from '../../browsers/webdriver.js';
import { webkitInput } from '../../browsers/webkit-input.js';
import { DrivenPage, type Port } from './page.js';
import { rejectEmulation, type Browser, type Page, type PageOptions } from './types.js';

/** Awaits promises in the page. WebDriver returns a late result through this callback. */
const LATE = `
  const done = arguments[arguments.length - 1];
  Promise.resolve().then(() => (EXPRESSION)).then(
    (value) => done({ value }),
    (error) => done({ error: String(error) }),
  );
`;

async function run(session: WebdriverSession, expression: string, timeout?: number): Promise<unknown> {
  const script = LATE.replace('EXPRESSION', () => expression);
  const body = { script, args: [] };
  const answer = (await session.call('POST', '/execute/async', body, timeout)) as {
    value?: unknown;
    error?: string;
  };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.value;
}

async function handles(session: WebdriverSession): Promise<string[]> {
  return (await session.call('GET', '/window/handles')) as string[];
}

/** Runs a task in another window, closes that window and returns to the first one. */
async function inside<T>(session: WebdriverSession, handle: string, task: () => Promise<T>): Promise<T> {
  const home = String(await session.call('GET', '/window'));
  await session.call('POST', '/window', { handle });
  try {
    return await task();
  } finally {
    await session.call('DELETE', '/window');
    await session.call('POST', '/window', { handle: home });
  }
}

async function openedBy(
  session: WebdriverSession,
  action: () => Promise<void>,
  until: number,
): Promise<string> {
  const before = await handles(session);
  await action();
  for (;;) {
    const opened = (await handles(session)).find((handle) => !before.includes(handle));
    if (opened !== undefined) return inside(session, opened, () => addressOf(session, until));
    if (Date.now() > until) throw new Error('No window was opened.');
    await pause(25);
  }
}

async function addressOf(session: WebdriverSession, until: number): Promise<string> {
  for (;;) {
    const url = String(await session.call('GET', '/url'));
    if (url !== '' && url !== 'about:blank') return url;
    if (Date.now() > until) throw new Error('No window was opened with a URL.');
    await pause(25);
  }
}

function portOf(session: WebdriverSession, close: () => Promise<void>): Port {
  const input = webkitInput(session);
  const post = async (path: string, body?: object): Promise<void> =>
    void (await session.call('POST', path, body));
  return {
    engine: 'webkit',
    input,
    goto: (url) => post('/url', { url }),
    reload: () => post('/refresh'),
    run: (expression, timeout) => run(session, expression, timeout),
    aside: async (task) => {
      const { handle } = (await session.call('POST', '/window/new', { type: 'tab' })) as { handle: string };
      return inside(session, handle, () => task({ run: (expression) => run(session, expression), input }));
    },
    openedBy: (action, until) => openedBy(session, action, until),
    close,
  };
}

/** Each page is a browser of its own on a display of its own, where it always has the focus. */
async function openPage(options: PageOptions): Promise<Page> {
  const { width, height, ...emulation } = options;
  rejectEmulation('webkit', emulation);
  const paths = findWebkit();
  if (!paths) throw new Error('WebKitGTK was not found.');
  const display = paths.xvfb === undefined ? undefined : await openDisplay(paths.xvfb);
  const session = await openWebkit(display?.name, { pageLoadStrategy: 'normal' }, paths);
  const page = new DrivenPage(
    portOf(session, async () => {
      await session.close();
      await display?.close();
    }),
  );
  await page.setViewport({ width, height });
  return page;
}

export function openWebkitBrowser(): Browser {
  const pages = new Set<Promise<Page>>();
  return {
    engine: 'webkit',
    newPage(options) {
      const page = openPage(options);
      pages.add(page);
      return page;
    },
    async close() {
      const opened = await Promise.allSettled(pages);
      for (const page of opened) if (page.status === 'fulfilled') await page.value.close();
    },
  };
}
