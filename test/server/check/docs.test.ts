import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { CHECK_RULES, reportText, type Line } from 'deposit-slip/check';

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

  it('quotes lines as the report prints them', () => {
    const [, quoted = ''] = /```text\n([^]*?)```/.exec(guide) ?? [];
    const fixOf = (rule: string): string => CHECK_RULES.find(({ name }) => name === rule)!.fix;
    const lines: readonly Line[] = [
      { rule: 'https', result: 'ok', message: 'the URL uses https' },
      {
        rule: 'cors-wildcard',
        result: 'warning',
        message: 'every origin may read the responses',
        fix: fixOf('cors-wildcard'),
      },
      {
        rule: 'no-store',
        result: 'fail',
        message: 'Cache-Control is missing (slip request for 95)',
        fix: fixOf('no-store'),
      },
      { rule: 'arrival', result: 'skipped', message: 'not requested' },
    ];
    assert.ok(reportText({ endpoint: '', requests: 0, slips: 0, lines }).includes(quoted));
    assert.equal(quoted.trim().split('\n').length, lines.length);
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
