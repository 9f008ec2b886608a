import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify } from 'terser';
import { leanLit } from './scripts/lean-lit.js';
import { SHORT_NAMES, checkNames, shortNames } from './scripts/short-names.js';
import { weaveTexts } from './scripts/weave-texts.js';
import { defaultClientConditions, defineConfig, type Plugin, type InlineConfig } from 'vite';

/** Everything the workspace imports from itself is read from its source: nothing needs a prior build. */
export const resolve = { conditions: ['@deposit-slip/source', ...defaultClientConditions] };

/** What is published holds Lit's production build, whatever NODE_ENV is where it is built: a dev server sets its own. */
const published = {
  conditions: resolve.conditions.map((name) => (name === 'development|production' ? 'production' : name)),
};

/** What an npm install brings along by itself, or the merchant beside it; the element's own bundle holds nothing else but the QR encoder. */
const EXTERNAL = [
  /^lit(\/|$)/,
  /^zod(\/|$)/,
  /^jose(\/|$)/,
  /^lossless-json$/,
  /^rate-limiter-flexible(\/|$)/,
  /^node:/,
];

/** White space a style sheet does not need: around braces and semicolons, and after colons and commas. */
function minifyCss(css: string): string {
  return css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/([:,>]) /g, '$1')
    .replace(/\b0(?=\.\d)/g, '')
    .replace(/;}/g, '}');
}

/**
 * Takes the white space out of the element's sheets and templates, which no minifier touches. In a template a line break
 * is as good as a line break and twelve spaces; no text of the element spans lines.
 */
const minifyTemplates: Plugin = {
  name: 'minify-templates',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/widget\//.test(id)) return undefined;
    const lean = code
      .replace(/css`([^`$]*)`/g, (_, sheet: string) => `\`${minifyCss(sheet)}\``)
      // What a custom property is for is read by the docs, not by browsers.
      .replace(/,\s*purpose: (['"]).*?\1,?(?=\s*})/g, '')
      .replace(/\n\s+/g, '\n');
    return { code: lean, map: null };
  },
};

/** In one file there is nothing to load later: the encoder is imported like any module, and folds into the rest. */
const loadPlainly: Plugin = {
  name: 'load-plainly',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/src/widget/qr.ts')) return undefined;
    const lazy = /(?<!typeof )import\('[^']*encode.js'\)/;
    if (!lazy.test(code)) throw new Error('The encoder is loaded in another way now.');
    const plain = code.replace(lazy, 'Promise.resolve({ encode })');
    return { code: `import { encode } from '../core/qr/encode.js';${plain}`, map: null };
  },
};

/** The npm build: Lit stays outside, the QR encoder is the one lazy chunk. */
export const npmBuild: InlineConfig = {
  configFile: false,
  resolve,
  plugins: [minifyTemplates, weaveTexts],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: {
      entry: Object.fromEntries(
        ['index', 'element', 'core', 'kit', 'client', 'check', 'check-cli', 'contract'].map((name) => [
          name,
          `src/${name}.ts`,
        ]),
      ),
      formats: ['es'],
    },
    rolldownOptions: {
      external: EXTERNAL,
      output: { chunkFileNames: 'chunks/[name].js' },
    },
  },
};

/** What the first minifier wrote, folded by a second: 0.9 KB less of the script-tag file, short names included. */
const foldOnceMore: Plugin = {
  name: 'fold-once-more',
  async writeBundle({ dir = '.' }, bundle) {
    const compress = { passes: 3, pure_getters: true, unsafe_arrows: true, unsafe_methods: true };
    for (const { type, fileName } of Object.values(bundle)) {
      const path = join(dir, fileName);
      const written = await readFile(path, 'utf8');
      checkNames(written);
      const { code } = await minify(written, {
        module: true,
        ecma: 2020,
        compress,
        mangle: { properties: { regex: SHORT_NAMES } },
        nameCache: shortNames(),
      });
      if (type === 'chunk' && code) await writeFile(path, code);
    }
  },
};

/** The script-tag file: one self-contained module. Built as an application, because library builds keep their white space. */
export const scriptTagBuild: InlineConfig = {
  configFile: false,
  resolve: published,
  plugins: [minifyTemplates, weaveTexts, leanLit, loadPlainly, foldOnceMore],
  publicDir: false,
  build: {
    outDir: 'cdn',
    emptyOutDir: true,
    target: 'es2022',
    minify: 'oxc',
    modulePreload: false,
    rolldownOptions: {
      input: 'src/index.ts',
      // A second minifier takes its time, and says so every time.
      checks: { pluginTimings: false },
      output: { entryFileNames: 'deposit-slip.js', codeSplitting: false },
    },
  },
};

export default defineConfig({ resolve });
