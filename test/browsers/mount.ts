import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** Responds to a request, or returns undefined to leave it to the next handler. */
export type Handler = (request: Request) => Promise<Response | undefined> | Response | undefined;

export interface Mounted {
  handle: Handler;
  close?(): Promise<void> | void;
}

/**
 * The type of the default export of a file in test/widget/server. It is called once with the origin of the
 * test server, so that element tests can use real back ends on their own origin.
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

/**
 * Passes the request to each handler in turn; false if none responds. A request body can be read only once,
 * so a handler must not read the body of a request that it leaves to the next.
 */
export async function answeredByHandlers(
  handlers: readonly Handler[],
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  let isAnswered = true;
  const respond = async (request: Request): Promise<Response> => {
    for (const handle of handlers) {
      const answer = await handle(request);
      if (answer !== undefined) return answer;
    }
    isAnswered = false;
    return RESPONSE_ALREADY_SENT;
  };
  await getRequestListener(respond, { overrideGlobalObjects: false })(incoming, response);
  return isAnswered;
}
