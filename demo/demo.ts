import { fileURLToPath } from 'node:url';
import type { Sandbox } from 'deposit-slip-sandbox';
import { listen, type Listener } from '../sandbox/serving.js';
import { startBackEnd } from './back-end.js';
import type { DemoOptions } from './options.js';
import { builtRenderer, builtScripts } from './scripts.js';
import { sandboxHeader } from './site/sandbox-header.js';
import { createSite, type SiteOptions } from './site.js';

/** A running demo: the shop and its sandbox. */
export interface Demo {
  readonly url: string;
  readonly sandbox: Sandbox;
  stop(): Promise<void>;
}

/**
 * Starts the sandbox and the shop in this process. Port 0 picks a free port. If a port is in use, the next
 * one is tried, but not with `strictPort`.
 */
export async function startDemo(
  port: number,
  {
    allowedHosts = [],
    data,
    strictPort,
    log = () => undefined,
  }: Partial<Omit<DemoOptions, 'port'> & Pick<SiteOptions, 'log'>> = {},
): Promise<Demo> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  let url = '';
  const pageHeader = sandboxHeader(root, () => url);
  const [backEnd, scripts, renderer] = await Promise.all([
    startBackEnd({ root, port, allowedHosts, data, pageHeader, log }),
    builtScripts(root),
    builtRenderer(root),
  ]);
  const { sandbox, database } = backEnd;
  const site = await createSite({ sandbox, database, root, scripts, renderer, log });
  const stop = async (server?: Listener): Promise<void> => {
    await server?.close();
    await site.stop();
    await backEnd.stop();
  };
  try {
    const server = await listen(site.app.fetch, port, { allowedHosts, strictPort });
    url = server.url;
    return { url, sandbox, stop: () => stop(server) };
  } catch (error) {
    await stop();
    throw error;
  }
}
