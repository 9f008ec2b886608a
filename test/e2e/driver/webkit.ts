import { openWebkit, type WebdriverSession } from '../../browsers/webdriver.js';
import { webkitInput } from '../../browsers/webkit-input.js';
import { pageOf, type Port } from './page.js';
import { rejectEmulation, type Browser, type Page, type PageOptions } from './types.js';

/** Awaits promises in the page. WebDriver returns an asynchronous result through this callback. */
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

/** A window is known by its handle. */
function portOf(session: WebdriverSession): Port<string> {
  const input = webkitInput(session);
  const post = async (path: string, body?: object): Promise<void> =>
    void (await session.call('POST', path, body));
  return {
    engine: 'webkit',
    input,
    goto: (url) => post('/url', { url }),
    reload: () => post('/refresh'),
    toFront: async () => undefined,
    run: (expression, timeout) => run(session, expression, timeout),
    newWindow: async () => {
      const { handle } = (await session.call('POST', '/window/new', { type: 'tab' })) as { handle: string };
      return handle;
    },
    inside: async (handle, task) => {
      const home = String(await session.call('GET', '/window'));
      await post('/window', { handle });
      try {
        return await task({ run: (expression) => run(session, expression), input });
      } finally {
        await session.call('DELETE', '/window');
        await post('/window', { handle: home });
      }
    },
    close: () => session.close(),
  };
}

const reject = () => Promise.reject(new Error('The driver cannot do this in webkit.'));

/** Each page is a browser of its own. */
async function openPage(options: PageOptions): Promise<Page> {
  const { width, height, ...emulation } = options;
  rejectEmulation('webkit', emulation);
  const page = pageOf(portOf(await openWebkit('normal')));
  await page.setViewport({ width, height });
  const rejected = { screenshot: reject, pdf: reject, speech: reject, setOffline: reject };
  return { ...page, ...rejected, beforeScripts: reject, record: reject, kept: reject };
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
