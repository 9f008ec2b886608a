import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { authorityOf, hostOf, serveHosts } from './hosts.js';
import { withCuts } from './cut.js';

/** The address to listen on and the hosts to serve. */
export interface ListenOptions {
  /**
   * The address or name to listen on. Default: the loopback address, because the default tokens are public.
   */
  readonly host?: string | undefined;
  /** Whether a port in use is an error. Otherwise the next free one is taken. */
  readonly strictPort?: boolean | undefined;
  /** Further host names whose requests are served. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Wraps the handling of every request, including refused ones; used for the log. */
  readonly observe?: ((listener: RequestListener) => RequestListener) | undefined;
  /** How long requests in progress may take when the server is closed, in milliseconds. Default 0. */
  readonly graceMs?: number | undefined;
}

export interface Listener {
  /** Its URL, without a trailing slash. A wildcard address becomes the loopback address. */
  readonly url: string;
  /**
   * Refuses new connections, waits at most `graceMs` for requests in progress, and closes the remaining ones.
   */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/**
 * How long an idle connection stays open, in milliseconds. Clients reuse a connection for as long as the
 * server announces. With Node's five seconds, a process that is busy for a moment would send its next request
 * on a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 300_000;

/** How many further ports to try if a port is in use. */
const MAX_RETRIES = 100;

/**
 * Listens on `port`, or on the next free port if it is in use. Port 0 picks a free one. Only requests for an
 * address, a loopback name, the `host` or one of `allowedHosts` reach `fetch`.
 */
export async function listen(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  port: number,
  { host = LOOPBACK, strictPort = false, allowedHosts = [], observe = same, graceMs = 0 }: ListenOptions = {},
): Promise<Listener> {
  const serve = getRequestListener(withCuts(fetch), { overrideGlobalObjects: false });
  const own = hostOf(authorityOf(host)) === undefined ? [] : [authorityOf(host)];
  const requests = new RequestsInProgress();
  // The guard itself refuses requests without a host, with the envelope of every error.
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS },
    requests.track(observe(serveHosts([...allowedHosts, ...own], serve))),
  );
  await bind(server, host, port, strictPort ? 0 : MAX_RETRIES);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${authorityOf(reachable(host))}:${bound}`,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await requests.end(graceMs);
      server.closeAllConnections();
      await closed;
    },
  };
}

const same = (listener: RequestListener): RequestListener => listener;

/** Requests whose responses are not complete. */
class RequestsInProgress {
  readonly #responses = new Set<ServerResponse>();
  #onEmpty = () => {};

  track(listener: RequestListener): RequestListener {
    return (request, response) => {
      this.#responses.add(response);
      response.once('close', () => {
        this.#responses.delete(response);
        if (this.#responses.size === 0) this.#onEmpty();
      });
      listener(request, response);
    };
  }

  /** Resolves when none are left, or after `milliseconds`. */
  async end(milliseconds: number): Promise<void> {
    if (this.#responses.size === 0 || milliseconds === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** An address that clients can connect to, which a wildcard address is not. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return LOOPBACK;
  return host === '::' ? '::1' : host;
}

async function bind(server: Server, host: string, port: number, maxRetries: number): Promise<void> {
  for (let retries = 0; ; retries++) {
    try {
      server.listen(port === 0 ? 0 : port + retries, host);
      await once(server, 'listening');
      return;
    } catch (error) {
      const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isInUse || retries >= maxRetries || port + retries >= 65_535) throw error;
    }
  }
}
