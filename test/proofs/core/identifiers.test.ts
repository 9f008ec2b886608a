/** P8: tricks of Unicode in what money is sent by are refused, whatever the kind and wherever they stand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readEmv, appendEmvCrc } from '../../../src/core/schemes/emv.js';
import { KINDS } from '../../../src/core/kinds.js';
import { methodOf } from '../../../src/core/methods.js';
import { answerWith, problemKind, slipOf } from '../../core/outcome.js';
import { insertions } from '../../core/typos.js';
import { AR_QR, CBUS, CCIS, HOSTILE_SIGNS, PIX, PIX_KEYS } from '../../fixtures/instruments.js';
import { LOOK_ALIKES } from '../../fixtures/look-alikes.js';
import { cases, isSoak, sampleOf } from '../scale.js';

/** A valid answer, and the key of the value to be tampered with. */
interface Place {
  readonly paymentId: number;
  readonly key: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The kind the value is read as. */
  readonly kind: string;
}

const NAMES = /Name|Address|paymentLink/;
const samples: readonly (readonly [paymentId: number, fields: Readonly<Record<string, string>>])[] = [
  ...[105, 63, 68, 81, 85].map((id) => [id, methodOf(id)!.sample] as const),
  [63, { 'CVU number': CBUS[0] }],
  [95, { paymentLink: 'https://pay.example.com/l/1', CCI: CCIS[0] }],
  ...PIX_KEYS.map((key) => [90, { 'Chave Pix - Random Pix': key }] as const),
  [90, { 'Pix copia e cola': PIX.withAmount }],
  [92, { qrCode: PIX.dynamicWithAmount }],
  // Under a code's key: the same code in base64, and a key.
  [92, { qrCode: btoa(PIX.random) }],
  [90, { 'Pix copia e cola': PIX.random, 'Pix QR Code': PIX_KEYS[0] }],
  [137, { qrCodeLink: AR_QR[0] }],
  // Of a method this version does not know.
  [999, { IBAN: 'DE89370400440532013000', 'Deposit Message': 'K7QHW2M9X4TB6ZP3RD5V' }],
];
const PLACES: readonly Place[] = samples.flatMap(([paymentId, fields]) => {
  const { rows } = slipOf(answerWith(fields), { paymentId });
  return rows
    .filter(({ key }) => key in fields && !NAMES.test(key))
    .map(({ key, kind }) => ({ paymentId, key, fields, kind }));
});

/** Everything in Unicode that cannot be seen, reorders, joins, passes for a space, or passes for an ASCII letter or digit. */
const TRICKY = /\p{Cc}|\p{Cf}|\p{Z}|\p{Bidi_Control}|\p{Variation_Selector}|\p{Join_Control}|\p{Nd}/u;
const ASCII = /^[\x20-\x7e]$/;
function* trickySigns(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++) {
    const sign = String.fromCodePoint(code);
    if (!ASCII.test(sign) && (TRICKY.test(sign) || /^[0-9A-Za-z]$/.test(sign.normalize('NFKC')))) yield sign;
  }
}
const SIGNS: readonly string[] = [
  ...new Set(
    isSoak
      ? [...trickySigns(), ...HOSTILE_SIGNS, ...[...LOOK_ALIKES.values()].flat()]
      : [...sampleOf(HOSTILE_SIGNS, 12), ...sampleOf([...trickySigns()], 4)],
  ),
];

const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);

function assertUnsafe({ paymentId, key, fields, kind }: Place, raw: string): void {
  // One change in 65,536 leaves the checksum as it was; a letter in the texts of a code is then a letter like others.
  if (kind.endsWith('-code') && isSealedByChance(raw)) return;
  assert.equal(problemKind(answerWith({ ...fields, [key]: raw }), { paymentId }), 'unsafe', escaped(raw));
}

/** Whether the code holds, and is printable ASCII but for letters one can see in its texts: name, city, additional data. */
function isSealedByChance(code: string): boolean {
  const fields = [...(readEmv(code) ?? [])];
  return (
    fields.length > 0 &&
    fields.every(([id, value]) =>
      ['59', '60', '62'].includes(id) ? isVisible(value) : /^[\x20-\x7e]*$/.test(value),
    )
  );
}

