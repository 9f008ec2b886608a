import { fileURLToPath } from 'node:url';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { listen } from '../sandbox/src/listen.js';
import { Accounts } from './accounts.js';
import { serveDocs } from './docs.js';
import { builtScripts } from './scripts.js';
import { sandboxHeader } from './site/sandbox-header.js';
import { createSite } from './site.js';

/** A running demo: the shop and its sandbox. */
export interface Demo {
  readonly url: string;
  readonly sandbox: Sandbox;
  stop(): Promise<void>;
}

/** Starts the sandbox and the shop in this process. Port 0 picks a free port; if a port is in use, the next one is tried. */
export async function startDemo(port: number, allowedHosts: readonly string[] = []): Promise<Demo> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const docs = await serveDocs(root, allowedHosts);
  let url = '';
  const [sandbox, scripts] = await Promise.all([
    startSandbox({ allowedHosts, pageHeader: sandboxHeader(root, () => ({ site: url, docs: docs?.url })) }),
    builtScripts(root),
  ]);
  const site = createSite({
    apiUrl: sandbox.url,
    apiToken: sandbox.token,
    accounts: new Accounts(sandbox),
    control: sandbox.control,
    root,
    scripts,
    docsUrl: docs?.url,
  });
  const server = await listen(site.fetch, port, { allowedHosts });
  url = server.url;
  return {
    url,
    sandbox,
    stop: async () => {
      await Promise.all([server.close(), docs?.close()]);
      await sandbox.stop();
    },
  };
}
