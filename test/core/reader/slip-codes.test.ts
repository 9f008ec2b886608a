import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareAmounts } from '../../../src/core/money.js';
import { amountToPay } from '../../../src/core/reader/confirmation.js';
import type { Slip } from '../../../src/core/reader/slip.js';
import { appendEmvCrc, emvField } from '../../../src/core/schemes/emv.js';
import { AR_QR, CLABES, IBANS, PIX, PIX_KEY, WRONG_AR_QR, WRONG_PIX } from '../../fixtures/instruments.js';
import { answerWith, keysOf, problemKind, rowOf, slipOf, warningsOf } from '../outcome.js';

const IMAGE = 'https://pay.example.com/qr/1.png';
const LINK = 'https://pay.example.com/l/1';
const pixSlip = (fields: object, amount?: string): Slip =>
  slipOf(answerWith(fields), { paymentId: 90, amount });

// docs/reading-policy.md R19
describe('a code', () => {
  it('is drawn from the text that the payer copies', () => {
    const slip = pixSlip({ 'Pix copia e cola': PIX.random });
    assert.deepEqual(slip.code, { key: 'Pix copia e cola', payload: PIX.random });
    assert.equal(rowOf(slip, 'Pix copia e cola').copy, slip.code?.payload);
    assert.equal(slip.lead, 'pixCode');
  });

  it('is not drawn if it fails its check, and is copied exactly', () => {
    const codes = [...Object.values(WRONG_PIX), ...WRONG_AR_QR];
    for (const code of codes) {
      const paymentId = code.startsWith('00020101021243') ? 137 : 90;
      const slip = slipOf(answerWith({ qrCode: code }), { paymentId });
      assert.deepEqual([slip.code, slip.notices], [undefined, [{ kind: 'qr' }]]);
      assert.equal(rowOf(slip, 'qrCode').copy, code);
      assert.deepEqual(warningsOf(slip), ['qrCode: qr']);
    }
  });

  it('is recognized by its content under every QR key, also in base64', () => {
    for (const key of ['Pix QR Code', 'qrCode', 'qrCodeLink'])
      for (const value of [PIX.random, btoa(PIX.random)])
        assert.equal(pixSlip({ [key]: value }).code?.payload, PIX.random);
  });

  it('of another rail fails its check under the key of the Pix code', () => {
    const slip = pixSlip({ 'Pix copia e cola': AR_QR[0] });
    assert.deepEqual([slip.code, rowOf(slip, 'Pix copia e cola').check], [undefined, 'failed']);
  });

  it('is a mismatch if the response has another code', () => {
    for (const other of [PIX.withAmount, WRONG_PIX.cutShort, AR_QR[0]]) {
      const answer = answerWith({ 'Pix copia e cola': PIX.random, qrCode: other });
      assert.equal(problemKind(answer, { paymentId: 90 }), 'mismatch');
    }
  });

  it('replaces links to images, which cannot be checked', () => {
    const slip = pixSlip({ 'Pix copia e cola': PIX.random, 'Pix QR Code': IMAGE });
    assert.deepEqual([slip.links, keysOf(slip), slip.warnings], [[], ['Pix copia e cola'], []]);
    const other = slipOf(answerWith({ qrCode: AR_QR[0], qrCodeLink: IMAGE }), { paymentId: 999 });
    assert.deepEqual([other.links, other.code?.payload], [[], AR_QR[0]]);
  });

  it('does not replace the link to an image if it is not drawn', () => {
    const slip = pixSlip({ 'Pix copia e cola': WRONG_PIX.cutShort, 'Pix QR Code': IMAGE });
    assert.deepEqual(slip.links, [{ key: 'Pix QR Code', href: IMAGE, host: 'pay.example.com', role: 'qr' }]);
  });

  it('is omitted with a warning if it is an image', () => {
    const slip = pixSlip({ pixKey: PIX_KEY, qrCode: 'data:image/svg+xml,<svg/>' });
    assert.deepEqual([keysOf(slip), warningsOf(slip)], [['pixKey'], ['qrCode: qr']]);
  });

  // docs/reading-policy.md R22
  it('with another amount than requested is shown with a notice that contains the amount', () => {
    const slip = pixSlip({ 'Pix copia e cola': PIX.withAmount }, '11.00');
    assert.deepEqual(slip.notices, [{ kind: 'amount', amount: '10.00' }]);
    assert.deepEqual(warningsOf(slip), ['Pix copia e cola: amount']);
    assert.equal(slip.askedAmount, '11.00');
    const other = slipOf(answerWith({ qrCode: AR_QR[0] }), { paymentId: 999, amount: '1.00' });
    assert.deepEqual(other.notices, [{ kind: 'amount', amount: '1500.00' }]);
  });

  it('with the requested amount in another form, or without an amount, has no notice', () => {
    for (const amount of ['10', '10.0', '10.00'])
      assert.deepEqual(pixSlip({ 'Pix copia e cola': PIX.withAmount }, amount).notices, []);
    assert.deepEqual(pixSlip({ 'Pix copia e cola': PIX.random }, '10.00').notices, []);
    // The amount in a dynamic code is informative.
    assert.deepEqual(pixSlip({ 'Pix copia e cola': PIX.dynamicWithAmount }, '10.00').notices, []);
  });

  it('with the requested amount filled with zeros has no notice, and states it as the amount to pay', () => {
    for (const spelling of ['10', '10.', '10.0', '10.000', '010.00', '0010.0000']) {
      const field = emvField('54', spelling);
      const code = appendEmvCrc(PIX.withAmount.slice(0, -8).replace('540510.00', field));
      const slip = pixSlip({ 'Pix copia e cola': code }, '10.00');
      assert.deepEqual([slip.notices, slip.warnings, slip.code?.payload], [[], [], code], spelling);
      const amount = amountToPay(pixSlip({ 'Pix copia e cola': code }));
      assert.equal(compareAmounts(amount!, '10.00'), 0, spelling);
    }
    const other = appendEmvCrc(PIX.withAmount.slice(0, -8).replace('540510.00', emvField('54', '10.001')));
    const slip = pixSlip({ 'Pix copia e cola': other }, '10.00');
    assert.deepEqual(slip.notices, [{ kind: 'amount', amount: '10.001' }]);
  });

  it('takes precedence over Pix keys that differ from its own', () => {
    const others = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    const slip = pixSlip({ 'Pix copia e cola': PIX.random, pixKey: [...others, PIX_KEY] });
    const keys = slip.rows.filter(({ role }) => role === 'pixKey').map(({ copy }) => copy);
    assert.deepEqual(keys, [PIX_KEY]);
    assert.deepEqual(slip.notices, [{ kind: 'key' }]);
    assert.ok(warningsOf(slip).includes('pixKey: key'));
  });

  it('with the same Pix key has no notice', () => {
    const slip = pixSlip({ 'Pix copia e cola': PIX.random, pixKey: PIX_KEY });
    assert.deepEqual([slip.notices, slip.warnings], [[], []]);
  });
});

