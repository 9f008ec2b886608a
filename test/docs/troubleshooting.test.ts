import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PROBLEM_KINDS } from '../../src/core/problem.js';
import { en } from '../../src/widget/locales/en.js';
import { ROOT } from '../root.js';
import { sectionsOf } from './anchors.js';

const GUIDE = 'docs/troubleshooting.md';
const sections = sectionsOf(GUIDE);

/** The anchors of the guide that the source code names; `undefined` stands for the kind of a problem. */
function namedAnchors(): (string | undefined)[] {
  const files = readdirSync(`${ROOT}/src`, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts')).map((file) => `${ROOT}/src/${file}`);
  return sources.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(/deposit-slip\/docs\/troubleshooting\.md#(?:([\w-]+)|\$\{)/g),
    ].map(([, anchor]) => anchor),
  );
}

describe('the troubleshooting guide', () => {
  for (const kind of PROBLEM_KINDS)
    it(`has a section on ${kind} with the text that the payer sees`, () => {
      assert.ok(sections.get(kind)?.includes(`The payer sees "${en.problems[kind]}"`));
    });

  it('has every section that the console links to', () => {
    const anchors = namedAnchors();
    assert.ok(anchors.includes(undefined), 'the kind of a problem');
    assert.ok(anchors.length > 1);
    for (const anchor of anchors) if (anchor) assert.ok(sections.has(anchor), anchor);
  });
});
