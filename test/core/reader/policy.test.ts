import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { METHODS } from '../../../src/core/methods.js';
import { isProblem } from '../../../src/core/problem.js';
import { readSlip } from '../../../src/core/reader/slip.js';
import { CLABES } from '../../fixtures/instruments.js';
import { specSample } from '../../fixtures/spec.js';
import { POLICY } from '../../suites/policy.js';
import { answerWith, keysOf, rowOf, slipOf, warningsOf } from '../outcome.js';

const ROWS = Array.from({ length: 34 }, (_, at) => `R${at + 1}`);
const SECTIONS = [
  'Totality',
  'Trust boundary',
  'Fraud note',
  'Hostile text',
  'Links',
  'QR-like values',
  'Unmapped refusals',
  'Real samples',
];

const TESTS = new URL('../', import.meta.url);

/** Names of the tests in a file, as they are written there. */
function namesIn(file: string): ReadonlySet<string> {
  const text = readFileSync(new URL(`${file}.test.ts`, TESTS), 'utf8');
  const calls = text.matchAll(/\bit\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`|(each\.name))/g);
  return new Set([...calls].map((call) => call.slice(1).find((name) => name !== undefined)!));
}

describe('the reading policy', () => {
  it('has every row and section, each with a test', () => {
    assert.deepEqual(Object.keys(POLICY), [...ROWS, ...SECTIONS]);
    for (const [row, { tests }] of Object.entries(POLICY)) assert.ok(tests.length > 0, row);
  });

  for (const [row, { rule, tests }] of Object.entries(POLICY))
    it(`is held by tests that are there: ${row}, ${rule}`, () => {
      for (const named of tests) {
        const [, file, name] = /^([^:]+): (.*)$/.exec(named)!;
        assert.ok(namesIn(file!).has(name!), named);
      }
    });
});

describe('read to the letter,', () => {
  it('every spelling of a key has the meaning of the others', () => {
    for (const { id, fields, sample } of METHODS)
      for (const { role, kind, keys } of fields)
        for (const key of keys) {
          const value = Object.entries(sample).find(([used]) => keys.includes(used))?.[1] ?? 'ABNABE2A';
          const others = Object.entries(sample).filter(([used]) => !keys.includes(used));
          const slip = slipOf(answerWith(Object.fromEntries([[key, value], ...others])), { paymentId: id });
          assert.ok(!warningsOf(slip).includes(`${key}: unknown-field`), key);
          const found = slip.rows.find((row) => row.key === key);
          // What stands under the key of a code has the meaning of its content; a picture beside a drawn code is no row.
          if (kind !== 'qr-link' && kind !== 'pix-code') assert.equal(found?.role, role, key);
        }
  });

  it('a CLABE is the same under 58, 72 and 105, with a name beside it or without', () => {
    for (const fields of [{}, { 'Beneficiary Name': 'Tienda Sol SA' }]) {
      const answer = answerWith({ 'Cuenta CLABE': CLABES[0], ...fields }, { fiat: 'MXN' });
      const [first, ...others] = [58, 72, 105].map((paymentId) => slipOf(answer, { paymentId }).rows);
      assert.equal(first![0]?.check, 'passed');
      for (const rows of others) assert.deepEqual(rows, first);
    }
  });

  it('details of another rail are shown with a notice and never pass for those asked for', () => {
    let others = 0;
    for (const asked of METHODS)
      for (const came of METHODS) {
        const answer = answerWith(came.sample);
        const roles = slipOf(answer, { paymentId: came.id }).rows.map(({ role }) => role);
        const isWhole = asked.needs.every((some) => some.some((role) => roles.includes(role)));
        const result = readSlip(answer, { paymentId: asked.id });
        const pair = `${asked.slug} asked, ${came.slug} came`;
        if (isProblem(result)) {
          assert.ok(!isWhole && ['incomplete', 'mismatch'].includes(result.kind), `${pair}: ${result.kind}`);
          continue;
        }
        const isSaid = result.notices.some(({ kind }) => kind === 'rail');
        const isWarned = result.warnings.some(({ reason }) => reason === 'rail');
        assert.deepEqual([result.paymentId, isSaid, isWarned], [asked.id, !isWhole, !isWhole], pair);
        others += isSaid ? 1 : 0;
      }
    assert.ok(others > 0);
  });

  it('the amount on a slip is the one asked for, whatever the answer says', () => {
    for (const { id, sample } of METHODS) {
      const answer = answerWith(sample, { amount: '9.99', totalAmount: 22 });
      assert.equal(slipOf(answer, { paymentId: id, amount: '150.00' }).askedAmount, '150.00');
      assert.equal(slipOf(answer, { paymentId: id }).askedAmount, undefined);
    }
  });

  it('no time of expiry is read or made up', () => {
    const times = { expireTime: 1700000000000, expiresIn: 900, createTime: '1700000000000' };
    for (const { id, sample } of METHODS)
      assert.deepEqual(
        readSlip(answerWith(sample, times), { paymentId: id }),
        readSlip(answerWith(sample), { paymentId: id }),
      );
  });

  it('a holder’s name that did not come is on no slip', () => {
    const answer = answerWith(
      { 'Cuenta CLABE': CLABES[0] },
      { paymentMethodName: 'Some Provider', realName: '' },
    );
    for (const paymentId of [58, 72, 105]) {
      assert.deepEqual(keysOf(slipOf(answer, { paymentId })), ['Cuenta CLABE']);
    }
  });

  it('an alias beside a link is shown too, after it and exactly', () => {
    const slip = slipOf(specSample('pending-fund/68'), { paymentId: 68 });
    assert.deepEqual(keysOf(slip), ['paymentLink', 'alias']);
    assert.equal(rowOf(slip, 'alias').copy, 'soc.ce');
    assert.equal(slip.links[0]?.key, 'paymentLink');
  });
});
