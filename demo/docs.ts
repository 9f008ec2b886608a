import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { listen, type Listener } from '../sandbox/serving.js';

/** Serves the guides at their own port, if `npm run site` has built them: their links begin at the root. */
export async function serveDocs(
  root: string,
  allowedHosts: readonly string[],
): Promise<Listener | undefined> {
  const folder = join(root, 'site/dist');
  if (!existsSync(folder)) return undefined;
  const docs = new Hono();
  docs.use(serveStatic({ root: folder }));
  return listen(docs.fetch, 0, { allowedHosts });
}