// docs/reading-policy.md R20
describe('a link', () => {
  it('that is accepted is a row with its host', () => {
    const slip = slipOf(answerWith({ paymentLink: [LINK, LINK] }), { paymentId: 95, amount: '50.00' });
    assert.deepEqual(slip.links, [{ key: 'paymentLink', href: LINK, host: 'pay.example.com', role: 'link' }]);
    assert.equal(rowOf(slip, 'paymentLink').copy, LINK);
    assert.deepEqual([slip.askedAmount, slip.lead], ['50.00', 'link']);
  });

  it('that is refused and essential makes the slip incomplete', () => {
    const refused = ['javascript:alert(1)', 'http://pay.example.com/', '//pay.example.com/', `${LINK}\u202e`];
    for (const paymentLink of refused)
      assert.equal(
        problemKind(answerWith({ paymentLink }), { paymentId: 95, amount: '50.00' }),
        'incomplete',
      );
    const links = { hosts: ['other.example.com'], loopback: false };
    assert.equal(problemKind(answerWith({ paymentLink: LINK }), { paymentId: 95 }, { links }), 'incomplete');
  });

  it('that is refused and not essential is omitted with a warning', () => {
    const refused = ['javascript:alert(1)', 'http://pay.example.com/', '//evil.com', 'ftp://evil.com/'];
    for (const raw of [...refused, 'https:evil.com'])
      for (const key of ['Pix QR Code', 'qrCode', 'qrCodeLink', 'paymentLink']) {
        const slip = pixSlip({ pixKey: PIX_KEY, [key]: raw });
        const parts = [slip.links, keysOf(slip), warningsOf(slip)];
        assert.deepEqual(parts, [[], ['pixKey'], [`${key}: link`]], raw);
      }
  });
});

// docs/reading-policy.md R17
describe('strict', () => {
  const strict = { strict: true };
  const wrongClabe = `${CLABES[0].slice(0, -1)}8`;

  it('withholds a slip if an essential value fails its check', () => {
    for (const [paymentId, fields] of [
      [105, { 'Cuenta CLABE': wrongClabe }],
      [105, { 'Cuenta CLABE': 2010077777777771 }],
      [90, { 'Pix copia e cola': WRONG_PIX.cutShort }],
      // If the method is unknown, any value may be essential.
      [999, { 'Cuenta CLABE': wrongClabe, 'Bank Name': 'Example Bank' }],
    ] as const)
      assert.equal(problemKind(answerWith(fields), { paymentId }, strict), 'unverified');
  });

  it('omits other values that fail', () => {
    const fields = { IBAN: IBANS[0], 'Deposit Message': 'A1', 'Bank Beneficiary Name': 'Tienda Sol SA' };
    const slip = slipOf(answerWith({ ...fields, Bic: '123456790' }), { paymentId: 85 }, strict);
    assert.ok(!keysOf(slip).includes('Bic'));
    assert.deepEqual(warningsOf(slip), ['Bic: check']);
  });

  it('changes nothing if all checks pass', () => {
    const answer = answerWith({ 'Cuenta CLABE': CLABES[0] });
    assert.deepEqual(slipOf(answer, { paymentId: 105 }, strict), slipOf(answer, { paymentId: 105 }));
  });
});
