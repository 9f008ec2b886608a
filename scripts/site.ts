/** `npm run site`: builds the site from the guides into `site/dist`. With `--serve`, it then serves it on loopback. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';

const SITE = fileURLToPath(new URL('../site', import.meta.url));

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: SITE, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** npm writes this file at every install. */
const installed = `${SITE}/node_modules/.package-lock.json`;
const isInstalled =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${SITE}/package-lock.json`).mtimeMs;

if (!isInstalled) run('npm', 'ci', '--ignore-scripts');
run('node_modules/.bin/vitepress', 'build');
if (process.argv.includes('--serve')) {
  // VitePress's own preview listens on every address.
  const server = await preview({
    ...{ root: SITE, configFile: false, appType: 'mpa' },
    ...{ build: { outDir: 'dist' }, preview: { host: '127.0.0.1' } },
  });
  server.printUrls();
}
