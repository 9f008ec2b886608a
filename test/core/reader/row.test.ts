import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { KINDS, type Kind } from '../../../src/core/kinds.js';
import { isUnsafe, toRow, type Draft } from '../../../src/core/reader/row.js';
import { appendEmvCrc, emvField } from '../../../src/core/schemes/emv.js';
import { CLABES, HOSTILE_CHARS, IBANS, PIX, WRONG_CLABES, WRONG_PIX } from '../../fixtures/instruments.js';
import { insertions } from '../typos.js';

const draft = (kind: Kind, raw: string, others: Partial<Draft> = {}): Draft => ({
  key: 'k',
  kind,
  raw,
  lossy: false,
  ...others,
});
const codeWithName = (name: string): string =>
  appendEmvCrc(PIX.random.slice(0, -8).replace('5913Fulano de Tal', emvField('59', name)));

describe('a row', () => {
  it('shows the text that it copies, for any kind and text', () => {
    const kinds = fc.constantFrom(...(Object.keys(KINDS) as Kind[]));
    fc.assert(
      fc.property(kinds, fc.string({ unit: 'binary' }), (kind, raw) => {
        const row = toRow(draft(kind, raw));
        assert.equal(row.groups.join(''), row.copy);
      }),
    );
  });

  it('copies a valid IBAN without no-break spaces and the word IBAN, and refuses both in any other identifier', () => {
    for (const raw of [
      `DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000`,
      'IBAN: DE89 3704 0044 0532 0130 00',
      `iban\u202f${IBANS[0]}`,
    ]) {
      assert.equal(toRow(draft('iban', raw)).copy, IBANS[0]);
      assert.equal(isUnsafe(draft('iban', raw)), false, raw);
    }
    for (const [kind, raw] of [
      ['iban', 'DE88\u00a03704\u00a00044\u00a00532\u00a00130\u00a000'],
      ['iban', `${IBANS[0].slice(0, 8)}\u200b${IBANS[0].slice(8)}`],
      ['clabe', `${CLABES[0].slice(0, 3)}\u00a0${CLABES[0].slice(3)}`],
    ] as const)
      assert.equal(isUnsafe(draft(kind, raw)), true, raw);
  });

  it('copies a valid identifier without its spaces and hyphens', () => {
    const separators = fc.array(fc.constantFrom('', ' ', '-', '  '), { minLength: 19, maxLength: 19 });
    fc.assert(
      fc.property(fc.constantFrom(...CLABES), separators, (clabe, gaps) => {
        const row = toRow(draft('clabe', gaps.map((gap, at) => gap + (clabe[at] ?? '')).join('')));
        assert.deepEqual([row.copy, row.check], [clabe, 'passed']);
      }),
    );
  });

  // docs/reading-policy.md R17
  it('copies a value that fails its check exactly as received, in one group unless only check digits are wrong', () => {
    for (const raw of [...WRONG_CLABES, '032 180 0001 1835 9718', '000 000', '0321800001183597180']) {
      const row = toRow(draft('clabe', raw));
      const groups = /^\d{18}$/.test(raw) ? 6 : 1;
      assert.deepEqual(
        [row.check, row.copy, row.groups.join(''), row.groups.length],
        ['failed', raw, raw, groups],
      );
    }
    for (const [raw, groups] of [
      ['DE00370400440532013000', 6],
      ['DE00 3704', 1],
      ['de00370400440532013000', 1],
    ] as const) {
      const row = toRow(draft('iban', raw));
      assert.deepEqual([row.check, row.copy, row.groups.length], ['failed', raw, groups]);
    }
  });

  // docs/reading-policy.md R16
  it('adds no digit to an identifier that was a number, and does not trust its check digit', () => {
    for (const [kind, raw] of [
      ['clabe', '32180000118359719'],
      ['clabe', CLABES[0]],
      ['account', '12345'],
    ] as const) {
      const row = toRow(draft(kind, raw, { lossy: true }));
      assert.deepEqual([row.copy, row.check, row.reason], [raw, 'failed', 'lossy']);
    }
    assert.equal(toRow(draft('text', '12345', { lossy: true })).check, 'none');
  });

  // docs/reading-policy.md R18
  it('has no check if its kind has none', () => {
    for (const kind of ['account', 'message', 'name', 'address', 'text', 'alias'] as const)
      assert.equal(toRow(draft(kind, 'x')).check, 'none', kind);
  });

  it('has names and unknown text in composed form', () => {
    for (const kind of ['name', 'address', 'text'] as const)
      assert.equal(toRow(draft(kind, 'Jose\u0301')).copy, 'Jos\u00e9');
    // Composing a name does not count as cleaning it.
    assert.equal(toRow(draft('name', 'Jose\u0301')).reason, undefined);
    assert.equal(toRow(draft('name', 'Jose\u0301\u202e')).reason, 'cleaned');
  });
});

// docs/reading-policy.md R26
describe('an unsafe value', () => {
  it('is a code with a wrong checksum and a non-ASCII character', () => {
    for (const char of HOSTILE_CHARS)
      for (const raw of insertions(PIX.random, char)) assert.equal(isUnsafe(draft('pix-code', raw)), true);
  });

  it('is a code with an invisible character or non-ASCII digit in its name, whatever its checksum', () => {
    const spaces = ['\u00a0', '\u2003', '\u2800', '\u3164', '\u200b'];
    for (const char of [...spaces, '\u202e', '\uff11', '\u0661', '\ufe0f'])
      assert.equal(isUnsafe(draft('pix-code', codeWithName(`Ana${char}`))), true, JSON.stringify(char));
  });

  it('is a code with a non-ASCII letter outside its texts', () => {
    const key = appendEmvCrc(PIX.random.slice(0, -8).replace('123e4567', '123\u04354567'));
    assert.equal(isUnsafe(draft('pix-code', key)), true);
    const broken = appendEmvCrc(`000201${emvField('26', '99José')}5303986${emvField('58', 'BR')}`);
    assert.equal(isUnsafe(draft('pix-code', broken)), true);
    const texts = ['59', '60', '62', '63'];
    for (let id = 2; id < 100; id++) {
      const field = emvField(String(id).padStart(2, '0'), 'José');
      if (!texts.includes(field.slice(0, 2)))
        assert.equal(isUnsafe(draft('emv-code', appendEmvCrc(`000201${field}`))), true, field);
    }
  });

  it('is not a code with non-ASCII letters in its texts and a right checksum', () => {
    assert.equal(isUnsafe(draft('pix-code', codeWithName('José Ñandú'))), false);
    const described = emvField('00', 'br.gov.bcb.pix') + emvField('01', 'k') + emvField('02', 'Doação');
    const code = appendEmvCrc(`000201${emvField('26', described)}5303986`);
    assert.equal(isUnsafe(draft('pix-code', code)), false);
  });

  it('is not a code in ASCII, valid or not', () => {
    for (const code of [...Object.values(PIX), ...Object.values(WRONG_PIX)])
      assert.equal(isUnsafe(draft('pix-code', code)), false);
  });

  it('is text under a QR key with a non-ASCII character', () => {
    assert.equal(isUnsafe(draft('text', '\u200b000201', { role: 'qr' })), true);
    assert.equal(isUnsafe(draft('text', 'open the app', { role: 'qr' })), false);
    assert.equal(isUnsafe(draft('text', 'José')), false);
  });
});
