import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { copyFormOf, groupsOf, KINDS, ruleOf, type Kind } from '../../src/core/kinds.js';
import { AR_QR, BICS, CLABES, IBANS, PIX, WRONG_BICS } from '../fixtures/instruments.js';

const KIND_NAMES = Object.keys(KINDS) as Kind[];
const passes = (kind: Kind, value: string): boolean | undefined => ruleOf(kind).check?.(value);

describe('kinds', () => {
  it('show in groups what is copied, joined, for any value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KIND_NAMES), fc.string(), (kind, value) => {
        assert.equal(groupsOf(kind, value).join(''), value);
      }),
    );
  });

  it('group a CLABE 3 3 4 4 3 1 and an IBAN by four', () => {
    assert.deepEqual(groupsOf('clabe', CLABES[0]), ['032', '180', '0001', '1835', '971', '9']);
    assert.deepEqual(groupsOf('iban', IBANS[0]), ['DE89', '3704', '0044', '0532', '0130', '00']);
  });

  it('never regroup what is opaque', () => {
    for (const kind of KIND_NAMES.filter((name) => !ruleOf(name).groups))
      assert.deepEqual(groupsOf(kind, '11223344556672'), ['11223344556672'], kind);
  });

  it('copy digits and electronic forms without the spaces and hyphens that came', () => {
    assert.equal(copyFormOf('clabe', ' 032 180-00011835971 9 '), CLABES[0]);
    assert.equal(copyFormOf('iban', 'de89 3704 0044 0532 0130 00'), IBANS[0]);
    assert.equal(copyFormOf('bic', 'abna be2a'), 'ABNABE2A');
  });

  it('copy keys, messages, names and account numbers exactly', () => {
    for (const kind of ['pix-key', 'account', 'message', 'name', 'address', 'text', 'link'] as const)
      assert.equal(copyFormOf(kind, ' 00-1 2 '), ' 00-1 2 ', kind);
  });

  it('copy a code exactly but for spaces around it', () => {
    assert.equal(copyFormOf('pix-code', `  ${PIX.random} `), PIX.random);
    assert.ok(copyFormOf('pix-code', PIX.random).includes('Fulano de Tal'));
  });

  it('check a BIC by its form', () => {
    for (const bic of BICS) assert.equal(passes('bic', bic), true, bic);
    for (const bic of WRONG_BICS) assert.equal(passes('bic', bic), false, bic);
  });

  it('check a Pix code as Pix, and another code by its checksum', () => {
    assert.equal(passes('pix-code', PIX.random), true);
    assert.equal(passes('pix-code', AR_QR[0]), false);
    assert.equal(passes('emv-code', AR_QR[0]), true);
  });

  it('check nothing where nothing can be known', () => {
    for (const kind of ['account', 'pix-key', 'message', 'name', 'address', 'text'] as const)
      assert.equal(ruleOf(kind).check, undefined, kind);
  });

  it('hold to printable ASCII everything that decides where money goes', () => {
    const identifiers = KIND_NAMES.filter((kind) => ruleOf(kind).identifier);
    for (const kind of ['clabe', 'iban', 'bic', 'account', 'pix-key', 'message'] as const)
      assert.ok(identifiers.includes(kind), kind);
  });
});
