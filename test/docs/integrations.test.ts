import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../root.js';
import { ASTRO_FILES, example, NEXT_FILES, NUXT_FILES, RECIPE_FILES } from './examples.js';

/** The examples of the guides that are also files of the samples. */
const EXAMPLES: readonly (readonly [guide: string, name: string, files: readonly string[]])[] = [
  ['docs/mounting.md', 'orders', ['express/orders.ts', 'fastify/orders.ts', 'hono/orders.ts']],
  ['docs/mounting.md', 'store', ['express/store.ts', 'fastify/store.ts', 'hono/store.ts']],
  ['docs/mounting.md', 'express', ['express/app.ts']],
  ['docs/mounting.md', 'fastify', ['fastify/app.ts']],
  ['docs/mounting.md', 'hono', ['hono/app.ts']],
  ...Object.entries(NEXT_FILES).map(([name, file]) => ['docs/mounting.md', name, [`next/${file}`]] as const),
  ...Object.entries(NUXT_FILES).map(([name, file]) => ['docs/mounting.md', name, [`nuxt/${file}`]] as const),
  ...Object.entries(ASTRO_FILES).map(
    ([name, file]) => ['docs/mounting.md', name, [`astro/${file}`]] as const,
  ),
  ...Object.entries(RECIPE_FILES).map(([name, files]) => ['docs/server-rendering.md', name, files] as const),
  ['docs/quick-starts.md', 'react', ['react/Deposit.tsx']],
  ['docs/quick-starts.md', 'preact', ['preact/Deposit.tsx']],
  ['docs/quick-starts.md', 'solid', ['solid/Deposit.tsx']],
  ['docs/quick-starts.md', 'vue', ['vue/Deposit.vue']],
  ['docs/quick-starts.md', 'svelte', ['svelte/Deposit.svelte']],
  ['docs/quick-starts.md', 'angular', ['angular/src/deposit.ts']],
];

/** Samples of which the guide has every file and every command. */
const WHOLE = ['next', 'nuxt', 'astro'];
/** Manifests, and files that stand in for a database. */
const NOT_COUNTED =
  /^(?:package(?:-lock)?\.json|\.npmrc|angular\.json|tsconfig\.json|orders\.ts|sessions\.ts)$/;

const read = (file: string) => readFileSync(`${ROOT}/integrations/${file}`, 'utf8');

/** The lines of a sample that are neither blank, nor comments, nor an example of a guide. */
function ownLines(sample: string): string[] {
  const options = { cwd: `${ROOT}/integrations`, encoding: 'utf8' } as const;
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', sample], options);
  const examples = EXAMPLES.flatMap(([, , files]) => files);
  return stdout
    .split('\n')
    .filter((file) => file !== '' && !examples.includes(file) && !NOT_COUNTED.test(basename(file)))
    .flatMap((file) => read(file).split('\n'))
    .filter((line) => !/^\s*(?:$|\/\/|\/\*\*.*\*\/$)/.test(line));
}

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
}

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly integrity?: string; readonly dependencies?: Readonly<Record<string, string>> }>
  >;
}

describe('the samples', () => {
  for (const [guide, name, files] of EXAMPLES)
    it(`contain the example ${name} of ${guide}`, () => {
      for (const file of files) assert.equal(read(file), example(guide, name), file);
    });

  for (const sample of WHOLE) {
    it(`have no file that is missing in the guide: ${sample}`, () => {
      assert.deepEqual(ownLines(sample), []);
    });

    it(`have the packages that the guide installs: ${sample}`, () => {
      const installs = [...example('docs/mounting.md', `${sample}_install`).matchAll(/npm install (.*)/g)];
      const named = installs
        .flatMap(([, names]) => names!.split(' '))
        .filter((name) => !name.startsWith('--'));
      const { dependencies, devDependencies } = JSON.parse(read(`${sample}/package.json`)) as Manifest;
      // Another guide, which installs the renderer, lets Next render the slip.
      const rendering = sample === 'next' ? ['@lit-labs/ssr'] : [];
      assert.deepEqual(
        [...named.map((name) => name.replace(/(?<=.)@\d+$/, '')), ...rendering].sort(),
        Object.keys({ ...dependencies, ...devDependencies }).sort(),
      );
    });
  }

  for (const [folder, name, manifest] of [
    ['.', 'deposit-slip', 'package.json'],
    ['.', 'deposit-slip-sandbox', 'sandbox/package.json'],
    ['angular', 'deposit-slip', 'package.json'],
    ['nuxt', 'deposit-slip', 'package.json'],
    ['astro', 'deposit-slip', 'package.json'],
  ] as const)
    it(`install the ${name} that was just packed, with its dependencies: ${folder}`, () => {
      const { packages } = JSON.parse(read(`${folder}/package-lock.json`)) as Lockfile;
      const { integrity, dependencies } = packages[`node_modules/${name}`]!;
      assert.equal(integrity, undefined, `remove the line "integrity" of ${name}: every build has another`);
      const { dependencies: own } = JSON.parse(readFileSync(`${ROOT}/${manifest}`, 'utf8')) as {
        dependencies: object;
      };
      assert.deepEqual(dependencies, own, `run npm install in integrations/${folder}`);
    });
});
