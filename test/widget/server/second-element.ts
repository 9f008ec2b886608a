import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { npmBuild, scriptBuild } from '../../../vite.config.js';
import type { Mount } from '../../browsers/mount.js';
import { ROOT } from '../../root.js';

const ENTRY = join(ROOT, 'test/pages/second-element/deposit-note.ts');
const FILE = 'deposit-note.js';

/**
 * The second element of test/pages, built as the package is: `/second-element/script-tag.js` as the script-tag file,
 * `/second-element/npm.js` as the npm package and then bundled with Lit, as a merchant's own build does.
 */
const mount: Mount = () => {
  const scripts = new Map<string, Promise<string>>();
  return {
    handle: async ({ url }) => {
      const [, place, name = ''] = new URL(url).pathname.split('/');
      if (place !== 'second-element') return undefined;
      const script = scripts.get(name) ?? (name === 'npm.js' ? npmScript() : scriptTagScript());
      scripts.set(name, script);
      return new Response(await script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
    },
  };
};

function scriptTagScript(): Promise<string> {
  return built(scriptBuild(ENTRY, FILE));
}

function npmScript(): Promise<string> {
  return inFolder(async (folder) => {
    const lib = { entry: { 'deposit-note': ENTRY }, formats: ['es' as const] };
    await build({ ...npmBuild, logLevel: 'warn', build: { ...npmBuild.build, lib, outDir: folder } });
    const options = { input: join(folder, FILE), preserveEntrySignatures: 'strict' as const };
    return built(
      { configFile: false },
      { rolldownOptions: { ...options, output: { entryFileNames: FILE } } },
    );
  });
}

/** Builds into a folder of its own and returns the text of the entry. */
function built(config: InlineConfig, overrides: InlineConfig['build'] = {}): Promise<string> {
  return inFolder(async (outDir) => {
    const options = { ...config.build, ...overrides, outDir, emptyOutDir: true };
    await build({ ...config, root: ROOT, logLevel: 'warn', publicDir: false, build: options });
    return readFile(join(outDir, FILE), 'utf8');
  });
}

/** Runs with a folder that is removed afterwards. */
async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(ROOT, '.cache/second-element-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export default mount;