function isVisible(text: string): boolean {
  return /^[\x20-\x7e\p{L}]*$/u.test(text) && !/[\u115f\u1160\u3164\uffa0]/.test(text);
}

function* replacements(text: string, sign: string): Generator<string> {
  for (let at = 0; at < text.length; at++) yield text.slice(0, at) + sign + text.slice(at + 1);
}

describe('a hidden or foreign sign', () => {
  it('is tried on every kind of value that money is sent by', () => {
    const tried = new Set(PLACES.map(({ kind }) => kind));
    const kinds = Object.entries(KINDS).filter(([kind, rule]) => rule.identifier || kind.endsWith('-code'));
    // The deposit's id is no identifier of an account, and stands beside the fields: below.
    assert.deepEqual(
      kinds.map(([kind]) => kind).filter((kind) => !tried.has(kind)),
      ['deposit-id'],
    );
  });

  for (const place of PLACES) {
    const value = place.fields[place.key]!;
    it(`makes the whole answer unsafe, put in or put for another sign: ${place.paymentId} ${place.key} ${place.kind}`, () => {
      for (const sign of SIGNS) {
        for (const raw of insertions(value, sign)) assertUnsafe(place, raw);
        for (const raw of replacements(value, sign)) assertUnsafe(place, raw);
      }
      for (const [at, sign] of [...value].entries())
        for (const other of LOOK_ALIKES.get(sign) ?? [])
          assertUnsafe(place, value.slice(0, at) + other + value.slice(at + 1));
    });
  }

  it('makes the answer unsafe whatever sign it is: any beyond ASCII, any control', () => {
    const anySign = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    const places = PLACES.filter(({ kind }) => !kind.endsWith('-code'));
    fc.assert(
      fc.property(
        anySign.filter((sign) => !ASCII.test(sign)),
        fc.constantFrom(...places),
        fc.nat(),
        (sign, place, at) => {
          const value = place.fields[place.key]!;
          const cut = at % (value.length + 1);
          assertUnsafe(place, value.slice(0, cut) + sign + value.slice(cut));
        },
      ),
      { numRuns: cases(2_000, 200_000) },
    );
  });

  it('keeps a deposit’s id from being shown', () => {
    for (const sign of SIGNS)
      for (const txId of insertions('100001', sign)) {
        const slip = slipOf(answerWith(PLACES[0]!.fields, { txId }), { paymentId: 105 });
        assert.equal(slip.txId, undefined, escaped(txId));
        assert.ok(slip.rows.every(({ kind }) => kind !== 'deposit-id'));
      }
  });
});

describe('a hidden or foreign sign in a code that was sealed anew', () => {
  const FREE_TEXT = ['26-02', '59', '60', '62'];
  const VALUES = {
    '26-00': 'br.gov.bcb.pix',
    '26-01': PIX_KEYS[0],
    '26-02': 'obrigado',
    '54': '10.00',
    '59': 'Fulano de Tal',
    '60': 'BRASILIA',
    '62': '0503***',
  };
  const length = (text: string): string => String([...text].length).padStart(2, '0');
  const tlv = (id: string, text: string): string => id + length(text) + text;
  const codeWith = (field: string, value: string): string => {
    const of = (name: keyof typeof VALUES): string => (field === name ? value : VALUES[name]);
    const account = tlv('00', of('26-00')) + tlv('01', of('26-01')) + tlv('02', of('26-02'));
    return appendEmvCrc(
      [
        ...['000201', tlv('26', account), '52040000', '5303986', tlv('54', of('54')), '5802BR'],
        ...(['59', '60', '62'] as const).map((id) => tlv(id, of(id))),
      ].join(''),
    );
  };

  for (const [field, value] of Object.entries(VALUES))
    it(`is unsafe in field ${field}${FREE_TEXT.includes(field) ? ', letters one can see aside' : ''}`, () => {
      slipOf(answerWith({ 'Pix copia e cola': codeWith(field, value) }), { paymentId: 90 });
      for (const sign of SIGNS) {
        if (FREE_TEXT.includes(field) && isVisible(sign)) continue;
        for (const text of insertions(value, sign))
          assertUnsafe(
            { paymentId: 90, key: 'Pix copia e cola', fields: {}, kind: 'pix-code' },
            codeWith(field, text),
          );
      }
    });
});
