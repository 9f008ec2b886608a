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
  PIX_KEYS,
  ROUTINGS,
  WRONG_BICS,
  WRONG_CBUS,
  WRONG_CCIS,
  WRONG_CUITS,
  WRONG_CVUS,
  WRONG_PIX_KEYS,
  WRONG_ROUTINGS,
} from '../fixtures/instruments.js';

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

  it('group a CBU and a CVU 8 14, a CUIT 2 8 1, a CCI 3 3 12 2, and a routing number not at all', () => {
    assert.deepEqual(groupsOf('cbu', CBUS[0]), ['2850', '5909', '4009', '0418', '1352', '01']);
    assert.deepEqual(groupsOf('cvu', CVUS[0]), ['0000', '7759', '0000', '0000', '0000', '86']);
    assert.deepEqual(groupsOf('cuit', CUITS[0]), ['20', '05536168', '2']);
    assert.deepEqual(groupsOf('cci', CCIS[0]), ['011', '366', '000100032542', '21']);
    assert.deepEqual(groupsOf('routing', ROUTINGS[0]), [ROUTINGS[0]]);
  });

  it('never regroup what is opaque', () => {
    for (const kind of KIND_NAMES.filter((name) => !ruleOf(name).groups))
      assert.deepEqual(groupsOf(kind, '11223344556672'), ['11223344556672'], kind);
  });

  it('copy digits and electronic forms without the spaces and hyphens that came', () => {
    assert.equal(copyFormOf('clabe', ' 032 180-00011835971 9 '), CLABES[0]);
    assert.equal(copyFormOf('cuit', '20-05536168-2'), CUITS[0]);
    assert.equal(copyFormOf('cci', '011-366-000100032542-21'), CCIS[0]);
    assert.equal(copyFormOf('iban', 'de89 3704 0044 0532 0130 00'), IBANS[0]);
    assert.equal(copyFormOf('bic', 'abna be2a'), 'ABNABE2A');
  });

  it('copy keys, messages, names and account numbers exactly', () => {
    for (const kind of ['pix-key', 'alias', 'account', 'message', 'name', 'address', 'text', 'link'] as const)
      assert.equal(copyFormOf(kind, ' 00-1 2 '), ' 00-1 2 ', kind);
  });

  it('copy a code exactly but for spaces around it', () => {
    assert.equal(copyFormOf('pix-code', `  ${PIX.random} `), PIX.random);
    assert.ok(copyFormOf('pix-code', PIX.random).includes('Fulano de Tal'));
  });

  it('check every scheme by its own file', () => {
    const vectors: readonly (readonly [Kind, readonly string[], readonly string[]])[] = [
      ['cbu', CBUS, WRONG_CBUS],
      ['cvu', CVUS, WRONG_CVUS],
      ['cuit', CUITS, WRONG_CUITS],
      ['cci', CCIS, WRONG_CCIS],
      ['routing', ROUTINGS, WRONG_ROUTINGS],
      ['pix-key', PIX_KEYS, WRONG_PIX_KEYS],
    ];
    for (const [kind, right, wrong] of vectors) {
      for (const value of right) assert.equal(passes(kind, value), true, value);
      for (const value of wrong) assert.equal(passes(kind, value), false, value);
    }
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
    for (const kind of ['account', 'alias', 'message', 'name', 'address', 'text'] as const)
      assert.equal(ruleOf(kind).check, undefined, kind);
  });

  it('hold to printable ASCII everything that decides where money goes', () => {
    const identifiers = KIND_NAMES.filter((kind) => ruleOf(kind).identifier);
    for (const kind of [
      ...(['clabe', 'cbu', 'cvu', 'cuit', 'cci', 'routing', 'alias'] as const),
      ...(['iban', 'bic', 'account', 'pix-key', 'message'] as const),
    ])
      assert.ok(identifiers.includes(kind), kind);
  });
});
