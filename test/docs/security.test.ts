import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { POLICIES } from '../browsers/pages.js';
import { ROOT } from '../root.js';

const text = readFileSync(`${ROOT}/SECURITY.md`, 'utf8');

/** csp_evaluator is CommonJS and has no types. */
interface Evaluator {
  evaluate(): readonly { readonly directive: string; readonly description: string }[];
}
const require = createRequire(import.meta.url);
const { CspParser } = require('csp_evaluator/dist/parser.js') as {
  CspParser: new (policy: string) => { readonly csp: object };
};
const { CspEvaluator } = require('csp_evaluator/dist/evaluator.js') as {
  CspEvaluator: new (csp: object) => Evaluator;
};

function findingsIn(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .map(({ directive, description }) => `${directive}: ${description}`);
}

/** The policy that SECURITY.md recommends, on one line. */
function recommended(): string {
  const [, policy] = /## Recommended policy[^]*?```\n([^]*?)```/.exec(text) ?? [];
  return policy!.trim().replace(/;\s+/g, '; ');
}

describe('the recommended policy', () => {
  it('has no finding of csp_evaluator, which reports findings for an unsafe policy', () => {
    assert.deepEqual(findingsIn(recommended().replace('{nonce}', 'r4nd0mN0nceOfOneAnswer==')), []);
    assert.notDeepEqual(findingsIn("script-src 'self' 'unsafe-inline'"), []);
  });

  it('is the policy that the tests of every view use', () => {
    assert.equal(recommended(), POLICIES['strict']);
  });
});

describe('the promises', () => {
  const [, promises = ''] = /^## Promises$([^]*?)^## /m.exec(text) ?? [];

  it('are listed in the order of their numbers', () => {
    const numbers = [...promises.matchAll(/^- \*\*P(\d+)\*\* /gm)].map(([, number]) => Number(number));
    assert.ok(numbers.length >= 40);
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].toSorted((a, b) => a - b),
    );
  });

  it('name proofs that exist', () => {
    for (const promise of promises.split(/^- /m).slice(1)) {
      const proofs = [...promise.matchAll(/`((?:sandbox\/)?test\/[\w/.-]+)`/g)].map(([, file]) => file!);
      assert.notEqual(proofs.length, 0, promise);
      for (const proof of proofs) assert.ok(existsSync(`${ROOT}/${proof}`), proof);
    }
  });
});
