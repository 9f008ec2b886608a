import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { npmBuild, scriptBuild } from '../../../vite.config.js';
import type { Mount } from '../../browsers/mount.js';
import { ROOT } from '../../root.js';

const PAGES = join(ROOT, 'test/pages/second-element');
const FILE = 'script.js';

/** The entry that each script is built from. */
const SCRIPTS: Readonly<Record<string, () => Promise<string>>> = {
  'npm.js': () => npmScript(join(PAGES, 'deposit-note.ts')),
  'script-tag.js': () => built(scriptBuild(join(PAGES, 'deposit-note.ts'), FILE)),
  'both-npm.js': () => npmScript(join(PAGES, 'both.ts')),
  'both-slip.js': () => built(scriptBuild(join(ROOT, 'src/index.ts'), FILE)),
  'both-history.js': () => built(scriptBuild(join(ROOT, 'src/history.ts'), FILE, 'deposit-history')),
};

/**
 * Elements beside `<deposit-slip>`, built as the package is. `/second-element/script-tag.js` is the element
 * of test/pages built as the script-tag file; `/second-element/npm.js` is the same element built as the npm
 * package and then bundled with Lit, as a merchant's own build does. The slip with the history is
 * `/second-element/both-npm.js`, or the two script-tag files `both-slip.js` and `both-history.js`.
 */
const mount: Mount = () => {
  const scripts = new Map<string, Promise<string>>();
  return {
    handle: async ({ url }) => {
      const [, place, name = ''] = new URL(url).pathname.split('/');
      const build = place === 'second-element' ? SCRIPTS[name] : undefined;
      if (!build) return undefined;
      const script = scripts.get(name) ?? build();
      scripts.set(name, script);
      return new Response(await script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
    },
  };
};

function npmScript(module: string): Promise<string> {
  return inFolder(async (folder) => {
    const lib = { entry: { script: module }, formats: ['es' as const] };
    await build({ ...npmBuild, logLevel: 'warn', build: { ...npmBuild.build, lib, outDir: folder } });
    const options = { input: join(folder, FILE), preserveEntrySignatures: 'strict' as const };
    return built(
      { configFile: false },
      { rolldownOptions: { ...options, output: { entryFileNames: FILE, codeSplitting: false } } },
    );
  });
}

/** Builds into a separate folder and returns the text of the entry. */
function built(config: InlineConfig, overrides: InlineConfig['build'] = {}): Promise<string> {
  return inFolder(async (outDir) => {
    const options = { ...config.build, ...overrides, outDir, emptyOutDir: true };
    await build({ ...config, root: ROOT, logLevel: 'warn', publicDir: false, build: options });
    return readFile(join(outDir, FILE), 'utf8');
  });
}

/** Runs a function with a folder that is removed afterwards. */
async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(ROOT, '.cache/second-element-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export default mount;
