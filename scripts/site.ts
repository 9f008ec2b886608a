/**
 * `npm run site`: builds the site from the guides and the docstrings into `site/dist`. With `--serve`, it
 * then serves it on loopback.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import { ROOT } from '../test/root.js';
import { packagesOf } from './on-demand.js';
import { writeReference } from './reference.js';

const SITE = fileURLToPath(new URL('../site', import.meta.url));

packagesOf('site');
// Git ignores this folder: VitePress reads its pages beside the guides.
writeReference(`${ROOT}/docs/reference`);
const { status } = spawnSync('node_modules/.bin/vitepress', ['build'], { cwd: SITE, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
if (process.argv.includes('--serve')) {
  // VitePress's own preview listens on every address.
  const server = await preview({
    ...{ root: SITE, configFile: false, appType: 'mpa' },
    ...{ build: { outDir: 'dist' }, preview: { host: '127.0.0.1' } },
  });
  server.printUrls();
}
