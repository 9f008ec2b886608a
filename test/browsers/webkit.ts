import type { BrowserLauncher } from '@web/test-runner';
import type { UserInput } from './user-input.js';
import { openWebkit, type WebdriverSession } from './webdriver.js';
import { webkitInput } from './webkit-input.js';

const FIRST_SIZE = { width: 800, height: 600 };

/**
 * WebKitGTK for web-test-runner: WebKitWebDriver and MiniBrowser under Xvfb. Test files run one after the
 * other in one window.
 */
export class WebkitLauncher implements BrowserLauncher {
  readonly name = 'Webkit';
  readonly type = 'webkit';
  readonly concurrency = 1;
  readonly #active = new Map<string, string>();
  #started: Promise<WebdriverSession> | undefined;

  async startSession(id: string, url: string): Promise<void> {
    this.#started ??= openWebkit('none');
    const session = await this.#started;
    this.#active.set(id, url);
    await webkitInput(session).viewport(FIRST_SIZE);
    await session.call('POST', '/url', { url });
  }

  isActive(id: string): boolean {
    return this.#active.has(id);
  }

  async getBrowserUrl(id: string): Promise<string | undefined> {
    const session = await this.#started;
    if (!session || !this.#active.has(id)) return undefined;
    return String(await session.call('GET', '/url'));
  }

  async stopSession(id: string): Promise<object> {
    this.#active.delete(id);
    const session = await this.#started;
    await session?.call('POST', '/url', { url: 'about:blank' });
    return {};
  }

  async stop(): Promise<void> {
    const session = await this.#started?.catch(() => undefined);
    await session?.close();
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('Debug sessions are not supported in WebKit: use Chromium.'));
  }

  async userInput(): Promise<UserInput> {
    if (!this.#started) throw new Error('WebKit has not been started.');
    return webkitInput(await this.#started);
  }
}
