import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type InlineConfig,
  type Plugin,
} from 'vite';

/** The workspace imports its own packages from source, so nothing needs a prior build. */
export const resolve = { conditions: ['@deposit-slip/source', ...defaultClientConditions] };

/** Published files hold Lit's production build, whatever NODE_ENV is: a development server sets its own. */
export const published = {
  conditions: resolve.conditions.map((name) => (name === 'development|production' ? 'production' : name)),
};

/** Dependencies and peers of the npm package. Its files import them; everything else they use is bundled. */
const EXTERNAL = [
  /^lit(\/|$)/,
  /^@lit-labs\//,
  /^zod(\/|$)/,
  /^jose(\/|$)/,
  /^lossless-json$/,
  /^rate-limiter-flexible(\/|$)/,
  /^pg$/,
  /^node:/,
];

/**
 * The files of the npm package, by the path they are published under: what package.json exports, and the
 * commands.
 */
const ENTRIES = Object.fromEntries(
  [...exportedSources(), './src/*-cli.ts']
    .flatMap(filesLike)
    .map((file) => [file.replace(/^src\/(?:widget\/)?|\.ts$/g, ''), file]),
);

function exportedSources(): string[] {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
    exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  };
  return Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : (target['@deposit-slip/source'] ?? []),
  );
}

/** The files that a path with a wildcard in its name stands for. */
function filesLike(path: string): string[] {
  const folder = dirname(path);
  const [start, end] = basename(path).split('*');
  const isLike = (name: string) =>
    end === undefined ? name === start : name.startsWith(start!) && name.endsWith(end);
  return readdirSync(new URL(folder, import.meta.url))
    .filter(isLike)
    .map((name) => `${folder.slice(2)}/${name}`);
}

/**
 * Removes the white space a style sheet does not need: around braces and semicolons, after colons and commas.
 */
export function minifyCss(css: string): string {
  return css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/([:,>]) /g, '$1')
    .replace(/;}/g, '}');
}

/**
 * A style sheet without white space, and with as many line ends behind it as it had, so that source maps stay
 * right.
 */
function minifySheet(sheet: string): string {
  return `css\`${minifyCss(sheet)}\`${'\n'.repeat(sheet.split('\n').length - 1)}`;
}

/**
 * Removes white space from templates and style sheets, which minifiers leave unchanged. This is safe because
 * no displayed text spans lines.
 */
export const minifyTemplates: Plugin = {
  name: 'minify-templates',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/') || !/\b(?:html|css)`/.test(code)) return undefined;
    const minified = code
      .replace(/(?<!\.)\bcss`([^`$]*)`/g, (_, sheet: string) => minifySheet(sheet))
      .replace(/\n[^\S\n]+/g, '\n');
    return { code: minified, map: null };
  },
};

/**
 * Gives Lit's Trusted Types policy a name of our own. Two Lits on one page would otherwise both create
 * `lit-html`, and the second would throw at import; Lit has no option for the name
 * (docs/adr/006-an-honest-build.md). Each script-tag file has its own Lit, and so a name of its own.
 */
export const renamePolicy = (policy: string): Plugin => ({
  name: 'rename-policy',
  transform(code, id) {
    if (!id.endsWith('/lit-html/lit-html.js')) return undefined;
    const [before, creation, after, ...others] = code.split(/(\w+\.createPolicy\("lit-html",{[^}]*}\))/);
    if (!creation || others.length > 0) throw new Error(`Lit does not create its policy exactly once: ${id}`);
    const guarded = `(()=>{try{return ${creation.replace('lit-html', policy)}}catch{}})()`;
    return { code: `${before}${guarded}${after}`, map: null };
  },
  buildEnd(error) {
    const ids = [...this.getModuleIds()];
    const usesLit = ids.some((id) => /\/node_modules\/lit\//.test(id));
    if (!error && usesLit && !ids.some((id) => id.endsWith('/lit-html/lit-html.js')))
      throw new Error('Lit was not found, so its policy was not renamed.');
  },
});

/** Lists the bundled packages with their licenses. */
const license = { fileName: 'THIRD-PARTY-LICENSES.md' };

/** The size and the hash of a built file. */
function fingerprintOf(path: string): { readonly bytes: number; readonly integrity: string } {
  const file = readFileSync(path);
  return {
    bytes: file.length,
    integrity: `sha384-${createHash('sha384').update(file).digest('base64')}`,
  };
}

/**
 * Writes the script inventory of SECURITY.md as `inventory.json`, with the size and the hash of each built
 * file.
 */
export const scriptInventory: Plugin = {
  name: 'script-inventory',
  writeBundle({ dir }) {
    const text = readFileSync(new URL('SECURITY.md', import.meta.url), 'utf8');
    const [, table] = /<!-- scripts -->\s*([^]*?)\s*<!-- \/scripts -->/.exec(text)!;
    const lines = table!.split('\n').map((line) =>
      line
        .replaceAll('`', '')
        .split(/\s*\|\s*/)
        .slice(1, -1),
    );
    const [names, , ...rows] = lines;
    const scripts = rows.map((row) => {
      const script = Object.fromEntries(names!.map((name, at) => [name, row[at]]));
      const [, name] = /^cdn\/(.+)$/.exec(script['script'] ?? '') ?? [];
      return name === undefined ? script : { ...script, ...fingerprintOf(`${dir}/${name}`) };
    });
    writeFileSync(`${dir}/inventory.json`, `${JSON.stringify({ scripts }, null, 2)}\n`);
  },
};

