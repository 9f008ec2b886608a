/** Every `pattern` of the OpenAPI document uses only the syntax that the engines of all languages share. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentedPatterns } from './documented-patterns.js';
import { parsePattern } from './portable-pattern.js';

describe('the patterns of the OpenAPI document', () => {
  it('are portable', () => {
    const patterns = documentedPatterns();
    assert.ok(patterns.length >= 5);
    for (const pattern of patterns) parsePattern(pattern);
  });
});

describe('the check of patterns', () => {
  it('rejects patterns that engines read differently', () => {
    for (const pattern of [
      ...['a', '^a', 'a$', '^a|b$', '^.$', '^\\d$', '^\\w$', '^\\s$', '^\\S$', '^\\P{Cc}$', '^\\p{L}$'],
      ...[
        '^(?=a)a$',
        '^(?!a)b$',
        '^(?<=a)b$',
        '^(?<n>a)$',
        '^(?i)a$',
        '^(?i:a)$',
        '^(a)\\1$',
        '^a*?$',
        '^a++$',
        '^a{2}{3}$',
      ],
      ...[
        '^a{1001}$',
        '^a{0,1001}$',
        '^a{2,1}$',
        '^[[a]]$',
        '^[a&&b]$',
        '^[a--b]$',
        '^[a~~b]$',
        '^[a||b]$',
        '^[]$',
        '^[^]$',
      ],
      ...[
        '^[\\d]$',
        '^[\\w-]$',
        '^[z-a]$',
        '^\\u00e9$',
        '^é$',
        '^\\bA$',
        '^a$$',
        '^^a$',
        '^\\-$',
        '^(a$',
        '^a)$',
        '^\\x1$',
        '^{a}$',
      ],
    ])
      assert.throws(() => parsePattern(pattern), Error, pattern);
  });

  it('accepts patterns that engines read alike', () => {
    for (const pattern of [
      '^a?b*c+$',
      '^(?:a|(b|c)){2,}$',
      '^[!-~]{1,200}$',
      '^[^@\\x00-\\x20]+$',
      '^\\.\\/\\{$',
      '^$',
      '^[a-]$',
    ])
      parsePattern(pattern);
  });
});
