/**
 * Proxies on loopback between a client and an API, which record requests and inject faults into responses.
 */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Fault, Play } from './fault.js';

/** A request with its whole body. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: string;
}

/** The fate of a request: it passes, it never reaches the API, or a fault changes its response. */
export type Fate = 'passes' | 'is lost' | Play;

/** A proxy between a client and an API. It does not keep the process alive. */
export interface Proxy {
  readonly url: string;
  readonly log: readonly Received[];
  /** Bytes sent to the client, including those still in socket buffers. */
  readonly sent: number;
  /** Resolves once the client has closed every connection on which it sent a request. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy that injects one fault into every response, until the fault is lifted. */
export interface FaultProxy extends Proxy {
  /** The number of requests received that the fault may affect. */
  readonly requests: number;
  /** Resolves once this many requests were received, or the proxy is closed. */
  received(count: number): Promise<void>;
  /** Ends the fault: later responses pass unchanged. */
  lift(): Promise<void>;
}

/** Headers that belong to a connection and are not forwarded. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/** Starts a proxy in front of `target`. `fateOf` gets each request and the number of earlier ones. */
export async function startProxy(
  target: string,
  fateOf: (request: Received, earlier: number) => Fate,
): Promise<Proxy & { listen(): Promise<void>; stop(): Promise<void> }> {
  const log: Received[] = [];
  const sockets = new Set<Socket>();
  /** Connections that carry a request. A browser may keep a spare connection open for as long as it likes. */
  const used = new Set<Socket>();
  let [port, sentOnClosed] = [0, 0];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { socket, headers, method = '', url: path = '/' } = request;
    used.add(socket);
    const received = { method, path, body: await text(request) };
    const fate = fateOf(received, log.push(received) - 1);
    if (fate === 'is lost') return void socket.resetAndDestroy();
    const answer = await fetch(target + path, {
      method,
      headers: Object.entries(headers)
        .filter(([name]) => !CONNECTION_HEADERS.has(name))
        .map(([name, value]): [string, string] => [name, String(value)]),
      body: received.body || null,
      redirect: 'manual',
    });
    const good = await answer.text();
    if (fate !== 'passes') return fate({ socket, good, path, elsewhere: `http://localhost:${port}` });
    answer.headers.forEach((value, name) => {
      if (!CONNECTION_HEADERS.has(name)) response.setHeader(name, value);
    });
    response.writeHead(answer.status, { 'access-control-allow-origin': '*', connection: 'close' }).end(good);
  };
  const server = createServer((request, response) => {
    // Fails if the client or the API ends the connection.
    void serve(request, response).catch(() => request.socket.destroy());
  });
  server.unref().on('connection', (socket: Socket) => {
    sockets.add(socket.unref());
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      used.delete(socket);
      sentOnClosed += socket.bytesWritten;
    });
  });
  const listen = async (): Promise<void> => {
    if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const stop = async (): Promise<void> => {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  await listen();
  return {
    url: `http://127.0.0.1:${port}`,
    log,
    get sent() {
      return [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, sentOnClosed);
    },
    quiet: async () => {
      for (const socket of used) await new Promise((resolve) => socket.once('close', resolve));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await stop();
    },
    listen,
    stop,
  };
}

/**
 * Starts a fault proxy. `isAffected` limits the fault to some paths; other requests pass unchanged and are
 * not counted.
 */
export async function startFaultProxy(
  target: string,
  { play }: Fault,
  isAffected: (path: string) => boolean = () => true,
): Promise<FaultProxy> {
  const changes = new EventEmitter();
  let [requests, isLifted, isClosed] = [0, false, false];
  const proxy = await startProxy(target, ({ path }) => {
    if (!isAffected(path)) return 'passes';
    requests += 1;
    changes.emit('change');
    return isLifted || !play ? 'passes' : play;
  });
  if (!play) await proxy.stop();
  return {
    ...proxy,
    get sent() {
      return proxy.sent;
    },
    get requests() {
      return requests;
    },
    received: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (requests >= count || isClosed) resolve();
        };
        changes.on('change', check);
        check();
      }),
    lift: async () => {
      isLifted = true;
      await proxy.listen();
    },
    close: async () => {
      isClosed = true;
      changes.emit('change');
      await proxy.close();
    },
  };
}
