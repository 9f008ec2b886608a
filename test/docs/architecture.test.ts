/** Compares the drawings of docs/architecture.md with the imports of the sources. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../root.js';

const GUIDE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** The files of each drawing, by the names of their boxes. */
function boxesOf(drawing: string): ReadonlyMap<string, string> {
  return new Map(
    [...drawing.matchAll(/(\w+)\["([\w/-]+\.ts)"\]/g)].map(([, name, file]) => [name!, `src/${file}`]),
  );
}

/** The files that a file imports, including imports of types. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, path]) => `${join(dirname(file), path!)}.ts`);
}

describe('the drawings of the architecture', () => {
  const drawings = [...GUIDE.matchAll(/```mermaid\n([^]*?)```/g)].map(([, drawing]) => drawing!);

  it('have an import for each solid arrow', () => {
    const arrows = drawings.flatMap((drawing) => {
      const boxes = boxesOf(drawing);
      return [...drawing.matchAll(/^ {2}(\w+)(?:\[[^\]]*\])? --> (\w+)/gm)].map(([arrow, from, to]) => {
        assert.ok(boxes.has(from!) && boxes.has(to!), `${arrow} has a box without a file`);
        return [boxes.get(from!)!, boxes.get(to!)!] as const;
      });
    });
    assert.ok(arrows.length > 20, `only ${arrows.length} arrows`);
    const wrong = arrows.filter(([from, to]) => !importsOf(from).includes(to));
    assert.deepEqual(wrong, []);
  });

  it('name files and folders that exist, and so does the text', () => {
    const files = [
      ...drawings.flatMap((drawing) => [...boxesOf(drawing).values()]),
      ...[...GUIDE.matchAll(/`((?:src|sandbox|demo)[\w/.-]*)`/g)].map(([, path]) => path!),
    ];
    assert.deepEqual(
      files.filter((file) => !existsSync(join(ROOT, file))),
      [],
    );
  });
});
