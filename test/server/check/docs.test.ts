import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { CHECK_RULES } from 'deposit-slip/check';

const DOCS = new URL('../../../docs/', import.meta.url);
const guide = readFileSync(new URL('checking.md', DOCS), 'utf8');
const cli = readFileSync(new URL('../src/check-cli.ts', DOCS), 'utf8');

/** The cells of the table under a heading's text. */
function rowsAfter(mark: string): readonly (readonly string[])[] {
  const lines = guide.slice(guide.indexOf(mark)).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const last = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  const table = lines.slice(first + 2, last < 0 ? undefined : last);
  return table.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('the guide to checking', () => {
  it('has the rules as they are', () => {
    assert.deepEqual(
      rowsAfter('## The rules'),
      CHECK_RULES.map(({ name, asks, mend }) => [`\`${name}\``, asks, mend]),
    );
  });

  it('names every option the command has', () => {
    const help = cli.slice(cli.indexOf('const HELP'), cli.indexOf('--help  '));
    const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name!);
    assert.ok(options.length > 10);
    const told = rowsAfter('| option')
      .map(([cell]) => cell)
      .join(' ');
    assert.deepEqual(
      options.filter((name) => !told.includes(name)),
      [],
    );
  });

  it('is linked from the guides, and links to what is there', () => {
    for (const file of ['../README.md', 'back-end.md'])
      assert.match(readFileSync(new URL(file, DOCS), 'utf8'), /\((docs\/)?checking\.md\)/);
    for (const [, target] of guide.matchAll(/\]\(([^)#]+)[^)]*\)/g))
      assert.ok(existsSync(new URL(target!, DOCS)), target);
  });
});
