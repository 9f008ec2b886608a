import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, defaultClientConditions, type Plugin, type ViteDevServer } from 'vite';
import { withMutant } from '../mutants/plugin.js';
import { isSoak } from '../proofs/scale.js';

/** web-test-runner serves its socket module itself. */
const SOCKET = '/__web-dev-server__web-socket.js';
const socketStaysOutside: Plugin = {
  name: 'runner-socket',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith(SOCKET) ? { id: SOCKET, external: true } : null),
};

/** Every module of lit, bundled together, so that a page never loads two copies of it. */
function litModules(root: string): string[] {
  const manifest = JSON.parse(readFileSync(`${root}/node_modules/lit/package.json`, 'utf8')) as {
    exports: Record<string, unknown>;
  };
  return Object.keys(manifest.exports)
    .filter((name) => !name.includes('polyfill') && !name.includes('logo'))
    .map((name) => name.replace(/^\./, 'lit'));
}

/** Connects to web-test-runner at run time, so it must stay the module that the runner serves. */
const COMMANDS = '@web/test-runner-commands';

const INCLUDED = [
  '@open-wc/testing',
  '@open-wc/testing/pure',
  'jsqr',
  'fast-check',
  'qrcode/lib/core/qrcode.js',
];

/**
 * A Vite server for the tests: some dependencies are CommonJS, which web-test-runner's own TypeScript plugin
 * cannot serve. Dependency discovery is off, because a dependency that is discovered late reloads the page in
 * the middle of a test.
 */
export function openVite(root: string): Promise<ViteDevServer> {
  return createServer({
    root,
    configFile: false,
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    cacheDir: '.cache/widget-tests',
    oxc: { define: { SOAK: JSON.stringify(isSoak) } },
    resolve: { conditions: ['@deposit-slip/source', ...defaultClientConditions] },
    optimizeDeps: { noDiscovery: true, include: [...litModules(root), ...INCLUDED], exclude: [COMMANDS] },
    // Frames of another origin, or of an opaque one, load modules too.
    server: {
      ...{ middlewareMode: true, hmr: false, ws: false, watch: null, cors: true },
      // No file changes during a run, and hundreds of pages load the same modules.
      headers: { 'cache-control': 'max-age=3600' },
    },
    plugins: [socketStaysOutside, withMutant()],
  });
}

/** Passes a request to Vite; false if Vite does not serve its URL. */
export function answeredByVite(
  vite: ViteDevServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once('close', () => resolve(true));
    vite.middlewares(request, response, (error?: Error) => {
      if (error) reject(error);
      else resolve(false);
    });
  });
}
