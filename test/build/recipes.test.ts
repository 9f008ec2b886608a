/**
 * Follows the recipes of CONTRIBUTING.md in one copy of the tree: all of them together, so that the copy is
 * checked once. A sample runs the tests of one recipe, which changes from run to run, and builds if that
 * recipe needs it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { TIERS } from '../../scripts/check.js';
import { ONE_CHECKER, run } from '../../scripts/run.js';
import { temporaryFolder } from '../temporary-folder.js';
import { followed, RECIPES, textOf } from './recipes.js';
import { copyOfSource } from './source-copy.js';
import { byRotation } from './rotation.js';

const SOURCE = ['--conditions=@deposit-slip/source', '--import', 'tsx'];

/** The recipes whose tests are run. */
const TRIED = byRotation(RECIPES);

/** The arguments of the `npm test` command that a text names. */
const testsIn = (text: string): string[] =>
  [...text.matchAll(/`npm test -- ([^`]+)`/g)].flatMap(([, names]) => names!.split(' '));

const copy = join(temporaryFolder(), 'tree');
const node = (...args: readonly string[]) =>
  run(process.execPath, args, copy, { ENGINES: 'chromium', NODE_TEST_CONTEXT: '' });

describe('a recipe of CONTRIBUTING.md', () => {
  it('leads to a working tree that passes the types, the linter, the tables of the guides, and the build', async () => {
    copyOfSource(copy);
    for (const [file, text] of followed()) {
      const path = join(copy, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    for (const tier of TIERS) await node('node_modules/typescript/bin/tsc', '-p', tier, ...ONE_CHECKER);
    await node(...SOURCE, 'node_modules/oxlint/bin/oxlint', '--deny-warnings');
    if (TRIED.some(({ isBuilt }) => isBuilt)) await node(...SOURCE, 'scripts/build.ts');
    await node(...SOURCE, 'scripts/docs.ts', '--tables');
  });

  for (const recipe of TRIED)
    it(`leads to a working tree that passes the tests that it names: ${recipe.sections.join(', ')}`, async () => {
      await node(...SOURCE, 'test/run.ts', ...testsIn(textOf(recipe)));
    });
});
