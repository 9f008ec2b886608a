import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expressionsOf, slowExpressions } from '../../scripts/expressions.js';

const findingsOf = (code: string): Promise<string[]> => slowExpressions(expressionsOf('src/a.ts', code));

describe('the check of regular expressions', () => {
  it('finds an expression whose time grows faster than its text', async () => {
    assert.deepEqual(await findingsOf("const TRAP = /(a+)+$/; 'x'.replace(/\\s+$/, '');"), [
      'src/a.ts: /(a+)+$/ is exponential',
      'src/a.ts: /\\s+$/ is 2nd degree polynomial',
    ]);
  });

  it('accepts what is linear, and repetitions with an end', async () => {
    assert.deepEqual(await findingsOf('const FINE: RegExp[] = [/^[a-z]+$/, /[0-9]{1,20}x/u, /a|b/g];'), []);
  });
});
