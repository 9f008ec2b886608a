import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Slip } from '../../../src/core/reader/slip.js';
import { METHODS } from '../../../src/core/methods.js';
import { CLABES, IBANS, PIX, PIX_KEY } from '../../fixtures/instruments.js';
import { answerWith, problemKind, rowOf, slipOf, warningsOf } from '../outcome.js';

const PADDINGS = [' ', '  ', '\n', '\r\n', '\t', '\f', ' \n\t'];

/** What a payer sees and copies. */
function contentOf({ rows, links, code, lead, notices, fingerprint }: Slip): object {
  return { rows, links, code, lead, notices, fingerprint };
}

// docs/reading-policy.md R26
describe('ASCII white space at the ends of a value', () => {
  for (const { slug, id, sample } of METHODS)
    it(`is removed, and the merchant is warned: ${slug}`, () => {
      const request = { paymentId: id, amount: '150.00' };
      const plain = slipOf(answerWith(sample), request);
      for (const padding of PADDINGS)
        for (const [head, tail] of [
          ['', padding],
          [padding, ''],
          [padding, padding],
        ] as const) {
          const padded = Object.entries(sample).map(([key, value]) => [key, head + value + tail]);
          const slip = slipOf(answerWith(Object.fromEntries(padded)), request);
          assert.deepEqual(contentOf(slip), contentOf(plain));
          const warnings = Object.keys(sample).map((key) => `${key}: padding`);
          assert.deepEqual(
            warningsOf(slip).toSorted(),
            [...warningsOf(plain), ...warnings].toSorted(),
            JSON.stringify(padding),
          );
        }
    });

  it('is removed from a code in base64, from the deposit number, the holder and an account under an unknown key', () => {
    const fields = { qrCode: `${btoa(PIX.random)}\n`, Europa: `${IBANS[0]} \n` };
    const slip = slipOf(answerWith(fields, { txId: '100001\n', realName: ' Ana Sol ' }), { paymentId: 90 });
    assert.equal(slip.code?.payload, PIX.random);
    assert.equal(slip.txId, '100001');
    assert.equal(rowOf(slip, 'realName').copy, 'Ana Sol');
    const { copy, kind, check } = rowOf(slip, 'Europa');
    assert.deepEqual([copy, kind, check], [IBANS[0], 'iban', 'passed']);
    const unknown = ['Europa: padding', 'Europa: unknown-field'];
    const known = ['qrCode: padding', 'realName: padding', 'txId: padding'];
    assert.deepEqual(warningsOf(slip).toSorted(), [...unknown, ...known]);
  });

  it('does not hide a second payee', () => {
    const fields = { 'Cuenta CLABE': CLABES[0], Cuenta: `${CLABES[1]}\n` };
    assert.equal(problemKind(answerWith(fields), { paymentId: 105 }), 'mismatch');
  });

  it('is not a second value beside the same value without it', () => {
    const slip = slipOf(answerWith({ 'Cuenta CLABE': [CLABES[0], `${CLABES[0]}\n`] }), { paymentId: 105 });
    assert.deepEqual(
      slip.rows.map(({ copy }) => copy),
      [CLABES[0]],
    );
  });

  it('is all of an absent value, of which nobody is warned', () => {
    const slip = slipOf(answerWith({ 'Pix copia e cola': PIX.random, pixKey: ' \n' }), { paymentId: 90 });
    assert.deepEqual([slip.rows.length, slip.warnings], [1, []]);
    assert.equal(problemKind(answerWith({ 'Cuenta CLABE': '\n' }), { paymentId: 105 }), 'incomplete');
  });

  it('is nothing else: other signs at the ends, and any inside, are unsafe', () => {
    const unsafe = ['\u00a0', '\u200b', '\u200e', '\u202e', '\ufeff', '\u2028', '\0', '\v', '\u3000'];
    for (const sign of unsafe)
      for (const raw of [
        CLABES[0] + sign,
        sign + CLABES[0],
        `${CLABES[0]}${sign}\n`,
        `\n${sign}${CLABES[0]}`,
      ])
        assert.equal(
          problemKind(answerWith({ 'Cuenta CLABE': raw }), { paymentId: 105 }),
          'unsafe',
          JSON.stringify(raw),
        );
    for (const sign of ['\n', '\t', '  '])
      for (const fields of [
        { 'Cuenta CLABE': `${CLABES[0].slice(0, 9)}${sign}${CLABES[0].slice(9)}` },
        { pixKey: `${PIX_KEY.slice(0, 9)}${sign}${PIX_KEY.slice(9)}` },
      ])
        assert.equal(problemKind(answerWith(fields), {}), 'unsafe', JSON.stringify(sign));
    const broken = `${PIX.random.slice(0, 9)}\n${PIX.random.slice(9)}`;
    assert.equal(problemKind(answerWith({ qrCode: broken }), { paymentId: 90 }), 'unsafe');
  });
});
