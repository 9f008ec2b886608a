import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanText, isHostileIdentifier, isHostileLetters } from '../../../src/core/reader/hostile-text.js';
import { HOSTILE_CHARS } from '../../fixtures/instruments.js';

const escaped = (sign: string): string => `U+${sign.codePointAt(0)!.toString(16)}`;

describe('hostile text', () => {
  it('is any identifier with a sign beyond printable ASCII', () => {
    for (const sign of HOSTILE_CHARS) assert.equal(isHostileIdentifier(`ab${sign}12`), true, escaped(sign));
    for (let code = 0; code < 0x20; code++)
      assert.equal(isHostileIdentifier(String.fromCharCode(code)), true);
    for (let code = 0x20; code < 0x7f; code++)
      assert.equal(isHostileIdentifier(String.fromCharCode(code)), false);
  });

  it('is, in the texts of a code, anything beyond ASCII that is no letter one can see', () => {
    for (const sign of HOSTILE_CHARS.filter((one) => !/[\u0410\u0391\u041e\u212a\u0399\uff21]/.test(one)))
      assert.equal(isHostileLetters(`ab${sign}12`), true, escaped(sign));
    for (const text of ['José', 'SÃO PAULO', 'Ñandú', 'Nº 5', 'Fulano de Tal'])
      assert.equal(isHostileLetters(text), false, text);
  });

  it('loses controls and bidi controls, and nothing else', () => {
    assert.equal(cleanText('Tienda\u202e Sol\u0000\u2066 S\u00adA \u200e\n'), 'Tienda Sol S\u00adA ');
    assert.equal(cleanText('José \ud800Ñandú 店 👩‍👩‍👧'), 'José Ñandú 店 👩‍👩‍👧');
  });
});
