import { once } from 'node:events';
import { join } from 'node:path';
import type { TestRunnerConfig, TestRunnerPlugin } from '@web/test-runner';
import { answeredByHandlers, mountAll, type Handler, type Mounted } from './mount.js';
import { pageUnderTest } from './pages.js';
import { answeredByVite, openVite } from './vite.js';

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number];

/** Paths that web-test-runner serves itself: its page, its socket and its framework. */
const RUNNERS_OWN = /^\/(__web-|__wtr|\?|$)|^\/node_modules\/@web\/|^\/__wds/;

export interface TestServer {
  middleware: Middleware;
  plugin: TestRunnerPlugin;
}

/** Tries the mounted back ends first, then pages under test, then Vite, then web-test-runner. */
export async function testServer(root: string, origin: string): Promise<TestServer> {
  const vite = await openVite(root);
  let mounted: Mounted[] = [];
  const page: Handler = (request) => pageUnderTest(root, request);
  const middleware: Middleware = async (context, next) => {
    if (RUNNERS_OWN.test(context.path)) return next();
    const handlers = [...mounted.map(({ handle }) => handle), page];
    context.respond = false;
    context.res.statusCode = 200;
    if (await answeredByHandlers(handlers, context.req, context.res)) return;
    if (await answeredByVite(vite, context.req, context.res)) return;
    context.respond = true;
    context.status = 404;
    return next();
  };
  const plugin: TestRunnerPlugin = {
    name: 'test-server',
    async serverStart({ server, config }) {
      // The runner listens on every interface, but the test server is for this machine only.
      if (server) {
        server.close();
        server.listen({ port: config.port, host: '127.0.0.1' });
        await once(server, 'listening');
      }
      mounted = await mountAll(join(root, 'test/widget/server'), origin);
    },
    async serverStop() {
      await Promise.all([vite.close(), ...mounted.map((one) => one.close?.())]);
    },
  };
  return { middleware, plugin };
}
