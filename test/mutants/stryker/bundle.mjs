/** Bundles the test files named on the command line, and the seed, into built/, so that Node starts fast for each mutant. */
import { build } from 'esbuild';

await build({
  entryPoints: ['test/seed.ts', ...process.argv.slice(2)],
  outdir: 'built',
  outbase: 'test',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
