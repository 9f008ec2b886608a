/**
 * The recipes of CONTRIBUTING.md, followed in one copy of the tree: all of them together, so that it is
 * checked once. A sample runs the tests of the recipe whose turn it is, and builds if that recipe needs it.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { TIERS } from '../../scripts/check.js';
import { run } from '../../scripts/run.js';
import { ROOT } from '../root.js';
import { temporaryFolder } from '../temporary-folder.js';
import { RECIPES } from './recipes.js';
import { copyOfSource } from './source-copy.js';
import { inTurn } from './turn.js';

const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const SOURCE = ['--conditions=@deposit-slip/source', '--import', 'tsx'];

function sectionOf(heading: string): string {
  const [, text] = GUIDE.split(`\n### ${heading}\n`);
  assert.ok(text !== undefined, `CONTRIBUTING.md has no section "${heading}"`);
  return text.split('\n## ')[0]!.split('\n### ')[0]!;
}

/** The files and folders that a text names, each with what stands for the words in angle brackets. */
function pathsIn(text: string, words: Readonly<Record<string, string>> = {}): string[] {
  const named = [
    ...text.matchAll(
      /`((?:src|sandbox|test|docs|site|bench|demo|scripts|themes)\/[^`\s]*|package\.json|README\.md)`/g,
    ),
  ];
  const paths = named.map(([, path]) => path!.replace(/<\w+>/g, (word) => words[word] ?? word));
  return [...new Set(paths)].filter((path) => path !== 'docs/openapi.json');
}

const covers = (path: string, file: string): boolean => file === path || file.startsWith(`${path}/`);

const texts = RECIPES.map(({ sections }) => sections.map(sectionOf).join('\n'));

/** The recipes whose tests are run. */
const TRIED = inTurn(RECIPES);

/** The arguments of the `npm test` that a text names. */
const testsIn = (text: string): string[] =>
  [...text.matchAll(/`npm test -- ([^`]+)`/g)].flatMap(([, names]) => names!.split(' '));

const copy = join(temporaryFolder(), 'tree');
const node = (...args: readonly string[]) =>
  run(process.execPath, args, copy, { ENGINES: 'chromium', NODE_TEST_CONTEXT: '' });

describe('a recipe of CONTRIBUTING.md', () => {
  for (const [at, { sections, words, edits }] of RECIPES.entries())
    it(`names the files that its steps change, and no other: ${sections.join(', ')}`, () => {
      const [paths, files] = [pathsIn(texts[at]!, words), Object.keys(edits)];
      assert.deepEqual(
        files.filter((file) => !paths.some((path) => covers(path, file))),
        [],
        'not named',
      );
      assert.deepEqual(
        paths.filter((path) => !files.some((file) => covers(path, file))),
        [],
        'named in vain',
      );
      assert.match(texts[at]!, /`npm test -- /);
    });

  it('leads to a tree that passes the types, the linter, the tables of the guides, and the build', async () => {
    copyOfSource(copy);
    const read = (file: string) => readFileSync(join(copy, file), 'utf8');
    for (const [file, edits] of RECIPES.flatMap((recipe) => Object.entries(recipe.edits))) {
      const path = join(copy, file);
      mkdirSync(dirname(path), { recursive: true });
      const text = existsSync(path) ? read(file) : '';
      writeFileSync(
        path,
        [edits].flat().reduce((changed, edit) => edit(changed, read), text),
      );
    }
    for (const tier of TIERS) await node('node_modules/typescript/bin/tsc', '-p', tier);
    await node(...SOURCE, 'node_modules/oxlint/bin/oxlint', '--deny-warnings');
    if (TRIED.some(({ isBuilt }) => isBuilt)) await node(...SOURCE, 'scripts/build.ts');
    await node(...SOURCE, 'scripts/docs.ts', '--tables');
  });

  for (const { sections } of TRIED)
    it(`leads to a tree that passes the tests that it names: ${sections.join(', ')}`, async () => {
      await node(...SOURCE, 'test/run.ts', ...testsIn(sections.map(sectionOf).join('\n')));
    });
});
