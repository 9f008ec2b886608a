/**
 * SECURITY.md P8: deceptive Unicode characters in identifiers are refused, in every kind and at every
 * position.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { appendEmvCrc, emvField, readEmv } from '../../../src/core/schemes/emv.js';
import { KINDS, ruleOf } from '../../../src/core/kinds.js';
import { METHODS } from '../../../src/core/methods.js';
import { isProblem } from '../../../src/core/problem.js';
import { readSlip } from '../../../src/core/reader/read-slip.js';
import { answerWith, problemKind, rowOf, slipOf } from '../../core/outcome.js';
import { insertions } from '../../core/typos.js';
import { AR_QR, CBUS, CCIS, HOSTILE_CHARS, PIX, PIX_KEYS } from '../../fixtures/instruments.js';
import { LOOK_ALIKES } from '../../fixtures/look-alikes.js';
import { cases, isSoak, sampleOf } from '../scale.js';

/** A valid response, and the key of the value to change. */
interface Target {
  readonly paymentId: number;
  readonly key: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The kind that the value is read as. */
  readonly kind: string;
}

const NAMES = /Name|Address|paymentLink/;
/** A method of each rail that shows an identifier. */
const RAILS = METHODS.filter(
  ({ slug, fields }, at) =>
    fields.some(({ kind }) => ruleOf(kind).identifier) &&
    METHODS.findIndex((each) => each.slug === slug) === at,
);
const samples: readonly (readonly [paymentId: number, fields: Readonly<Record<string, string>>])[] = [
  ...RAILS.map(({ id, sample }) => [id, sample] as const),
  [63, { 'CVU number': CBUS[0] }],
  [95, { paymentLink: 'https://pay.example.com/l/1', CCI: CCIS[0] }],
  ...PIX_KEYS.map((key) => [90, { 'Chave Pix - Random Pix': key }] as const),
  [90, { 'Pix copia e cola': PIX.withAmount }],
  [92, { qrCode: PIX.dynamicWithAmount }],
  // Under the key of a code, the same code in base64, and a Pix key.
  [92, { qrCode: btoa(PIX.random) }],
  [90, { 'Pix copia e cola': PIX.random, 'Pix QR Code': PIX_KEYS[0] }],
  [137, { qrCodeLink: AR_QR[0] }],
  // A payment id this version does not know.
  [999, { IBAN: 'DE89370400440532013000', 'Deposit Message': 'K7QHW2M9X4TB6ZP3RD5V' }],
];
const TARGETS: readonly Target[] = samples.flatMap(([paymentId, fields]) => {
  const { rows } = slipOf(answerWith(fields), { paymentId });
  return rows
    .filter(({ key }) => key in fields && !NAMES.test(key))
    .map(({ key, kind }) => ({ paymentId, key, fields, kind }));
});

/** Characters that are invisible, reorder or join text, or look like a space or an ASCII letter or digit. */
const TRICKY = /\p{Cc}|\p{Cf}|\p{Z}|\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}|\p{Nd}/u;
const ASCII = /^[\x20-\x7e]$/;
function* trickyChars(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++) {
    const char = String.fromCodePoint(code);
    if (!ASCII.test(char) && (TRICKY.test(char) || /^[0-9A-Za-z]$/.test(char.normalize('NFKC')))) yield char;
  }
}
const CHARS: readonly string[] = [
  ...new Set(
    isSoak
      ? [...trickyChars(), ...HOSTILE_CHARS, ...[...LOOK_ALIKES.values()].flat()]
      : [...sampleOf(HOSTILE_CHARS, 12), ...sampleOf([...trickyChars()], 4)],
  ),
];

const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);

function assertUnsafe({ paymentId, key, fields, kind }: Target, raw: string): void {
  // One change in 65,536 does not change the checksum. A letter in the texts of the code is then allowed.
  if (kind.endsWith('-code') && isValidByChance(raw)) return;
  // No-break spaces group an IBAN, and are not copied.
  if (kind === 'iban' && raw.replace(/[\u00a0\u202f]/, '') === fields[key]) {
    const outcome = readSlip(answerWith({ ...fields, [key]: raw }), { paymentId });
    if (!isProblem(outcome)) assert.equal(rowOf(outcome, key).copy, fields[key].replaceAll(' ', ''));
    return;
  }
  assert.equal(problemKind(answerWith({ ...fields, [key]: raw }), { paymentId }), 'unsafe', escaped(raw));
}

