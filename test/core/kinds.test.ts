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
  WRONG_CLABES,
  WRONG_CUITS,
  WRONG_CVUS,
  WRONG_IBANS,
  WRONG_PIX,
  WRONG_PIX_KEYS,
  WRONG_ROUTINGS,
} from '../fixtures/instruments.js';
import { SCHEMES } from '../fixtures/schemes.js';
import { digitChanges } from './typos.js';

const KIND_NAMES = Object.keys(KINDS) as Kind[];
/** Right values of each kind, and wrong ones that look right. */
const VECTORS: Partial<Record<Kind, readonly [right: readonly string[], wrong: readonly string[]]>> = {
  clabe: [CLABES, [...WRONG_CLABES, '0'.repeat(18)]],
  cbu: [CBUS, WRONG_CBUS],
  cvu: [CVUS, WRONG_CVUS],
  // A longer number that contains a right one.
  cuit: [CUITS, [...WRONG_CUITS, '120055361600']],
  cci: [CCIS, WRONG_CCIS],
  // The weights repeat after three digits, and zeros add nothing.
  routing: [ROUTINGS, [...WRONG_ROUTINGS, `000${ROUTINGS[0]}`]],
  iban: [IBANS, WRONG_IBANS],
  bic: [BICS, WRONG_BICS],
  'pix-key': [PIX_KEYS, WRONG_PIX_KEYS],
  'pix-code': [Object.values(PIX), [...Object.values(WRONG_PIX), ...AR_QR]],
};
/** Other lengths, spaces, and digits of other scripts. */
const damaged = (value: string): string[] => [
  ...[`${value}0`, ` ${value}`, `${value}\n`],
  ...['\u0661', '\uff11'].map((one) => value.replace(/[0-9]/, one)),
];
const passes = (kind: Kind, value: string): boolean | undefined => ruleOf(kind).check?.(value);

describe('a kind', () => {
  it('has groups that join to the copied value, for any value', () => {
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
    for (const kind of ['clabe', 'cuit', 'iban', 'bic'] as const)
      assert.equal(copyFormOf(kind, '20.05/5_6'), '20.05/5_6', 'no other sign is format');
  });

  it('copies keys, messages, names and account numbers exactly', () => {
    for (const kind of ['pix-key', 'alias', 'account', 'message', 'name', 'address', 'text', 'link'] as const)
      assert.equal(copyFormOf(kind, ' 00-1 2 '), ' 00-1 2 ', kind);
  });

  it('copies a code without surrounding spaces and otherwise exactly', () => {
    assert.equal(copyFormOf('pix-code', `  ${PIX.random} `), PIX.random);
  });

  for (const [kind, [right, wrong]] of Object.entries(VECTORS))
    it(`accepts its published values and no others: ${kind}`, () => {
      for (const [other, [values]] of Object.entries(VECTORS))
        for (const value of values) assert.equal(passes(kind as Kind, value), kind === other, value);
      const unlike = ruleOf(kind as Kind).groups ? right.flatMap(damaged) : [];
      for (const value of [...wrong, ...unlike])
        assert.equal(passes(kind as Kind, value), false, JSON.stringify(value));
    });

  it('has published values if it has a check, except codes that another scheme reads', () => {
    const unlisted = KIND_NAMES.filter((kind) => ruleOf(kind).check && !(kind in VECTORS));
    assert.deepEqual(unlisted, ['emv-code']);
  });

  it('is among the proven schemes if its digits have a check', () => {
    const proven = SCHEMES.flatMap(({ kinds }) => kinds);
    const hasCheckDigits = (kind: Kind): boolean =>
      VECTORS[kind]![0].some((value) => {
        const typos = [...digitChanges(value)];
        return /^[A-Z]*\d+$/.test(value) && typos.every((typo) => !passes(kind, typo));
      });
    const kinds = KIND_NAMES.filter((kind) => kind in VECTORS && hasCheckDigits(kind));
    assert.ok(kinds.includes('clabe'));
    const unproven = kinds.filter((kind) => !proven.includes(kind));
    assert.deepEqual(unproven, []);
  });

  it('is an identifier if it decides where money goes', () => {
    for (const kind of [
      ...(['clabe', 'cbu', 'cvu', 'cuit', 'cci', 'routing', 'alias'] as const),
      ...(['iban', 'bic', 'account', 'pix-key', 'message'] as const),
    ])
      assert.equal(ruleOf(kind).identifier, true, kind);
  });
});
