import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsByKey, foldKey, methodOf, METHODS } from '../../src/core/methods.js';
import { keysOf, slipOf, answerWith } from './outcome.js';

describe('the table of methods', () => {
  it('contains each payment id once', () => {
    const ids = METHODS.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const method of METHODS) assert.equal(methodOf(method.id), method);
    assert.equal(methodOf(999), undefined);
    assert.equal(methodOf(undefined), undefined);
  });

  it('gives each key one meaning within a method', () => {
    for (const { fields, slug } of METHODS) {
      const keys = fields.flatMap((field) => field.keys.map(foldKey));
      assert.equal(new Set(keys).size, keys.length, slug);
    }
  });

  it('writes the amounts of a currency in one way', () => {
    for (const { fiat, amountLocale } of METHODS)
      assert.equal(METHODS.find((method) => method.fiat === fiat)!.amountLocale, amountLocale, fiat);
  });

  it('has a field for every role that is essential or comes first', () => {
    for (const { fields, needs, lead, slug } of METHODS) {
      const roles = fields.map(({ role }) => role);
      for (const role of [...needs.flat(), ...lead]) assert.ok(roles.includes(role), `${slug} ${role}`);
    }
  });

  for (const method of METHODS)
    it(`has a sample that is read without warnings: ${method.slug} ${method.id}`, () => {
      const slip = slipOf(answerWith(method.sample), { paymentId: method.id });
      assert.deepEqual(slip.warnings, []);
      assert.deepEqual(slip.notices, []);
      assert.equal(slip.fiat, method.fiat);
      assert.ok(slip.lead);
      assert.ok(keysOf(slip).every((key) => key in method.sample));
      assert.ok(slip.rows.every(({ check }) => check !== 'failed'));
    });
});

describe('a wire key', () => {
  // docs/reading-policy.md R5
  it('matches in any case and spacing, and in composed and decomposed form', () => {
    const same = ['Cuenta CLABE', ' cuenta  clabe ', 'CUENTA\u00a0CLABE', 'Cuenta\tCLABE'];
    for (const key of same) assert.equal(foldKey(key), 'cuenta clabe');
    assert.equal(foldKey('N\u0303'), foldKey('\u00d1'));
  });

  it('matches only as a whole: Bank Name is not Bank Beneficiary Name', () => {
    const fields = fieldsByKey(METHODS);
    assert.equal(fields.get(foldKey('Bank Name'))?.role, 'bank');
    assert.equal(fields.get(foldKey('Bank Beneficiary Name'))?.role, 'beneficiary');
    assert.equal(fields.get(foldKey('Bank')), undefined);
    assert.equal(fields.get(foldKey('Cuenta CLABE 2')), undefined);
  });

  // docs/reading-policy.md R28
  it('is unknown if it is the name of an inherited property', () => {
    const fields = fieldsByKey(METHODS);
    for (const key of ['__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty', ''])
      assert.equal(fields.get(foldKey(key)), undefined);
  });
});