/**
 * Whether the code is valid, and printable ASCII except for visible letters in its name, city and additional
 * data.
 */
function isValidByChance(code: string): boolean {
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

function* replacements(text: string, char: string): Generator<string> {
  for (let at = 0; at < text.length; at++) yield text.slice(0, at) + char + text.slice(at + 1);
}

// docs/reading-policy.md R26
describe('a deceptive character', () => {
  it('is tested in every kind of identifier and code', () => {
    const tested = new Set(TARGETS.map(({ kind }) => kind));
    const kinds = Object.entries(KINDS).filter(([kind, rule]) => rule.identifier || kind.endsWith('-code'));
    // The deposit id is not a field, and has its own test.
    assert.deepEqual(
      kinds.map(([kind]) => kind).filter((kind) => !tested.has(kind)),
      ['deposit-id'],
    );
  });

  for (const target of TARGETS) {
    const value = target.fields[target.key]!;
    it(`makes the whole response unsafe, inserted or in place of another: ${target.paymentId} ${target.key} ${target.kind}`, () => {
      for (const char of CHARS) {
        for (const raw of insertions(value, char)) assertUnsafe(target, raw);
        for (const raw of replacements(value, char)) assertUnsafe(target, raw);
      }
      for (const [at, char] of [...value].entries())
        for (const other of LOOK_ALIKES.get(char) ?? [])
          assertUnsafe(target, value.slice(0, at) + other + value.slice(at + 1));
    });
  }

  it('makes the response unsafe, whichever control or non-ASCII character it is', () => {
    const anyChar = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    const targets = TARGETS.filter(({ kind }) => !kind.endsWith('-code'));
    fc.assert(
      fc.property(
        anyChar.filter((char) => !ASCII.test(char)),
        fc.constantFrom(...targets),
        fc.nat(),
        (char, target, at) => {
          const value = target.fields[target.key]!;
          const cut = at % (value.length + 1);
          assertUnsafe(target, value.slice(0, cut) + char + value.slice(cut));
        },
      ),
      { numRuns: cases(800, 200_000, 'random characters beyond ASCII in identifiers') },
    );
  });

  it('makes a deposit id absent', () => {
    for (const char of CHARS)
      for (const txId of insertions('100001', char)) {
        const slip = slipOf(answerWith(TARGETS[0]!.fields, { txId }), { paymentId: 105 });
        assert.equal(slip.txId, undefined, escaped(txId));
        assert.ok(slip.rows.every(({ kind }) => kind !== 'deposit-id'));
      }
  });
});

describe('a deceptive character in a code with a right checksum', () => {
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
  const codeWith = (field: string, value: string): string => {
    const of = (name: keyof typeof VALUES): string => (field === name ? value : VALUES[name]);
    const account = emvField('00', of('26-00')) + emvField('01', of('26-01')) + emvField('02', of('26-02'));
    return appendEmvCrc(
      [
        ...['000201', emvField('26', account), '52040000', '5303986', emvField('54', of('54')), '5802BR'],
        ...(['59', '60', '62'] as const).map((id) => emvField(id, of(id))),
      ].join(''),
    );
  };

  for (const [field, value] of Object.entries(VALUES))
    it(`makes the code unsafe in field ${field}${FREE_TEXT.includes(field) ? ', except visible letters' : ''}`, () => {
      slipOf(answerWith({ 'Pix copia e cola': codeWith(field, value) }), { paymentId: 90 });
      for (const char of CHARS) {
        if (FREE_TEXT.includes(field) && isVisible(char)) continue;
        for (const text of insertions(value, char))
          assertUnsafe(
            { paymentId: 90, key: 'Pix copia e cola', fields: {}, kind: 'pix-code' },
            codeWith(field, text),
          );
      }
    });
});
