import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Content {
  /** The content type; HTML by default. */
  readonly type?: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves pages on this machine, on a free port. */
export async function serve(respond: (url: URL, request: IncomingMessage) => Content): Promise<PageServer> {
  const server = createServer((request, response) => {
    const {
      type = 'text/html; charset=utf-8',
      body,
      headers,
    } = respond(new URL(request.url ?? '/', 'http://localhost'), request);
    response.writeHead(200, { 'content-type': type, ...headers });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
