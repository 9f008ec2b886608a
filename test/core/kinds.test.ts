import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { copyFormOf, groupsOf, KINDS, ruleOf, type Kind } from '../../src/core/kinds.js';
import {
  AR_QR,
  BICS,
  CBUS,
  CCIS,
  CLABES,
  CUITS,
  CVUS,
  IBANS,
  PIX,
  PIX_KEY,
  ROUTINGS,
  WRONG_BICS,
} from '../fixtures/instruments.js';

const KIND_NAMES = Object.keys(KINDS) as Kind[];
const passes = (kind: Kind, value: string): boolean | undefined => ruleOf(kind).check?.(value);

describe('a kind', () => {
  it('shows groups that are the copied value when joined, for any value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KIND_NAMES), fc.string(), (kind, value) => {
        assert.equal(groupsOf(kind, value).join(''), value);
      }),
    );
  });

  it('groups the digits of each scheme in its usual way', () => {
    assert.deepEqual(groupsOf('clabe', CLABES[0]), ['032', '180', '0001', '1835', '971', '9']);
    assert.deepEqual(groupsOf('iban', IBANS[0]), ['DE89', '3704', '0044', '0532', '0130', '00']);
    assert.deepEqual(groupsOf('cbu', CBUS[0]), ['2850', '5909', '4009', '0418', '1352', '01']);
    assert.deepEqual(groupsOf('cvu', CVUS[0]), ['0000', '7759', '0000', '0000', '0000', '86']);
    assert.deepEqual(groupsOf('cuit', CUITS[0]), ['20', '05536168', '2']);
    assert.deepEqual(groupsOf('cci', CCIS[0]), ['011', '366', '000100032542', '21']);
    assert.deepEqual(groupsOf('routing', ROUTINGS[0]), [ROUTINGS[0]]);
  });

  it('does not group opaque values', () => {
    for (const kind of KIND_NAMES.filter((name) => !ruleOf(name).groups))
      assert.deepEqual(groupsOf(kind, '11223344556672'), ['11223344556672'], kind);
  });

  it('copies digits and electronic forms without spaces and hyphens', () => {
    assert.equal(copyFormOf('clabe', ' 032 180-00011835971 9 '), CLABES[0]);
    assert.equal(copyFormOf('cuit', '20-05536168-2'), CUITS[0]);
    assert.equal(copyFormOf('cci', '011-366-000100032542-21'), CCIS[0]);
    assert.equal(copyFormOf('iban', 'de89 3704 0044 0532 0130 00'), IBANS[0]);
    assert.equal(copyFormOf('bic', 'abna be2a'), 'ABNABE2A');
  });

  it('copies keys, messages, names and account numbers exactly', () => {
    for (const kind of ['pix-key', 'alias', 'account', 'message', 'name', 'address', 'text', 'link'] as const)
      assert.equal(copyFormOf(kind, ' 00-1 2 '), ' 00-1 2 ', kind);
  });

  it('copies a code without surrounding spaces and otherwise exactly', () => {
    assert.equal(copyFormOf('pix-code', `  ${PIX.random} `), PIX.random);
  });

  it('checks a value by its own scheme', () => {
    const values = {
      clabe: CLABES[0],
      cbu: CBUS[0],
      cvu: CVUS[0],
      cuit: CUITS[0],
      cci: CCIS[0],
      routing: ROUTINGS[0],
      iban: IBANS[0],
      'pix-key': PIX_KEY,
      'pix-code': PIX.random,
    };
    for (const kind of Object.keys(values) as (keyof typeof values)[])
      for (const [other, value] of Object.entries(values))
        assert.equal(passes(kind, value), kind === other, `${kind}: ${value}`);
    assert.equal(passes('pix-code', AR_QR[0]), false);
    assert.equal(passes('emv-code', AR_QR[0]), true);
  });

  it('checks the form of a BIC', () => {
    for (const bic of BICS) assert.equal(passes('bic', bic), true, bic);
    for (const bic of WRONG_BICS) assert.equal(passes('bic', bic), false, bic);
  });

  it('is an identifier if it decides where money goes', () => {
    for (const kind of [
      ...(['clabe', 'cbu', 'cvu', 'cuit', 'cci', 'routing', 'alias'] as const),
      ...(['iban', 'bic', 'account', 'pix-key', 'message'] as const),
    ])
      assert.equal(ruleOf(kind).identifier, true, kind);
  });
});
