import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier } from '@mdn/browser-compat-data/types';
import { parse } from 'acorn';
import { Ajv } from 'ajv';
import { ROOT } from '../root.js';
import { buildPackages } from './build.js';

/** A reference to a class in the manifest for editors (custom-elements.json). */
interface Reference {
  readonly name: string;
  readonly module?: string;
}

interface Manifest {
  readonly schemaVersion: string;
  readonly modules: readonly {
    readonly path: string;
    readonly exports: readonly { readonly name: string; readonly declaration: Reference }[];
  }[];
}

const BROWSERS = ['chrome', 'firefox', 'safari'] as const;

/** Features that the element cannot work without. */
const NEEDED = [
  bcd.css['at-rules']!['container'],
  bcd.api['ShadowRoot']!['adoptedStyleSheets'],
  bcd.javascript['classes']!['static']!['initialization_blocks'],
  bcd.javascript['regular_expressions']!['lookbehind_assertion'],
];

/** The first version of a browser that has all of the features, complete and without a flag. */
function newest(features: readonly (Identifier | undefined)[], browser: (typeof BROWSERS)[number]): number {
  const versions = features.map((feature) => {
    const { __compat: data } = feature!;
    const [latest] = [data!.support[browser]!].flat();
    assert.ok(latest && !latest.flags && !latest.partial_implementation);
    return Number(latest.version_added);
  });
  return Math.max(...versions);
}

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('the built files, judged by public standards', () => {
  before(buildPackages);

  it('have a manifest that is valid by its published schema, and names built modules and their exports', async () => {
    const schema = json(fileURLToPath(import.meta.resolve('custom-elements-manifest'))) as object;
    const validate = new Ajv({ strict: false }).compile<Manifest>(schema);
    const manifest = json(join(ROOT, 'dist/custom-elements.json'));
    assert.ok(validate(manifest), JSON.stringify(validate.errors));
    assert.match(manifest.schemaVersion, /^2\./);
    for (const { path, exports } of manifest.modules) {
      const module = (await import(join(ROOT, path))) as object;
      for (const { name } of exports) assert.ok(name in module, `${path} ${name}`);
    }
    const paths = new Set(manifest.modules.map(({ path }) => path));
    JSON.stringify(manifest, (key, value: unknown) => {
      if (key === 'module') assert.ok(paths.has(value as string), String(value));
      return value;
    });
  });

  it('are scripts of ECMAScript 2022, the version of the oldest browsers', () => {
    const scripts = ['cdn', 'dist'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js'))
        .map((name) => join(ROOT, folder, name)),
    );
    assert.ok(scripts.length > 20);
    for (const script of scripts) {
      const text = readFileSync(script, 'utf8').replace(/^#!.*/, '');
      assert.doesNotThrow(() => parse(text, { ecmaVersion: 2022, sourceType: 'module' }), script);
    }
  });

  it('need the browsers that the README names, according to the data of MDN', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const minimum = (row: string): number =>
      Number(new RegExp(`^\\| ${row}.*?\\| ([\\d.]+) `, 'm').exec(readme)![1]);
    const stated = { chrome: minimum('Chrome'), firefox: minimum('Firefox'), safari: minimum('Safari') };
    for (const browser of BROWSERS) assert.equal(newest(NEEDED, browser), stated[browser], browser);
  });
});
