/** A proxy on loopback that does one fault to whatever is asked through it, until the fault is lifted. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Fault } from './fault.js';

/** Between whoever asks and `target`. It keeps no process alive. */
export interface FaultProxy {
  readonly url: string;
  /** Requests that came. */
  readonly requests: number;
  /** Resolves once so many came, or none will any more. */
  asked(times: number): Promise<void>;
  /** Bytes the other side could be handed, socket buffers included. */
  readonly sent: number;
  /** Resolves once whoever asked has let go of every connection it asked on. */
  quiet(): Promise<void>;
  /** From now on everything goes through as it is. */
  lift(): Promise<void>;
  close(): Promise<void>;
}

/** What is of one connection, not of the answer. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/** `isMeant` narrows the fault to some paths; what else is asked goes through, and is not counted. */
export async function startFaultProxy(
  target: string,
  fault: Fault,
  isMeant: (path: string) => boolean = () => true,
): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  /** Those something was asked on: a browser may hold a spare one as long as it likes. */
  const used = new Set<Socket>();
  const waiting = new Set<() => void>();
  let [requests, gone, isLifted, isClosed] = [0, 0, false, false];
  const server = createServer((request, response) => {
    const isCounted = isMeant(request.url ?? '');
    if (isCounted) requests += 1;
    for (const look of waiting) look();
    used.add(request.socket);
    void serve(request, response, { target, fault: isCounted && !isLifted ? fault : undefined });
  });
  server.unref().on('connection', (socket: Socket) => {
    sockets.add(socket.unref());
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      used.delete(socket);
      gone += socket.bytesWritten;
    });
  });
  const port = await listen(server, 0);
  if (!fault.play) await stop(server);
  return {
    url: `http://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    asked: (times) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requests >= times || isClosed) resolve();
        };
        waiting.add(look);
        look();
      }),
    get sent() {
      return [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, gone);
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
      for (const look of waiting) look();
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

interface Way {
  readonly target: string;
  readonly fault: Fault | undefined;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { target, fault }: Way,
): Promise<void> {
  const { socket, url: path = '/' } = request;
  const answer = await forward(target, request).catch(() => undefined);
  if (!answer) return void socket.destroy();
  const good = await answer.text();
  const { port } = socket.address() as AddressInfo;
  if (fault?.play) return fault.play({ socket, good, path, elsewhere: `http://localhost:${port}` });
  answer.headers.forEach((value, name) => {
    if (!OF_THE_CONNECTION.has(name)) response.setHeader(name, value);
  });
  response.writeHead(answer.status, { 'access-control-allow-origin': '*', connection: 'close' }).end(good);
}

function forward(target: string, request: IncomingMessage): Promise<Response> {
  const headers = Object.entries(request.headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
  return fetch(target + (request.url ?? ''), {
    headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
    redirect: 'manual',
  });
}
