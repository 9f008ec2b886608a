import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerWith, problemKind, slipOf } from './outcome.js';
import { classify } from '../../src/core/reader/classify.js';
import { readEmv } from '../../src/core/schemes/emv.js';
import { cleanText, isHostileIdentifier, isHostileLetters } from '../../src/core/reader/hostile-text.js';
import { isIban } from '../../src/core/schemes/iban.js';
import { copyFormOf, KINDS, type Kind } from '../../src/core/kinds.js';
import { guardLink, isLoopback } from '../../src/core/links.js';
import { foldKey } from '../../src/core/methods.js';
import { isAmount, toMinor } from '../../src/core/money.js';
import { readTypedAmount } from '../../src/core/typed-amount.js';

// There is no time limit: with 100,000 characters, a pattern with quadratic backtracking does not finish in a
// test run.
const LENGTH = 100_000;
const SINGLE = [' ', '.', '@', '0', '-', '/', ':', '%', '\u00a0', '=', 'A'];
const units = [...SINGLE, 'a.', '1,', '1.234', ',234', '6304', 'localhost.'];
const long = units.flatMap((unit) => {
  const run = unit.repeat(LENGTH / unit.length);
  return [
    run,
    `${run}!`,
    `a${run}!`,
    `a@${run}@`,
    `https://${run}`,
    `https://a${run}\\`,
    `000201${run}`,
    `1${run}x`,
  ];
});

describe('text of 100,000 repeated characters', () => {
  it('is processed in linear time by every function that reads text', () => {
    const policy = { hosts: [], loopback: true };
    for (const text of long) {
      classify(text);
      readEmv(text);
      isIban(text);
      guardLink(text, policy);
      isLoopback(text);
      foldKey(text);
      cleanText(text);
      isHostileIdentifier(text);
      isHostileLetters(text);
      for (const locale of ['en', 'de']) assert.ok(readTypedAmount(text, locale, { fiat: 'BRL' }));
      for (const kind of Object.keys(KINDS) as Kind[]) copyFormOf(kind, text);
    }
  });

  it('is a number of minor units if the characters are digits, but not an amount that a page can show', () => {
    const digits = '9'.repeat(LENGTH);
    assert.equal(isAmount(digits), false);
    assert.equal(toMinor(digits)?.toString().length, LENGTH + 2);
  });
});

describe('a response with 63 long values', () => {
  it('is read in linear time, whatever its characters expand to', () => {
    // Runs of combining marks, which are sorted when they are normalized, are refused.
    const marks = '\u0344'.repeat(2000) + '\u0316'.repeat(2000);
    const refused = answerWith({
      'Cuenta CLABE': '032180000118359719',
      [marks]: Array.from({ length: 63 }, () => 'a'),
    });
    assert.equal(problemKind(refused, { paymentId: 105 }), 'unreadable');
    assert.equal(
      problemKind(answerWith({ a: 'x' }, { paymentMethodName: marks }), { paymentId: 999 }),
      'unreadable',
    );
    // Half-width voiced marks are letters that become combining marks.
    const voiced = `${'\u0344'.repeat(30)}\uff9e`.repeat(66) + '\uff9e'.repeat(2000);
    const disguised = answerWith({ [voiced]: Array.from({ length: 63 }, () => 'a') });
    assert.equal(problemKind(disguised, { paymentId: 105 }), 'unreadable');
    const hyphens = Array.from({ length: 62 }, (_, at) => String(at) + '-'.repeat(4000));
    assert.equal(problemKind(answerWith({ CLABE: hyphens }), { paymentId: 105 }), 'mismatch');
    // One character that compatibility normalization turns into 18, spaces, and digits of an account.
    for (const part of ['\ufdfa', ' a', '0 ', '\uff11-', '\u2488']) {
      const value = part.repeat(Math.floor(3900 / new TextEncoder().encode(part).length));
      const fields = Array.from({ length: 63 }, (_, at) => [`k${at}`, value + String(at)] as const);
      const answer = answerWith({ 'Cuenta CLABE': '032180000118359719', ...Object.fromEntries(fields) });
      assert.equal(slipOf(answer, { paymentId: 105 }).rows.length, 64);
    }
  });
});
