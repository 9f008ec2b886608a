import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Slip, SlipRequest } from '../../../src/core/reader/slip.js';
import { readSlip } from '../../../src/core/reader/read-slip.js';
import { AR_QR, PIX_KEY, WRONG_AR_QR } from '../../fixtures/instruments.js';
import { jpegHeader, pngHeader } from '../../fixtures/pictures.js';
import { answerWith, assertOutcome, keysOf, problemKind, slipOf, warningsOf } from '../outcome.js';

const REQUEST: SlipRequest = { paymentId: 137, fiat: 'ARS', amount: '1500.00' };
const PNG = pngHeader(300, 300);
const LINK = 'https://pay.example.com/qr/1.png';
const qrSlip = (fields: object): Slip => slipOf(answerWith(fields), REQUEST);

// docs/reading-policy.md R19
describe('a picture of a QR code', () => {
  it('is enough for a slip of a method that needs only a QR code', () => {
    const slip = qrSlip({ qrCode: PNG });
    assert.deepEqual(slip.picture, { key: 'qrCode', type: 'image/png', base64: PNG });
    assert.deepEqual([slip.rows, slip.warnings, slip.lead, slip.code], [[], [], undefined, undefined]);
    assert.ok(Object.isFrozen(slip.picture));
  });

  it('is read from a data URL or bare base64, and has the type of its bytes', () => {
    for (const [raw, type] of [
      [PNG, 'image/png'],
      [`data:image/png;base64,${PNG}`, 'image/png'],
      [` data:image/jpg;base64,${PNG}\n`, 'image/png'],
      [`data:image/png;base64,${jpegHeader(64, 64)}`, 'image/jpeg'],
      [jpegHeader(2048, 1, [0xe1, 0xe2, 0xc4, 0xfe, 0xdb], 0xc2), 'image/jpeg'],
      [pngHeader(2048, 2048), 'image/png'],
    ] as const)
      assert.equal(qrSlip({ qrCode: raw }).picture?.type, type, raw);
  });

  it('is refused if its header does not declare a size that is safe to decode', () => {
    for (const raw of [
      ...[pngHeader(2049, 1), pngHeader(1, 2049), pngHeader(0, 9), pngHeader(9, 0)],
      ...[pngHeader(65536, 65536), pngHeader(0xffffffff, 9), pngHeader(9, 9, 'IDAT'), PNG.slice(0, 24)],
      ...[jpegHeader(2049, 1), jpegHeader(1, 65535), jpegHeader(9, 0), jpegHeader(9, 9).slice(0, 20)],
      // A scan, a restart or a fill byte before the frame header, and an invalid frame header.
      ...[0xda, 0xd0, 0xff, 0x00, 0xc8].map((marker) => jpegHeader(9, 9, [marker])),
    ])
      assert.equal(problemKind(answerWith({ qrCode: raw }), REQUEST), 'incomplete', raw);
  });

  it('is refused if it is not a picture, or is one that could run code', () => {
    for (const raw of [
      ...['data:image/svg+xml,<svg/>', `data:image/svg+xml;base64,${btoa('<svg/>')}`, 'data:text/html,1'],
      ...[`data:image/png,${PNG}`, `${PNG}!`, `iVBORw0KGgo\n${PNG.slice(11)}`, '/9j/', 'iVBORw0KGgo='],
    ])
      assert.equal(problemKind(answerWith({ qrCode: raw }), REQUEST), 'incomplete', raw);
  });

  it('is dropped with a warning beside a code, whether or not the code passes its check', () => {
    for (const code of [AR_QR[0], WRONG_AR_QR[2]]) {
      const slip = qrSlip({ qrCode: PNG, qrCodeLink: code });
      assert.equal(slip.picture, undefined);
      assert.ok(warningsOf(slip).includes('qrCode: qr'));
    }
  });

  it('is dropped beside a different picture, because the choice would be a guess', () => {
    const other = pngHeader(301, 301);
    assert.equal(problemKind(answerWith({ qrCode: PNG, qrCodeLink: other }), REQUEST), 'incomplete');
    assert.equal(qrSlip({ qrCode: PNG, qrCodeLink: `data:image/png;base64,${PNG}` }).picture?.key, 'qrCode');
  });

  it('replaces a link, which could lead to another code', () => {
    const slip = qrSlip({ qrCode: PNG, qrCodeLink: LINK });
    assert.deepEqual([slip.picture?.key, slip.links, keysOf(slip)], ['qrCode', [], []]);
  });

  it('is dropped with a warning where a method needs a code or a key', () => {
    const slip = slipOf(answerWith({ qrCode: PNG, pixKey: PIX_KEY }), { paymentId: 90 });
    assert.deepEqual([slip.picture, warningsOf(slip)], [undefined, ['qrCode: qr']]);
    for (const paymentId of [90, 105, 999])
      assert.equal(problemKind(answerWith({ qrCode: PNG }), { paymentId }), 'incomplete');
  });

  it('is never read under a key that is not for QR codes', () => {
    assert.equal(problemKind(answerWith({ paymentLink: PNG }), REQUEST), 'incomplete');
  });

  it('has at most 200 KiB of text', () => {
    const long = (length: number): string => PNG + 'A'.repeat(length - PNG.length);
    assert.equal(qrSlip({ qrCode: long(204_800) }).picture?.base64.length, 204_800);
    assert.equal(problemKind(answerWith({ qrCode: long(204_804) }), REQUEST), 'unreadable');
  });

  it('results in a slip or a problem, whatever its bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 80 });
    const starts = fc.constantFrom(
      '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR',
      '\xff\xd8\xff',
      '\xff\xd8\xff\xe0\0\x04',
    );
    fc.assert(
      fc.property(starts, bytes, (start, rest) => {
        const qrCode = btoa(start + String.fromCharCode(...rest));
        assertOutcome(readSlip(answerWith({ qrCode }), REQUEST));
      }),
    );
  });
});
