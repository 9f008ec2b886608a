import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { CHECK_RULES } from 'deposit-slip/check';

const DOCS = new URL('../../../docs/', import.meta.url);
const guide = readFileSync(new URL('checking.md', DOCS), 'utf8');
const cli = readFileSync(new URL('../src/cli/check.ts', DOCS), 'utf8');

/** The cells of the first table after a text. */
function rowsAfter(text: string): readonly (readonly string[])[] {
  const lines = guide.slice(guide.indexOf(text)).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const last = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  const table = lines.slice(first + 2, last < 0 ? undefined : last);
  return table.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('the guide to checking', () => {
  it('lists the rules', () => {
    assert.deepEqual(
      rowsAfter('## The rules'),
      CHECK_RULES.map(({ name, requirement, fix }) => [`\`${name}\``, requirement, fix]),
    );
  });

  it('names every option of the command', () => {
    const help = cli.slice(cli.indexOf('const HELP'), cli.indexOf('--help  '));
    const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name!);
    assert.ok(options.length > 8);
    const cells = rowsAfter('| option')
      .map(([cell]) => cell)
      .join(' ');
    assert.deepEqual(
      options.filter((name) => !cells.includes(name)),
      [],
    );
  });
});
