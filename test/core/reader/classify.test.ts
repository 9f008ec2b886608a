import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { classify } from '../../../src/core/reader/classify.js';
import { AR_QR, PIX, PIX_KEY, WRONG_PIX } from '../../fixtures/instruments.js';

const kindOf = (raw: string): string => {
  const found = classify(raw);
  return 'image' in found ? 'image' : found.kind;
};

describe('a QR-like value', () => {
  it('is a code where it begins as one, whole or cut short', () => {
    for (const code of [...Object.values(PIX), ...Object.values(WRONG_PIX)])
      assert.equal(kindOf(code), 'pix-code');
    for (const code of AR_QR) assert.equal(kindOf(code), 'emv-code');
    assert.equal(kindOf(` ${PIX.random} `), 'pix-code');
  });

  it('is decoded where it is a code in base64', () => {
    const found = classify(btoa(PIX.random));
    assert.ok('raw' in found && found.raw === PIX.random && found.kind === 'pix-code');
  });

  it('is an image where it is one, and nothing is read from it', () => {
    for (const raw of [
      'data:image/png;base64,iVBORw0KGgo=',
      'DATA:image/svg+xml,<svg/>',
      'iVBORw0KGgoAAAANSUhEUg',
      '/9j/4AAQSkZJRg',
    ])
      assert.equal(kindOf(raw), 'image', raw);
  });

  it('is an address for the guard to judge wherever it names a scheme or a host', () => {
    for (const raw of [
      'https://pay.example.com/qr/1.png',
      'http://pay.example.com/',
      'HTTPS://pay.example.com/',
      'https:evil.com',
      '//evil.com/qr.png',
      '\\\\evil.com',
      'javascript:alert(1)',
      'ftp://evil.com/',
      'mailto:ana@example.com',
    ])
      assert.equal(kindOf(raw), 'qr-link', raw);
  });

  it('is a key where it is a UUID, an e-mail address or a CPF', () => {
    for (const raw of [PIX_KEY, PIX_KEY.toUpperCase(), 'ana@example.com', '12345678909', '123.456.789-09'])
      assert.equal(kindOf(raw), 'pix-key', raw);
  });

  it('is plain text else', () => {
    for (const raw of ['soc.ce', '', 'MDAwMjAx!', '000200', '1234567890', 'a@b', 'see the app'])
      assert.equal(kindOf(raw), 'text', raw);
  });

  it('is something, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => kindOf(raw) !== ''));
  });
});
