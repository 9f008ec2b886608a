import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
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

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('what others measure the built files by', () => {
  before(buildPackages);

  it('has a manifest that its published schema accepts, which names built modules and what they export', async () => {
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
});
