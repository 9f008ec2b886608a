import { fileURLToPath } from 'node:url';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { listen } from '../sandbox/src/listen.js';
import { builtScripts } from './scripts.js';
import { createShop } from './shop.js';

/** A running demo: the shop's address, and the sandbox behind it. */
export interface Demo {
  readonly url: string;
  readonly sandbox: Sandbox;
  stop(): Promise<void>;
}

/** Starts sandbox and shop in this process. `port` 0 picks a free one; a taken one gives way to the next. */
export async function startDemo(port: number): Promise<Demo> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const [sandbox, scripts] = await Promise.all([startSandbox(), builtScripts(root)]);
  const shop = createShop({ apiUrl: sandbox.url, apiToken: sandbox.token, root, scripts });
  const server = await listen(shop.fetch, port);
  return {
    url: server.url,
    sandbox,
    stop: async () => {
      await server.close();
      await sandbox.stop();
    },
  };
}
