import { defaultClientConditions, defineConfig, type Plugin, type InlineConfig } from 'vite';

/** Everything the workspace imports from itself is read from its source: nothing needs a prior build. */
export const resolve = { conditions: ['source', ...defaultClientConditions] };

/** What an npm install brings along by itself; the element's own bundle holds nothing else but the QR encoder. */
const EXTERNAL = [/^lit(\/|$)/, /^zod(\/|$)/, /^jose(\/|$)/, /^lossless-json$/, /^node:/];

/**
 * Takes the indentation out of the element's templates and sheets, which no minifier touches: to HTML and CSS a line
 * break is as good as a line break and twelve spaces. No text of the element spans lines.
 */
const unindentTemplates: Plugin = {
  name: 'unindent-templates',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/widget\//.test(id) ? { code: code.replace(/\n\s+/g, '\n'), map: null } : undefined,
};

/** The npm build: Lit stays outside, the QR encoder is the one lazy chunk. */
export const npmBuild: InlineConfig = {
  configFile: false,
  resolve,
  plugins: [unindentTemplates],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: {
      entry: Object.fromEntries(
        ['index', 'element', 'core', 'kit', 'contract'].map((name) => [name, `src/${name}.ts`]),
      ),
      formats: ['es'],
    },
    rolldownOptions: {
      external: EXTERNAL,
      output: { chunkFileNames: 'chunks/[name].js' },
    },
  },
};

/** The script-tag file: one self-contained module. Built as an application, because library builds keep their white space. */
export const scriptTagBuild: InlineConfig = {
  configFile: false,
  resolve,
  plugins: [unindentTemplates],
  publicDir: false,
  build: {
    outDir: 'cdn',
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/index.ts',
      output: { entryFileNames: 'deposit-slip.js', codeSplitting: false },
    },
  },
};

export default defineConfig({ resolve });
