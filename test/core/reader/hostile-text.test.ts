import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  cleanText,
  isHostileIdentifier,
  isHostileLetters,
  isReference,
} from '../../../src/core/reader/hostile-text.js';
import { HOSTILE_CHARS } from '../../fixtures/instruments.js';

const escaped = (char: string): string => `U+${char.codePointAt(0)!.toString(16)}`;

// docs/reading-policy.md R26
describe('hostile text', () => {
  it('is an identifier with any character other than printable ASCII', () => {
    for (const char of HOSTILE_CHARS) assert.equal(isHostileIdentifier(`ab${char}12`), true, escaped(char));
    for (let code = 0; code < 0x20; code++)
      assert.equal(isHostileIdentifier(String.fromCharCode(code)), true);
    for (let code = 0x20; code < 0x7f; code++)
      assert.equal(isHostileIdentifier(`a${String.fromCharCode(code)}b`), false);
  });

  it('is an identifier with an invisible space', () => {
    for (const text of [' K7', 'K7 ', 'K7  QH', '  K7', 'K7   QH'])
      assert.equal(isHostileIdentifier(text), true, JSON.stringify(text));
    // Spaces alone are an absent value.
    for (const text of ['K7 QH', ' ', '   ', '']) assert.equal(isHostileIdentifier(text), false);
  });

  it('is the text of a code with any non-ASCII character that is not a visible letter', () => {
    const letters = /[\u0410\u0391\u041e\u212a\u0399\uff21]/;
    for (const char of HOSTILE_CHARS.filter((each) => !letters.test(each)))
      assert.equal(isHostileLetters(`ab${char}12`), true, escaped(char));
    for (const text of ['José', 'SÃO PAULO', 'Ñandú', 'Nº 5', 'Fulano de Tal'])
      assert.equal(isHostileLetters(text), false, text);
  });

  it('loses every invisible character, and nothing else', () => {
    assert.equal(cleanText('Tienda\u202e Sol\u0000\u2066 S\u00adA\u200e'), 'Tienda Sol SA');
    assert.equal(cleanText('José \ud800Ñandú 店 ١٢ – 😀'), 'José Ñandú 店 ١٢ – 😀');
    assert.equal(cleanText('Calle 1\n02\u00a0CDMX\u2003MX\u2800'), 'Calle 1 02 CDMX MX ');
    let tried = 0;
    for (let code = 0; code <= 0x10ffff; code++) {
      const char = String.fromCodePoint(code);
      if (!/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}]/u.test(char) || /\s/.test(char)) continue;
      tried++;
      assert.equal(cleanText(`a${char}b`), 'ab', escaped(char));
    }
    assert.ok(tried > 4000, `${tried} characters`);
  });
});

describe('the reference of an order', () => {
  it('is any text of 1 to 64 characters', () => {
    for (const text of ['7', 'A-1042', 'n.º 7 / été', '注文 7', '🧾'.repeat(64)])
      assert.equal(isReference(text), true, text);
    for (const text of ['', ' ', 'x'.repeat(65), '🧾'.repeat(65)])
      assert.equal(isReference(text), false, text);
  });

  it('has no controls, no bidi controls, no half of a character and no line separator', () => {
    for (const code of [0, 0x9, 0xa, 0x7f, 0x85, 0x61c, 0x200f, 0x2028, 0x202e, 0x2066, 0xd800, 0xdfff])
      assert.equal(isReference(`A${String.fromCharCode(code)}7`), false, code.toString(16));
  });
});