/** The npm build: Lit stays a dependency, and `qrcode` is the one lazy chunk. */
export const npmBuild: InlineConfig = {
  configFile: false,
  resolve,
  plugins: [minifyTemplates],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // What is not minified can be read and debugged without a source map.
    minify: false,
    license,
    lib: { entry: ENTRIES, formats: ['es'] },
    rolldownOptions: {
      external: EXTERNAL,
      output: { chunkFileNames: 'chunks/[name].js' },
      // No paths in comments: they depend on where the packages are installed.
      experimental: { attachDebugInfo: 'none' },
    },
  },
};

/**
 * The module that renders on a server, for the demo and for tests. Its templates have to be those of the
 * script-tag file, where they have lost their white space: Lit takes over no others.
 */
export function rendererBuild(file: string): InlineConfig {
  return {
    ...npmBuild,
    resolve: { conditions: ['@deposit-slip/source', ...defaultServerConditions] },
    build: {
      ...npmBuild.build,
      outDir: dirname(file),
      emptyOutDir: false,
      license: false,
      lib: { entry: 'src/ssr.ts', formats: ['es'], fileName: () => basename(file) },
      rolldownOptions: { external: EXTERNAL, output: { codeSplitting: false } },
    },
  };
}

/**
 * Lit's browser build uses these when it is loaded. With them, the script-tag file can be imported on a
 * server.
 */
const SERVER_GLOBALS =
  'const HTMLElement=globalThis.HTMLElement??class{},document=globalThis.document??{createTreeWalker(){}};';

/**
 * Compiles the whole file while it downloads, on a background thread, where V8 would compile each function on
 * the main thread when it is first called: nearly all are called to show a slip. Other engines ignore the
 * comment (docs/adr/006-an-honest-build.md).
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** Builds one self-contained module, for a script tag. `policy` is the name of its Trusted Types policy. */
export function scriptBuild(entry: string, file: string, policy = 'deposit-slip'): InlineConfig {
  return {
    configFile: false,
    resolve: published,
    plugins: [minifyTemplates, renamePolicy(policy)],
    publicDir: false,
    build: {
      outDir: dirname(file),
      // The scripts of several pages may share a folder.
      emptyOutDir: false,
      target: 'es2022',
      license,
      sourcemap: true,
      lib: { entry, formats: ['es'], fileName: () => basename(file) },
      // A library build leaves white space and comments in, unless it is told not to.
      rolldownOptions: {
        output: {
          banner: SERVER_GLOBALS,
          postBanner: COMPILE_HINT,
          codeSplitting: false,
          comments: false,
          minify: true,
        },
      },
    },
  };
}

const historyScript = scriptBuild('src/history.ts', 'cdn/deposit-history.js', 'deposit-history');

/**
 * The script-tag files, which have their folder to themselves. The last one contains all that the licenses
 * must list.
 */
export const scriptTagBuilds: readonly InlineConfig[] = [
  { ...historyScript, build: { ...historyScript.build, emptyOutDir: true } },
  scriptBuild('src/index.ts', 'cdn/deposit-slip.js'),
];

/**
 * The sandbox, in few files, which load faster than its modules. What it uses of `deposit-slip` is bundled:
 * as a dependency that would be a folder, which only exists here. All other packages stay dependencies.
 */
export const sandboxBuild: InlineConfig = {
  configFile: false,
  publicDir: false,
  ssr: {
    noExternal: [/^deposit-slip(\/|$)/],
    resolve: { conditions: ['@deposit-slip/source', ...defaultServerConditions] },
  },
  build: {
    ssr: true,
    outDir: 'sandbox/dist',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: { index: 'sandbox/src/index.ts', cli: 'sandbox/src/cli/cli.ts' },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      experimental: { attachDebugInfo: 'none' },
    },
  },
};

export default defineConfig({ resolve });
