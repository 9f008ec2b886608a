/** A relay on loopback between a client and an API, which records requests and can inject faults into responses. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { hang, reset, send, type Play } from '../../faults/fault.js';

/** A request with its whole body. */
export interface Received {
  /** `POST /v2/merchant/claimfunds`. */
  readonly line: string;
  readonly body: string;
}

/** What happens to a request: it passes, it does not reach the API, or a fault changes its response. */
export type Fate = 'passes' | 'is lost' | Play;

export interface Relay {
  readonly url: string;
  readonly received: readonly Received[];
  /** The number of bytes sent to the client, including socket buffers. */
  sent(): number;
  /** Resolves once the client has closed every connection. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** Ways to lose a response after the API has processed the request. */
export const LOST_ANSWERS: readonly Play[] = [
  send('', reset),
  send(''),
  send('', hang),
  send(
    ({ good }) => `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(good)}\r\n\r\n${good.slice(0, 40)}`,
  ),
  send(
    ({ good }) =>
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${good.slice(0, -30)}`,
  ),
  send('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
];

/** Starts a relay in front of `target`. `fateOf` gets the number of earlier requests. */
export async function startRelay(target: string, fateOf: (n: number) => Fate): Promise<Relay> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let sentByClosed = 0;
  const server = createServer((request, response) => {
    // Fails if the client has aborted the request.
    void serve(request, response).catch(() => request.socket.destroy());
  });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '/', headers, socket } = request;
    const body = await textOf(request);
    const fate = fateOf(received.length);
    received.push({ line: `${method} ${path.split('?')[0]}`, body });
    if (fate === 'is lost') return void socket.resetAndDestroy();
    const upstream = await fetch(target + path, {
      method,
      headers: Object.fromEntries(FORWARDED_HEADERS.map((name) => [name, String(headers[name] ?? '')])),
      ...(method === 'POST' && { body }),
    });
    const good = await upstream.text();
    if (fate !== 'passes') return fate({ socket, good, path, elsewhere: target });
    const date = upstream.headers.get('date') ?? '';
    response
      .writeHead(upstream.status, { 'content-type': 'application/json', date, connection: 'close' })
      .end(good);
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      sentByClosed += socket.bytesWritten;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    sent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, sentByClosed),
    quiet: async () => {
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The headers that the relay forwards. */
const FORWARDED_HEADERS = ['x-bh-token', 'content-type', 'accept'];

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A loopback URL that refuses connections. */
export async function closedAddress(): Promise<string> {
  const relay = await startRelay('', () => 'is lost');
  await relay.close();
  return relay.url;
}
