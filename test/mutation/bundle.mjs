/** Bundles the tests named on the command line, and the seed, into built/: a mutant then costs one start of Node. */
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
