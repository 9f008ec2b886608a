import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  const [, policy] = /<!-- policy -->\s*```\n([^]*?)```/.exec(text) ?? [];
  return policy!.trim().replace(/;\s+/g, '; ');
}

describe('the recommended policy', () => {
  it('has no finding of csp_evaluator, which does find an unsafe policy', () => {
    assert.deepEqual(findingsIn(recommended().replace('{nonce}', 'r4nd0mN0nceOfOneAnswer==')), []);
    assert.notDeepEqual(findingsIn("script-src 'self' 'unsafe-inline'"), []);
  });

  it('is the policy under which the tests show every view', () => {
    assert.equal(recommended(), POLICIES['strict']);
  });
});

/** Every source of a proof. */
function proofSources(): string[] {
  return ['test/proofs', 'sandbox/test/proofs'].flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`${ROOT}/${folder}/${file}`, 'utf8')),
  );
}

describe('the promises', () => {
  const [, promises = ''] = /<!-- promises -->([^]*?)<!-- \/promises -->/.exec(text) ?? [];

  it('have every number of cases that has a name, written out by npm run docs', () => {
    const names = proofSources().flatMap((source) =>
      [...source.matchAll(/\bcases\([^()'"]*(['"])(.+?)\1/g)].map(([, , name]) => name!),
    );
    const [, table] = /<!-- cases -->([^]*?)<!-- \/cases -->/.exec(text) ?? [];
    assert.ok(names.length >= 20);
    for (const name of names) assert.ok(table!.includes(`| ${name} `), name);
  });

  it('have no other number of cases, which nothing would keep right', () => {
    const tests = [...promises.matchAll(/^- Tested with: ([^]*?)\n(?=- Proof: )/gm)].map(([, text]) => text!);
    assert.equal(tests.length, promises.match(/Tested with: /g)!.length);
    for (const text of tests) assert.doesNotMatch(text, /(?<!\w)\d/, text);
  });

  it('have a section each, in the order of their numbers', () => {
    const numbers = [...promises.matchAll(/^#### P(\d+)$/gm)].map(([, number]) => Number(number));
    assert.ok(numbers.length >= 40);
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].toSorted((a, b) => a - b),
    );
  });

  it('name proofs that exist', () => {
    const proofs = [...promises.matchAll(/`((?:sandbox\/)?test\/[\w/.-]+)`/g)].map(([, file]) => file!);
    assert.ok(proofs.length >= 20);
    for (const proof of proofs) assert.ok(existsSync(`${ROOT}/${proof}`), proof);
  });
});
