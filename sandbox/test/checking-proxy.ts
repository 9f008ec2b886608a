import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ResponseChecker } from './response-checker.js';

/** A proxy in front of a sandbox. It checks every response against the sandbox's own OpenAPI document. */
export interface CheckingProxy {
  readonly url: string;
  /** Starts to forward requests. */
  attach(target: string): Promise<void>;
  close(): void;
}

/** The checkers of all proxies of this process. */
export const CHECKERS: ResponseChecker[] = [];

/** Listens on a free port of the loopback address. */
export async function startCheckingProxy(): Promise<CheckingProxy> {
  let upstream: { readonly target: string; readonly checker: ResponseChecker } | undefined;
  const server = createServer((request, response) => {
    const { target, checker } = upstream!;
    void forward(target, request, response).then(
      ({ status, headers, body }) => {
        const path = request.url!.replace(/\?.*$/s, '');
        const text = body.toString();
        checker.check({ method: request.method!, path, status, headers: new Headers(headers), text });
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attach: async (target) => {
      const document = (await (await fetch(`${target}/sandbox/openapi.json`)).json()) as object;
      upstream = { target, checker: new ResponseChecker(document) };
      CHECKERS.push(upstream.checker);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Forwards a request unchanged, and its response byte for byte. */
async function forward(target: string, request: IncomingMessage, response: ServerResponse) {
  const { method, rawHeaders, url } = request;
  const forwarded = send(target + url, { method, headers: rawHeaders, setHost: false });
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
  response.writeHead(answer.statusCode!, answer.rawHeaders);
  answer.pipe(response);
  const body = await buffer(answer);
  const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return { status: answer.statusCode!, headers: pairs, body };
}
