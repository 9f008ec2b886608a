/** The recipes of CONTRIBUTING.md agree with their examples, and the examples fit the current files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followed, RECIPES, textOf } from '../build/recipes.js';

/** The files and folders that a text names. */
function pathsIn(text: string): string[] {
  const named = [
    ...text.matchAll(
      /`((?:src|sandbox|test|docs|site|bench|demo|scripts|themes)\/[^`\s]*|package\.json|README\.md)`/g,
    ),
  ];
  const paths = named.map(([, path]) => path!);
  return [...new Set(paths)];
}

const covers = (path: string, file: string): boolean => file === path || file.startsWith(`${path}/`);

describe('a recipe of CONTRIBUTING.md', () => {
  for (const recipe of RECIPES)
    it(`names exactly the files that its steps change: ${recipe.sections.join(', ')}`, () => {
      const [paths, files] = [pathsIn(textOf(recipe)), Object.keys(recipe.edits)];
      assert.deepEqual(
        files.filter((file) => !paths.some((path) => covers(path, file))),
        [],
        'not named',
      );
      assert.deepEqual(
        paths.filter((path) => !files.some((file) => covers(path, file))),
        [],
        'named but not changed',
      );
      assert.match(textOf(recipe), /`npm test -- /);
    });

  it('has an example that applies to the current files', () => {
    assert.doesNotThrow(followed);
  });
});
