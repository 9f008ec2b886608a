import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** Responds to a request, or returns undefined to leave it to the next handler. */
export type Handler = (request: Request) => Promise<Response | undefined> | Response | undefined;

export interface Mounted {
  handle: Handler;
  close?(): Promise<void> | void;
}

/**
 * The default export of a file in test/widget/server. It is called once with the test server's origin, so that element
 * tests talk to real back ends on their own origin.
 */
export type Mount = (origin: string) => Mounted | Promise<Mounted>;

export async function mountAll(folder: string, origin: string): Promise<Mounted[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.ts')).toSorted();
  const mounts = files.map(async (name) => {
    const module = (await import(pathToFileURL(join(folder, name)).href)) as { default: Mount };
    return module.default(origin);
  });
  return Promise.all(mounts);
}

function toRequest(incoming: IncomingMessage, response: ServerResponse, origin: string): Request {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) gone.abort();
  });
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
  }
  const method = incoming.method ?? 'GET';
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? new URL(origin).host}`);
  if (method === 'GET' || method === 'HEAD')
    return new Request(url, { method, headers, signal: gone.signal });
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return new Request(url, { method, headers, body, signal: gone.signal, duplex: 'half' } as RequestInit);
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  answer.headers.forEach((value, name) => {
    if (name !== 'set-cookie') response.setHeader(name, value);
  });
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.flushHeaders();
  for await (const chunk of answer.body ?? []) {
    if (!response.write(chunk)) await once(response, 'drain');
  }
  response.end();
}

/**
 * Passes the request to each handler in turn; false if none responds. A request body can be read only once, so a handler
 * must not read the body of a request that it leaves to the next.
 */
export async function answeredByHandlers(
  handlers: readonly Handler[],
  incoming: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<boolean> {
  const request = toRequest(incoming, response, origin);
  for (const handle of handlers) {
    const answer = await handle(request);
    if (answer === undefined) continue;
    await send(answer, response).catch(() => response.destroy());
    return true;
  }
  return false;
}
