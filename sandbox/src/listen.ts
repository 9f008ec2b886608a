import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { serveHosts } from './hosts.js';
import { withCuts } from './http/cut.js';

/** Only the loopback address: the sandbox's tokens are public. */
const HOST = '127.0.0.1';

/** How many further ports to try if a port is in use. */
const MAX_RETRIES = 100;

/**
 * Listens on `port`, or on the next free port if it is in use. Port 0 picks a free one. Only requests for a loopback host
 * or for one of `allowedHosts` reach `fetch`.
 */
export async function listen(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  port: number,
  allowedHosts: readonly string[] = [],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const serve = getRequestListener(withCuts(fetch), { overrideGlobalObjects: false });
  // The guard refuses requests without a host itself, with the envelope of every error.
  const server = createServer({ requireHostHeader: false }, serveHosts(allowedHosts, serve));
  await bind(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${bound}`,
    close: async () => {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

async function bind(server: Server, port: number): Promise<void> {
  for (let retries = 0; ; retries++) {
    try {
      server.listen(port === 0 ? 0 : port + retries, HOST);
      await once(server, 'listening');
      return;
    } catch (error) {
      const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isInUse || retries >= MAX_RETRIES || port + retries >= 65_535) throw error;
    }
  }
}
