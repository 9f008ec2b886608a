import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  buildsExpressions,
  builtExpressions,
  expressionsOf,
  isFalseAlarm,
  slowExpressions,
} from '../../scripts/expressions.js';

const findingsOf = (code: string): Promise<string[]> => slowExpressions(expressionsOf('src/a.ts', code));

describe('the check of regular expressions', () => {
  it('finds an expression whose time grows faster than its text', async () => {
    assert.deepEqual(await findingsOf("const TRAP = /(a+)+$/; 'x'.replace(/\\s+$/, '');"), [
      'src/a.ts: /(a+)+$/ is exponential',
      'src/a.ts: /\\s+$/ is 2nd degree polynomial',
    ]);
  });

  it('accepts linear expressions and bounded repetitions', async () => {
    assert.deepEqual(await findingsOf('const FINE: RegExp[] = [/^[a-z]+$/, /[0-9]{1,20}x/u, /a|b/g];'), []);
  });

  it('measures expressions that were judged by trial texts, and does not report linear ones as slow', () => {
    const judged = (source: string, pump: string, type: 'exponential' | 'polynomial') =>
      isFalseAlarm({
        ...{ status: 'vulnerable', checker: 'fuzz', source, flags: '' },
        complexity: { type, summary: type, isFuzz: true, degree: 2 },
        attack: { pumps: [{ prefix: '0', pump, bias: 0 }], suffix: '!', base: 1, string: '', pattern: '' },
        hotspot: [],
      });
    assert.equal(judged(String.raw`^0(?:\.[0-9]{1,40})+$`, '.1', 'exponential'), true);
    assert.equal(judged('^0(?:1+)+$', '1', 'exponential'), false);
    assert.equal(judged('1+$', '1', 'polynomial'), false);
  });

  it('judges samples of expressions that are built at run time, which the source text does not show', async () => {
    const trap = (char: string): RegExp => new RegExp(String.raw`\\*${char}`, 'g');
    assert.deepEqual(
      await slowExpressions(builtExpressions({ 'src/a.ts': [trap('a')], 'src/b.ts': 'short' })),
      ['src/a.ts: /\\\\*a/g is 2nd degree polynomial'],
    );
    assert.deepEqual(
      ['new RegExp(`${a}`)', 'RegExp(a)', '/a/.exec(b)'].map((code) => buildsExpressions('src/a.ts', code)),
      [true, true, false],
    );
  });
});
