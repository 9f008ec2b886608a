import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AR_QR, CLABES, IBANS, PIX, PIX_KEY, WRONG_PIX } from '../../fixtures/instruments.js';
import { answerWith, keysOf, problemKind, rowOf, slipOf, warningsOf } from '../outcome.js';

const IMAGE = 'https://pay.example.com/qr/1.png';
const LINK = 'https://pay.example.com/l/1';
const asked = { paymentId: 90, amount: '10.00' };

describe('a code', () => {
  it('that passes is drawn from the very text that is copied', () => {
    const slip = slipOf(answerWith({ 'Pix copia e cola': PIX.random }), { paymentId: 90 });
    assert.deepEqual(slip.code, { key: 'Pix copia e cola', payload: PIX.random });
    assert.equal(rowOf(slip, 'Pix copia e cola').copy, slip.code?.payload);
    assert.equal(slip.lead, 'pixCode');
  });

  it('that fails is never drawn, and is copied exactly', () => {
    for (const code of Object.values(WRONG_PIX)) {
      const slip = slipOf(answerWith({ 'Pix copia e cola': code }), { paymentId: 90 });
      assert.deepEqual([slip.code, slip.notices], [undefined, [{ kind: 'qr' }]]);
      assert.equal(rowOf(slip, 'Pix copia e cola').copy, code);
      assert.deepEqual(warningsOf(slip), ['Pix copia e cola: qr']);
    }
  });

  it('is known by its content under every QR key', () => {
    for (const key of ['Pix QR Code', 'qrCode', 'qrCodeLink'])
      for (const value of [PIX.random, btoa(PIX.random)])
        assert.equal(slipOf(answerWith({ [key]: value }), { paymentId: 90 }).code?.payload, PIX.random);
  });

  it('of another rail does not pass for Pix under Pix’s own key', () => {
    const slip = slipOf(answerWith({ 'Pix copia e cola': AR_QR[0] }), { paymentId: 90 });
    assert.deepEqual([slip.code, rowOf(slip, 'Pix copia e cola').check], [undefined, 'failed']);
  });

  it('beside another of the same answer: neither is shown', () => {
    for (const other of [PIX.withAmount, WRONG_PIX.cutShort, AR_QR[0]])
      assert.equal(
        problemKind(answerWith({ 'Pix copia e cola': PIX.random, qrCode: other }), { paymentId: 90 }),
        'mismatch',
      );
  });

  it('drawn leaves out image links, which cannot be checked', () => {
    const slip = slipOf(answerWith({ 'Pix copia e cola': PIX.random, 'Pix QR Code': IMAGE }), {
      paymentId: 90,
    });
    assert.deepEqual([slip.links, keysOf(slip), slip.warnings], [[], ['Pix copia e cola'], []]);
    const other = slipOf(answerWith({ qrCode: AR_QR[0], qrCodeLink: IMAGE }), { paymentId: 999 });
    assert.deepEqual([other.links, other.code?.payload], [[], AR_QR[0]]);
  });

  it('not drawn keeps the link to one', () => {
    const slip = slipOf(answerWith({ 'Pix copia e cola': WRONG_PIX.cutShort, 'Pix QR Code': IMAGE }), {
      paymentId: 90,
    });
    assert.deepEqual(slip.links, [{ key: 'Pix QR Code', href: IMAGE, host: 'pay.example.com', role: 'qr' }]);
  });

  it('as an image is left out with a warning: it cannot be told what it says', () => {
    const slip = slipOf(answerWith({ pixKey: PIX_KEY, qrCode: 'data:image/svg+xml,<svg/>' }), {
      paymentId: 90,
    });
    assert.deepEqual([keysOf(slip), warningsOf(slip)], [['pixKey'], ['qrCode: qr']]);
  });

  it('says another amount than asked: shown, with a notice that names it', () => {
    const slip = slipOf(answerWith({ 'Pix copia e cola': PIX.withAmount }), {
      paymentId: 90,
      amount: '11.00',
    });
    assert.deepEqual(slip.notices, [{ kind: 'amount', amount: '10.00' }]);
    assert.deepEqual(warningsOf(slip), ['Pix copia e cola: amount']);
    assert.equal(slip.askedAmount, '11.00');
    const other = slipOf(answerWith({ qrCode: AR_QR[0] }), { paymentId: 999, amount: '1.00' });
    assert.deepEqual(other.notices, [{ kind: 'amount', amount: '1500.00' }]);
  });

  it('says the amount asked for in another spelling, or none: no notice', () => {
    for (const amount of ['10', '10.0', '10.00'])
      assert.deepEqual(
        slipOf(answerWith({ 'Pix copia e cola': PIX.withAmount }), { ...asked, amount }).notices,
        [],
      );
    assert.deepEqual(slipOf(answerWith({ 'Pix copia e cola': PIX.random }), asked).notices, []);
  });

  it('is not judged by its amount where it is dynamic', () => {
    assert.deepEqual(slipOf(answerWith({ 'Pix copia e cola': PIX.dynamicWithAmount }), asked).notices, []);
  });

  it('wins over every key that differs from its own', () => {
    const other = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    const slip = slipOf(answerWith({ 'Pix copia e cola': PIX.random, pixKey: [...other, PIX_KEY] }), {
      paymentId: 90,
    });
    assert.deepEqual(
      slip.rows.filter(({ role }) => role === 'pixKey').map(({ copy }) => copy),
      [PIX_KEY],
    );
    assert.deepEqual(slip.notices, [{ kind: 'key' }]);
    assert.ok(warningsOf(slip).includes('pixKey: key'));
  });

  it('agrees with its own key in silence', () => {
    const slip = slipOf(answerWith({ 'Pix copia e cola': PIX.random, pixKey: PIX_KEY }), { paymentId: 90 });
    assert.deepEqual([slip.notices, slip.warnings], [[], []]);
  });
});

