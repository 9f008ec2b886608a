/** The recipes of CONTRIBUTING.md agree with their examples, and the examples fit the current files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followed, RECIPES, sectionOf } from '../build/recipes.js';

/** The files and folders that a text names, each with the values for the words in angle brackets. */
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

describe('a recipe of CONTRIBUTING.md', () => {
  for (const [at, { sections, words, edits }] of RECIPES.entries())
    it(`names exactly the files that its steps change: ${sections.join(', ')}`, () => {
      const [paths, files] = [pathsIn(texts[at]!, words), Object.keys(edits)];
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
      assert.match(texts[at]!, /`npm test -- /);
    });

  it('has an example that applies to the current files', () => {
    assert.doesNotThrow(followed);
  });
});
