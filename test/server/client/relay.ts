/** A relay on loopback between a client and an API: it keeps every request as it came, and may do a fault to its answer. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { hang, reset, send, type Play } from '../../faults/fault.js';

/** One request as it came, its body to the end. */
export interface Received {
  /** `POST /v2/merchant/claimfunds`. */
  readonly line: string;
  readonly body: string;
}

/** What becomes of a request: it goes through, it does not reach the API, or its answer comes to harm. */
export type Fate = 'passes' | 'is lost' | Play;

export interface Relay {
  readonly url: string;
  readonly received: readonly Received[];
  /** Bytes the other side could be handed, socket buffers included. */
  sent(): number;
  /** Resolves once the client has let go of every connection. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** Answers that are lost after the API acted, each in another way. */
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

/** A relay before `target`; `fateOf` is asked once for each request, which `n` came before. */
export async function startRelay(target: string, fateOf: (n: number) => Fate): Promise<Relay> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let gone = 0;
  const server = createServer((request, response) => {
    // A client that gave up breaks its request off: nobody waits for an answer then.
    void serve(request, response).catch(() => request.socket.destroy());
  });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '/', headers, socket } = request;
    const body = await textOf(request);
    const fate = fateOf(received.length);
    received.push({ line: `${method} ${path.split('?')[0]}`, body });
    if (fate === 'is lost') return void socket.resetAndDestroy();
    const answer = await fetch(target + path, {
      method,
      headers: Object.fromEntries(OF_A_CLIENT.map((name) => [name, String(headers[name] ?? '')])),
      ...(method === 'POST' && { body }),
    });
    const good = await answer.text();
    if (fate !== 'passes') return fate({ socket, good, path, elsewhere: target });
    const date = answer.headers.get('date') ?? '';
    response
      .writeHead(answer.status, { 'content-type': 'application/json', date, connection: 'close' })
      .end(good);
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      gone += socket.bytesWritten;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    sent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, gone),
    quiet: async () => {
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The headers that make a request what it is. */
const OF_A_CLIENT = ['x-bh-token', 'content-type', 'accept'];

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** An address on loopback where nobody listens. */
export async function closedAddress(): Promise<string> {
  const relay = await startRelay('', () => 'is lost');
  await relay.close();
  return relay.url;
}
