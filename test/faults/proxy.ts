/** A proxy on loopback that injects one fault into every response, until the fault is lifted. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Fault } from './fault.js';

/** A proxy between a client and `target`. It does not keep the process alive. */
export interface FaultProxy {
  readonly url: string;
  /** The number of requests received. */
  readonly requests: number;
  /** Resolves once this many requests were received, or the proxy is closed. */
  received(count: number): Promise<void>;
  /** Bytes sent to the client, including those still in socket buffers. */
  readonly sent: number;
  /** Resolves once the client has closed every connection it sent a request on. */
  quiet(): Promise<void>;
  /** Ends the fault: later responses pass unchanged. */
  lift(): Promise<void>;
  close(): Promise<void>;
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

/** Starts a proxy. `isAffected` limits the fault to some paths; other requests pass unchanged and are not counted. */
export async function startFaultProxy(
  target: string,
  fault: Fault,
  isAffected: (path: string) => boolean = () => true,
): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  /** Connections with a request. A browser may keep a spare one open for as long as it likes. */
  const used = new Set<Socket>();
  const listeners = new Set<() => void>();
  let [requests, sentOnClosed, isLifted, isClosed] = [0, 0, false, false];
  const server = createServer((request, response) => {
    const isCounted = isAffected(request.url ?? '');
    if (isCounted) requests += 1;
    for (const listener of listeners) listener();
    used.add(request.socket);
    void serve(request, response, { target, fault: isCounted && !isLifted ? fault : undefined });
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
  const port = await listen(server, 0);
  if (!fault.play) await stop(server);
  return {
    url: `http://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    received: (count) =>
      new Promise((resolve) => {
        const listener = (): void => {
          if (requests >= count || isClosed) resolve();
        };
        listeners.add(listener);
        listener();
      }),
    get sent() {
      return [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, sentOnClosed);
    },
    quiet: async () => {
      for (const socket of used) await new Promise((resolve) => socket.once('close', resolve));
    },
    lift: async () => {
      isLifted = true;
      if (!server.listening) await listen(server, port);
    },
    close: async () => {
      isClosed = true;
      for (const listener of listeners) listener();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await stop(server);
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

interface Route {
  readonly target: string;
  readonly fault: Fault | undefined;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { target, fault }: Route,
): Promise<void> {
  const { socket, url: path = '/' } = request;
  const answer = await forward(target, request).catch(() => undefined);
  if (!answer) return void socket.destroy();
  const good = await answer.text();
  const { port } = socket.address() as AddressInfo;
  if (fault?.play) return fault.play({ socket, good, path, elsewhere: `http://localhost:${port}` });
  answer.headers.forEach((value, name) => {
    if (!CONNECTION_HEADERS.has(name)) response.setHeader(name, value);
  });
  response.writeHead(answer.status, { 'access-control-allow-origin': '*', connection: 'close' }).end(good);
}

function forward(target: string, request: IncomingMessage): Promise<Response> {
  const headers = Object.entries(request.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
  return fetch(target + (request.url ?? ''), {
    headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
    redirect: 'manual',
  });
}
