import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../root.js';
import { example, NEXT_FILES, RECIPE_FILES } from './examples.js';

/** The examples of the guides that are files of the samples, too. */
const EXAMPLES: readonly (readonly [guide: string, name: string, files: readonly string[]])[] = [
  ['docs/mounting.md', 'orders', ['express/orders.ts', 'fastify/orders.ts', 'hono/orders.ts']],
  ['docs/mounting.md', 'store', ['express/store.ts', 'fastify/store.ts', 'hono/store.ts']],
  ['docs/mounting.md', 'express', ['express/app.ts']],
  ['docs/mounting.md', 'fastify', ['fastify/app.ts']],
  ['docs/mounting.md', 'hono', ['hono/app.ts']],
  ...Object.entries(NEXT_FILES).map(([name, file]) => ['docs/mounting.md', name, [`next/${file}`]] as const),
  ...Object.entries(RECIPE_FILES).map(([name, files]) => ['docs/server-rendering.md', name, files] as const),
  ['docs/quick-starts.md', 'react', ['react/Deposit.tsx']],
  ['docs/quick-starts.md', 'preact', ['preact/Deposit.tsx']],
  ['docs/quick-starts.md', 'solid', ['solid/Deposit.tsx']],
  ['docs/quick-starts.md', 'vue', ['vue/Deposit.vue']],
  ['docs/quick-starts.md', 'svelte', ['svelte/Deposit.svelte']],
];

const SAMPLES = ['html', 'react', 'preact', 'vue', 'svelte', 'solid', 'express', 'fastify', 'hono', 'next'];
const LIMIT = 60;
/** Manifests, and what stands in for a database. */
const NOT_COUNTED = /^(?:package\.json|tsconfig\.json|orders\.ts|sessions\.ts)$/;

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

  for (const sample of SAMPLES)
    it(`need fewer than ${LIMIT} lines of their own: ${sample}`, () => {
      const { length } = ownLines(sample);
      assert.ok(length > 0 && length < LIMIT, `${length} lines`);
    });

  it('install whatever packages were just packed, with the dependencies that they have', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as Lockfile;
    for (const [name, manifest] of [
      ['deposit-slip', 'package.json'],
      ['deposit-slip-sandbox', 'sandbox/package.json'],
    ] as const) {
      const { integrity, dependencies } = packages[`node_modules/${name}`]!;
      assert.equal(integrity, undefined, `remove the line "integrity" of ${name}: every build has another`);
      const { dependencies: own } = JSON.parse(readFileSync(`${ROOT}/${manifest}`, 'utf8')) as {
        dependencies: object;
      };
      assert.deepEqual(dependencies, own, `run npm install in integrations`);
    }
  });
});
