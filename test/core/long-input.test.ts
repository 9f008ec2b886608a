import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classify } from '../../src/core/reader/classify.js';
import { readEmv } from '../../src/core/schemes/emv.js';
import { cleanText, isHostileIdentifier, isHostileLetters } from '../../src/core/reader/hostile-text.js';
import { isIban } from '../../src/core/schemes/iban.js';
import { copyFormOf, KINDS, type Kind } from '../../src/core/kinds.js';
import { guardLink, isLoopback } from '../../src/core/links.js';
import { foldKey } from '../../src/core/methods.js';
import { isAmount, readTypedAmount, toMinor } from '../../src/core/money.js';

// No clock: at 200,000 signs a pattern that backtracks squarely does not end within the life of a test run.
const LENGTH = 200_000;
const units = [
  ' ',
  '.',
  'a.',
  '@',
  '0',
  '1,',
  '1.234',
  ',234',
  '-',
  '/',
  ':',
  '%',
  '6304',
  'localhost.',
  '\u00a0',
  '=',
  'A',
];
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

describe('200,000 signs of one kind', () => {
  it('are read in one go by every reader of text', () => {
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
      for (const locale of ['en', 'de']) assert.ok(readTypedAmount(text, locale));
      for (const kind of Object.keys(KINDS) as Kind[]) copyFormOf(kind, text);
    }
  });

  it('are an amount where they are digits', () => {
    const digits = '9'.repeat(LENGTH);
    assert.equal(isAmount(digits), true);
    assert.equal(toMinor(digits)?.toString().length, LENGTH + 2);
  });
});
