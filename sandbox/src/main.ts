import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** The loopback address, and no other: the sandbox's tokens are known to everybody. */
const HOST = '127.0.0.1';

/** How many ports after a taken one are tried. */
const MAX_TRIES = 100;

/** Listens on `port`, or on the next one that is free. */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false }));
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
  for (let tried = 0; ; tried++) {
    try {
      server.listen(port === 0 ? 0 : port + tried, HOST);
      await once(server, 'listening');
      return;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || tried >= MAX_TRIES || port + tried >= 65_535) throw error;
    }
  }
}
