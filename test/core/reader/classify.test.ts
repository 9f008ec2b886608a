import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { classify } from '../../../src/core/reader/classify.js';
import { AR_QR, PIX, PIX_KEY, WRONG_PIX } from '../../fixtures/instruments.js';

const kindOf = (raw: string): string => classify(raw)?.kind ?? 'image';

const VALUES = {
  'pix-code': [...Object.values(PIX), ...Object.values(WRONG_PIX), ` ${PIX.random} `],
  'emv-code': AR_QR,
  image: [
    'data:image/png;base64,iVBORw0KGgo=',
    'DATA:image/svg+xml,<svg/>',
    'iVBORw0KGgoAAAANSUhEUg',
    '/9j/4AAQSkZJRg',
  ],
  'qr-link': [
    ...['https://pay.example.com/qr/1.png', 'http://pay.example.com/', 'HTTPS://pay.example.com/'],
    ...['https:evil.com', '//evil.com/qr.png', '\\\\evil.com', 'ftp://evil.com/'],
    ...['javascript:alert(1)', 'mailto:ana@example.com'],
  ],
  'pix-key': [
    PIX_KEY,
    PIX_KEY.toUpperCase(),
    'ana@example.com',
    '+5561912345678',
    '16727230000197',
    '12345678909',
    '123.456.789-09',
  ],
  text: ['soc.ce', '', 'MDAwMjAx!', '000200', '1234567890', 'a@b', 'see the app'],
} as const;

// docs/reading-policy.md R19
describe('a QR-like value', () => {
  for (const [kind, values] of Object.entries(VALUES))
    it(`is recognized by its content: ${kind}`, () => {
      for (const raw of values) assert.equal(kindOf(raw), kind, raw);
    });

  it('is decoded if it is a code in base64', () => {
    const result = classify(btoa(PIX.random));
    assert.ok(result?.raw === PIX.random && result.kind === 'pix-code');
    const named = '000201 José';
    const utf8 = String.fromCharCode(...new TextEncoder().encode(named));
    const accented = classify(btoa(utf8));
    assert.equal(accented?.raw, named);
    assert.equal(kindOf(btoa(named)), 'text');
  });

  it('is not decoded with a hidden character around it', () => {
    for (const hidden of ['\n', '\u00a0', '\ufeff', '\u2028'])
      for (const raw of [btoa(PIX.random) + hidden, hidden + btoa(PIX.random)])
        assert.equal(kindOf(raw), 'text', JSON.stringify(raw));
    assert.equal(kindOf(` ${btoa(PIX.random)} `), 'pix-code', 'spaces are seen, and are no part of it');
  });

  it('always has a kind', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => kindOf(raw) !== ''));
  });
});