describe('a link', () => {
  it('that passes is a link and a row, its host beside it', () => {
    const slip = slipOf(answerWith({ paymentLink: LINK }), { paymentId: 95, amount: '50.00' });
    assert.deepEqual(slip.links, [{ key: 'paymentLink', href: LINK, host: 'pay.example.com', role: 'link' }]);
    assert.equal(rowOf(slip, 'paymentLink').copy, LINK);
    assert.deepEqual([slip.askedAmount, slip.lead], ['50.00', 'link']);
  });

  it('refused that was essential makes the slip incomplete', () => {
    for (const raw of [
      'javascript:alert(1)',
      'http://pay.example.com/',
      '//pay.example.com/',
      `${LINK}\u202e`,
    ])
      assert.equal(
        problemKind(answerWith({ paymentLink: raw }), { paymentId: 95, amount: '50.00' }),
        'incomplete',
      );
    const links = { hosts: ['other.example.com'], loopback: false };
    assert.equal(problemKind(answerWith({ paymentLink: LINK }), { paymentId: 95 }, { links }), 'incomplete');
  });

  it('refused elsewhere is left out, never shown as text, with a warning', () => {
    for (const raw of [
      'javascript:alert(1)',
      'http://pay.example.com/',
      '//evil.com',
      'ftp://evil.com/',
      'https:evil.com',
    ])
      for (const key of ['Pix QR Code', 'qrCode', 'qrCodeLink', 'paymentLink']) {
        const slip = slipOf(answerWith({ pixKey: PIX_KEY, [key]: raw }), { paymentId: 90 });
        assert.deepEqual(
          [slip.links, keysOf(slip), warningsOf(slip)],
          [[], ['pixKey'], [`${key}: link`]],
          raw,
        );
      }
  });

  it('twice the same is one', () => {
    const slip = slipOf(answerWith({ paymentLink: [LINK, LINK] }), { paymentId: 95 });
    assert.deepEqual([slip.links.length, slip.rows.length], [1, 1]);
  });
});

describe('strict', () => {
  const strict = { strict: true };
  const wrongClabe = `${CLABES[0].slice(0, -1)}8`;

  it('withholds a slip whose essential fails its check', () => {
    assert.equal(
      problemKind(answerWith({ 'Cuenta CLABE': wrongClabe }), { paymentId: 105 }, strict),
      'unverified',
    );
    assert.equal(
      problemKind(answerWith({ 'Cuenta CLABE': 2010077777777771 }), { paymentId: 105 }, strict),
      'unverified',
    );
    assert.equal(
      problemKind(answerWith({ 'Pix copia e cola': WRONG_PIX.cutShort }), { paymentId: 90 }, strict),
      'unverified',
    );
  });

  it('leaves out other values that fail', () => {
    const fields = { IBAN: IBANS[0], 'Deposit Message': 'A1', 'Bank Beneficiary Name': 'Tienda Sol SA' };
    const slip = slipOf(answerWith({ ...fields, Bic: '123456790' }), { paymentId: 85 }, strict);
    assert.ok(!keysOf(slip).includes('Bic'));
    assert.deepEqual(warningsOf(slip), ['Bic: check']);
  });

  it('withholds a generic slip whose account fails: what is essential there is not known', () => {
    for (const fields of [
      { 'Cuenta CLABE': wrongClabe },
      { 'Cuenta CLABE': wrongClabe, 'Bank Name': 'Example Bank' },
    ])
      assert.equal(problemKind(answerWith(fields), { paymentId: 999 }, strict), 'unverified');
  });

  it('changes nothing where all checks pass', () => {
    const answer = answerWith({ 'Cuenta CLABE': CLABES[0] });
    assert.deepEqual(slipOf(answer, { paymentId: 105 }, strict), slipOf(answer, { paymentId: 105 }));
  });
});
