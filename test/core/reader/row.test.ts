import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { KINDS, ruleOf, type Kind } from '../../../src/core/kinds.js';
import { isUnsafe, toRow, type Draft } from '../../../src/core/reader/row.js';
import { emvField, appendEmvCrc } from '../../../src/core/schemes/emv.js';
import { CLABES, HOSTILE_CHARS, IBANS, PIX, WRONG_CLABES, WRONG_PIX } from '../../fixtures/instruments.js';
import { insertions } from '../typos.js';

const draft = (kind: Kind, raw: string, more: Partial<Draft> = {}): Draft => ({
  key: 'k',
  kind,
  raw,
  lossy: false,
  ...more,
});
const withName = (name: string): string =>
  appendEmvCrc(PIX.random.slice(0, -8).replace('5913Fulano de Tal', emvField('59', name)));

describe('a row', () => {
  it('shows what it copies, for any kind and any text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(KINDS) as Kind[])),
        fc.string({ unit: 'binary' }),
        (kind, raw) => {
          const row = toRow(draft(kind, raw));
          assert.equal(row.groups.join(''), row.copy);
        },
      ),
    );
  });

  it('copies the value less its format where the check passes', () => {
    const format = fc.constantFrom('', ' ', '-', '  ');
    fc.assert(
      fc.property(
        fc.constantFrom(...CLABES),
        fc.array(format, { minLength: 19, maxLength: 19 }),
        (clabe, gaps) => {
          const raw = gaps.map((gap, at) => gap + (clabe[at] ?? '')).join('');
          const row = toRow(draft('clabe', raw));
          assert.deepEqual([row.copy, row.check], [clabe, 'passed']);
          assert.equal(row.copy, raw.replace(/[ -]/g, ''));
        },
      ),
    );
  });

  it('copies exactly what came where the check fails, in one piece', () => {
    for (const raw of [...WRONG_CLABES, '032 180 0001 1835 9718', '000 000']) {
      const row = toRow(draft('clabe', raw));
      assert.deepEqual([row.check, row.copy, row.groups], ['failed', raw, [raw]]);
    }
  });

  it('never adds a digit: what came as a number is not filled up, and its check is not believed', () => {
    const row = toRow(draft('clabe', '32180000118359719', { lossy: true }));
    assert.deepEqual([row.copy, row.check, row.reason], ['32180000118359719', 'failed', 'lossy']);
    const plausible = toRow(draft('clabe', CLABES[0], { lossy: true }));
    assert.deepEqual([plausible.copy, plausible.check, plausible.reason], [CLABES[0], 'failed', 'lossy']);
    assert.equal(toRow(draft('account', '12345', { lossy: true })).check, 'failed');
    assert.equal(toRow(draft('text', '12345', { lossy: true })).check, 'none');
  });

  it('has no check where none can be made', () => {
    for (const kind of ['account', 'message', 'name', 'text', 'alias'] as const)
      assert.equal(toRow(draft(kind, 'x')).check, 'none', kind);
  });

  it('loses controls in other text, and says so', () => {
    const row = toRow(draft('name', 'Tienda\u202e\u0000 Sol'));
    assert.deepEqual([row.copy, row.reason], ['Tienda Sol', 'cleaned']);
    assert.equal(toRow(draft('name', 'Tienda Sol')).reason, undefined);
  });

  it('composes names, and leaves unknown text as it is', () => {
    assert.equal(toRow(draft('name', 'Jose\u0301')).copy, 'Jos\u00e9');
    assert.equal(toRow(draft('text', 'Jose\u0301')).copy, 'Jose\u0301');
  });

  it('does not say that signs were left out where a name was only composed', () => {
    assert.equal(toRow(draft('name', 'Jose\u0301')).reason, undefined);
    assert.equal(toRow(draft('name', 'Jose\u0301\u202e')).reason, 'cleaned');
  });

  it('is frozen with its groups', () => {
    const row = toRow(draft('iban', IBANS[0]));
    assert.ok(Object.isFrozen(row) && Object.isFrozen(row.groups));
  });
});

describe('a value that could deceive', () => {
  const identifiers = (Object.keys(KINDS) as Kind[]).filter((kind) => ruleOf(kind).identifier);

  it('is an identifier with any hostile sign at any place', () => {
    for (const kind of identifiers)
      for (const sign of HOSTILE_CHARS)
        for (const raw of insertions('AB12', sign)) assert.equal(isUnsafe(draft(kind, raw)), true);
  });

  it('is a code whose checksum fails and that has any sign beyond ASCII', () => {
    for (const sign of HOSTILE_CHARS)
      for (const raw of insertions(PIX.random, sign)) assert.equal(isUnsafe(draft('pix-code', raw)), true);
  });

  it('is a code with a hidden or foreign sign in its name, checksum or not', () => {
    for (const sign of [
      '\u202e',
      '\u200b',
      '\u00a0',
      '\uff11',
      '\u0661',
      '\ufe0f',
      '\u3164',
      '\u2003',
      '\u2800',
    ])
      assert.equal(
        isUnsafe(draft('pix-code', withName(`Ana${sign}`))),
        true,
        sign.codePointAt(0)!.toString(16),
      );
  });

  it('is a code with letters beyond ASCII anywhere but in its texts', () => {
    const key = appendEmvCrc(PIX.random.slice(0, -8).replace('123e4567', '123\u04354567'));
    assert.equal(isUnsafe(draft('pix-code', key)), true);
    const broken = appendEmvCrc(`000201${emvField('26', '99José')}5303986${emvField('58', 'BR')}`);
    assert.equal(isUnsafe(draft('pix-code', broken)), true);
  });

  it('is no code with letters beyond ASCII in its texts whose checksum holds', () => {
    assert.equal(isUnsafe(draft('pix-code', withName('José Ñandú'))), false);
    const described = emvField('00', 'br.gov.bcb.pix') + emvField('01', 'k') + emvField('02', 'Doação');
    assert.equal(
      isUnsafe(draft('pix-code', appendEmvCrc(`000201${emvField('26', described)}5303986`))),
      false,
    );
  });

  it('is no ASCII code, good or bad', () => {
    for (const code of [...Object.values(PIX), ...Object.values(WRONG_PIX)])
      assert.equal(isUnsafe(draft('pix-code', code)), false);
  });

  it('is what stands under a QR key and is nothing known, with any sign beyond ASCII', () => {
    assert.equal(isUnsafe(draft('text', '\u200b000201', { role: 'qr' })), true);
    assert.equal(isUnsafe(draft('text', 'open the app', { role: 'qr' })), false);
    assert.equal(isUnsafe(draft('text', 'José')), false);
  });
});
