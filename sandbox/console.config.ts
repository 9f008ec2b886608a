import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { minifyTemplates, published } from '../vite.config.js';

/** The console's script: one self-contained module with Lit's production build. */
export const consoleBuild: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: published,
  plugins: [minifyTemplates],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    minify: 'oxc',
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/console/index.ts', import.meta.url)),
      output: { entryFileNames: 'console.js', codeSplitting: false },
    },
  },
};

/** Builds the script in memory, for a sandbox that runs from source. */
export async function buildConsole(): Promise<string> {
  const built = await build({
    ...consoleBuild,
    logLevel: 'warn',
    build: { ...consoleBuild.build, write: false },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}
