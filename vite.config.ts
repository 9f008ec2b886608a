import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type InlineConfig,
  type Plugin,
} from 'vite';

/** The workspace imports its own packages from source, so no build is needed first. */
export const resolve = { conditions: ['@deposit-slip/source', ...defaultClientConditions] };

/**
 * Published files contain Lit's production build whatever NODE_ENV is, because a development server sets its
 * own.
 */
export const published = {
  conditions: resolve.conditions.map((name) => (name === 'development|production' ? 'production' : name)),
};

/**
 * Dependencies and peer dependencies of the npm package, which its files import. Everything else is bundled.
 */
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

/** The files of the npm package, by their published path: the exports of package.json, and the commands. */
const ENTRIES = Object.fromEntries(
  [...exportedSources(), './src/cli/*.ts']
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

/** The files that match a path with a wildcard in its name. */
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
 * Removes unnecessary white space from a style sheet: around braces and semicolons, after colons and commas.
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
 * Removes white space from a style sheet, and adds the removed line breaks at its end, so that source maps
 * stay correct.
 */
function minifySheet(sheet: string): string {
  return `css\`${minifyCss(sheet)}\`${'\n'.repeat(sheet.split('\n').length - 1)}`;
}

/**
 * Removes white space from templates and style sheets, which minifiers leave unchanged. This is safe because
 * no displayed text contains a line break.
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
 * Gives Lit's Trusted Types policy our own name. Two copies of Lit on one page would otherwise both create
 * `lit-html`, and the second would throw at import. Lit has no option for the name
 * (docs/adr/006-an-honest-build.md). Each script-tag file has its own copy of Lit, and so its own name.
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
    const [, section] = /^## Script inventory$([^]*)/m.exec(text)!;
    const lines = section!.match(/^\|.*$/gm)!.map((line) =>
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
    // Unminified code needs no source map.
    minify: false,
    license,
    lib: { entry: ENTRIES, formats: ['es'] },
    rolldownOptions: {
      external: EXTERNAL,
      output: { chunkFileNames: 'chunks/[name].js' },
      // Comments contain no paths, which depend on where the packages are installed.
      experimental: { attachDebugInfo: 'none' },
    },
  },
};

/**
 * The module that renders on a server, for the demo and for tests. Its templates must be those of the
 * script-tag file, from which the white space has been removed: Lit cannot hydrate any others.
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
 * Lit's browser build uses these globals when it is loaded. With them, the script-tag file can be imported on
 * a server.
 */
const SERVER_GLOBALS =
  'const HTMLElement=globalThis.HTMLElement??class{},document=globalThis.document??{createTreeWalker(){}};';

/**
 * Makes V8 compile the whole file on a background thread while it downloads. Otherwise, V8 would compile each
 * function on the main thread at its first call, and showing a slip calls nearly all of them. Other engines
 * ignore the comment (docs/adr/006-an-honest-build.md).
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/**
 * A module that is imported on demand becomes an object of its exports, which the bundler fills with
 * `for (name in exports)`: on a page where a script has added members to `Object.prototype`, that throws. A
 * script-tag file has no chunks, so it imports the module directly.
 */
const withoutChunks = [
  {
    find: /^\.\/load-take-over\.js$/,
    replacement: fileURLToPath(new URL('src/widget/shared/bundled-take-over.ts', import.meta.url)),
  },
];

/** Builds one self-contained module, for a script tag. `policy` is the name of its Trusted Types policy. */
export function scriptBuild(entry: string, file: string, policy = 'deposit-slip'): InlineConfig {
  return {
    configFile: false,
    resolve: { ...published, alias: withoutChunks },
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
      // By default, a library build keeps white space and comments.
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
 * The script-tag files, in a folder of their own. The last one contains everything that the licenses must
 * list.
 */
export const scriptTagBuilds: readonly InlineConfig[] = [
  { ...historyScript, build: { ...historyScript.build, emptyOutDir: true } },
  scriptBuild('src/index.ts', 'cdn/deposit-slip.js'),
];

/**
 * The sandbox, bundled into a few files, which load faster than its many modules. The code it uses of
 * `deposit-slip` is bundled too, because that dependency would be a folder that exists only here. All other
 * packages stay dependencies.
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
