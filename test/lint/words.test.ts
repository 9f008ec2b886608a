import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findings } from '../../scripts/words.js';

describe('the words check', () => {
  const wrong = [
    ['src/widget/a.ts', 'class Visitor {}', 'old name: class Visitor'],
    ['src/widget/a.ts', 'export interface Ask {', 'old name: interface Ask'],
    ['src/server/a.ts', 'async function patiently() {}', 'old name: function patiently'],
    ['src/server/a.ts', 'type Fault = 1;', 'old name: Fault'],
    ['test/pages/ears.js', '', 'old file name'],
    ['src/core/a.ts', '/** Seconds are not guessed (reading.md). */', 'document outside the repository'],
    ['src/core/a.ts', '// R12 says so', 'R12 without its document'],
    ['SECURITY.md', 'As R12 says', 'R12 without its document'],
    ['bench/a.ts', '/** B11: latency */', 'B11 without its document'],
  ] as const;

  for (const [file, text, message] of wrong)
    it(`reports in ${file}: ${text}`, () => {
      const found = findings(file, text);
      assert.equal(found.length, 1);
      assert.ok(found[0]!.includes(message), found[0]);
    });

  const right = [
    ['src/widget/a.ts', 'class SlipController { askedAmount = visit; }'],
    ['sandbox/src/a.ts', 'type Fault = 1;'],
    ['src/core/a.ts', '// docs/reading-policy.md R12'],
    ['src/core/a.ts', '// as docs/reading-policy.md\n// says in R12 '],
    ['docs/reading-policy.md', 'R12: ids are text.'],
    ['sandbox/test/a.ts', "assert.deepEqual(broken, ['I4']);"],
    ['test/suites/policy.ts', 'R4: {'],
  ] as const;

  for (const [file, text] of right)
    it(`accepts in ${file}: ${text}`, () => assert.deepEqual(findings(file, text), []));
});
