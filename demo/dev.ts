/**
 * `npm run dev`: the demo with its real back end, and with every script served from source and reloaded on
 * change. `npm run dev -- --help` lists the options. Only here do the pages have no Content-Security-Policy,
 * because Vite injects styles.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { createServer as createVite } from 'vite';
import { findLauncher, ignoreClosedOutput, serveHosts, stopWith } from '../sandbox/serving.js';
import { minifyTemplates, resolve } from '../vite.config.js';
import { consoleLine, startBackEnd } from './back-end.js';
import { explainAndExit } from './failures.js';
import { optionsOrExit } from './options.js';
import { builtRenderer, SCRIPTS } from './scripts.js';
import { sandboxHeader } from './site/sandbox-header.js';
import { createSite } from './site.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const launcher = findLauncher();
ignoreClosedOutput();
const options = optionsOrExit();
const { port, allowedHosts, data } = options;
let url = '';
const backEnd = await startBackEnd({
  ...{ root, port, allowedHosts, data },
  pageHeader: sandboxHeader(root, () => url),
  log: console.log,
}).catch((error: unknown) => explainAndExit(error, options));
const { sandbox, database } = backEnd;
const renderer = await builtRenderer(root);
const site = await createSite({ sandbox, database, root, scripts: new Map(), renderer, log: console.log });
const app = new Hono<{ Bindings: HttpBindings }>();
const server = createServer(
  { requireHostHeader: false },
  serveHosts(allowedHosts, getRequestListener(app.fetch)),
);
const vite = await createVite({
  root,
  configFile: false,
  appType: 'custom',
  cacheDir: '.cache/dev',
  resolve,
  // The element takes over only the templates that the server rendered.
  plugins: [minifyTemplates],
  // Vite checks the host of the web socket itself.
  server: { middlewareMode: true, hmr: { server }, allowedHosts: [...allowedHosts] },
});

app.use(async (c, next) => {
  await next();
  if (!c.res.headers.get('content-type')?.startsWith('text/html')) return;
  const html = await vite.transformIndexHtml(c.req.path, fromSource(await c.res.text()));
  c.res = new Response(html, c.res);
  c.res.headers.delete('Content-Security-Policy');
  c.res.headers.delete('Content-Length');
});
app.route('/', site.app);
app.notFound(async ({ env: { incoming, outgoing } }) => {
  await new Promise<void>((done, fail) => {
    outgoing.once('close', done);
    vite.middlewares(incoming, outgoing, (error?: Error) => {
      if (error) fail(error);
      else outgoing.writeHead(404).end();
    });
  });
  return RESPONSE_ALREADY_SENT;
});

server.once('error', (error) => explainAndExit(error, options));
server.listen(port, '127.0.0.1', () => {
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`${url}/  the demo shop, from source`);
  console.log(consoleLine(sandbox.consoleUrl()));
  console.log(`${sandbox.url}  the payments API (token ${sandbox.token})`);
});

stopWith(launcher, async () => {
  await vite.close();
  server.closeAllConnections();
  await site.stop();
  await backEnd.stop();
});

/** Replaces the built scripts of a page with their source files. */
function fromSource(html: string): string {
  return SCRIPTS.reduce((page, { path, entry }) => page.replace(`src="${path}"`, `src="/${entry}"`), html);
}
