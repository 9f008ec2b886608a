/** SECURITY.md P17: the forms in which the token is found, and the speed of the search. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokenPattern } from '../../src/server/token-pattern.js';

/** A plain token, and one with characters that URLs, JSON and HTML escape, alone and in pairs. */
const TOKENS = ['live-token-0123', 'canary+/=".*(<token>)&\\\\x\\'];

type Write = (code: number, hex: string) => string;

/** Escapes of one character. */
const ESCAPES: Readonly<Record<string, Write>> = {
  'a URL': (_, hex) => `%${hex}`,
  'a URL, twice': (_, hex) => `%25${hex}`,
  'an old URL': (_, hex) => `%u00${hex}`,
  JSON: (_, hex) => `\\u00${hex}`,
  'JSON in JSON': (_, hex) => `\\\\u00${hex}`,
  JavaScript: (_, hex) => `\\x${hex}`,
  'JavaScript, by code point': (_, hex) => `\\u{${hex}}`,
  'a shell': (code) => `\\${code.toString(8)}`,
  HTML: (code) => `&#${code};`,
  'HTML, with zeros': (code) => `&#000${code};`,
  'HTML without a semicolon': (code) => `&#${code}`,
  'HTML, in hexadecimal': (_, hex) => `&#x${hex};`,
  'HTML, in hexadecimal with zeros': (_, hex) => `&#x00${hex};`,
  'HTML, twice': (code) => `&amp;#${code};`,
};

const NAMES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

function formsOf(token: string): Readonly<Record<string, string>> {
  const bytes = [...Buffer.from(token)];
  const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');
  const escapes = Object.entries(ESCAPES).flatMap(([name, write]) => [
    [`every character escaped for ${name}`, bytes.map((byte) => write(byte, hexOf(byte))).join('')],
    [
      `every second character escaped for ${name}`,
      bytes.map((byte, i) => (i % 2 ? String.fromCharCode(byte) : write(byte, hexOf(byte)))).join(''),
    ],
  ]);
  return {
    'as it is': token,
    'a string in JSON': JSON.stringify(token),
    'JSON in JSON': JSON.stringify(JSON.stringify(token)),
    'a part of a URL': encodeURIComponent(token),
    'named references': token.replace(/["&<>]/g, (char) => NAMES[char]!),
    ...(Object.fromEntries(escapes) as Record<string, string>),
    ...Object.fromEntries(
      ['', ' ', ':', '-', ', ', ',0x', ', 0x', '\n'].map((gap) => [
        `hexadecimal digits with ${JSON.stringify(gap)}`,
        bytes.map(hexOf).join(gap),
      ]),
    ),
    'a list of bytes': JSON.stringify(bytes),
    'a list of bytes with blanks': bytes.join(', '),
    ...Object.fromEntries(
      [' , ', '  ', '\t', '\r\n', ',\n\t\t', `,\n${' '.repeat(12)}`, '","'].map((gap) => [
        `a list of bytes with ${JSON.stringify(gap)}`,
        bytes.join(gap),
      ]),
    ),
    'a list of bytes in lines': JSON.stringify({ list: { bytes } }, undefined, 4),
    'a list of hexadecimal strings': JSON.stringify(bytes.map(hexOf)),
    'a list of hexadecimal strings in lines': JSON.stringify(
      { list: bytes.map((byte) => `0x${hexOf(byte)}`) },
      undefined,
      4,
    ),
    base64: Buffer.from(token).toString('base64'),
    'base64 inside': Buffer.from(`xx${token}yy`).toString('base64'),
    'base64 in a URL': encodeURIComponent(Buffer.from(`x${token}`).toString('base64')),
    base64url: Buffer.from(`user:${token}`).toString('base64url'),
  };
}

/** Milliseconds of processor time, which other processes do not affect. */
function costOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1_000;
}

describe('the pattern of a token', () => {
  for (const token of TOKENS)
    it(`finds it in every form, also in JSON and in the other case: ${token}`, () => {
      for (const [name, form] of Object.entries(formsOf(token)))
        for (const text of [
          form,
          form.toUpperCase(),
          form.toLowerCase(),
          `a\\${form}b`,
          JSON.stringify(form),
        ])
          assert.ok(text.search(tokenPattern(token)) >= 0, `${name}: ${text}`);
    });

  it('finds a long token in every form, and hides all of it', () => {
    const long = 'eyJhbGciOiJIUzI1NiJ9.661_~+/=-|:"#{<>}xu'.repeat(3);
    const [pattern, part] = [tokenPattern(long), tokenPattern(long.slice(-long.length / 3))];
    for (const [name, form] of Object.entries(formsOf(long))) {
      assert.ok(form.search(pattern) >= 0, name);
      assert.equal(`${form}\n${form}`.replace(pattern, '').search(part), -1, name);
    }
    for (const [name, form] of Object.entries(formsOf(long.replace(/x(?=u$)/, 'y'))))
      assert.equal(form.search(pattern), -1, name);
  });

  it('is built quickly for a token as long as a JWT, also after a name', () => {
    const random = Array.from({ length: 1_500 }, (_, i) => String.fromCharCode(97 + ((i * i) % 23))).join('');
    for (const token of [random, `user:${random}`, `12|${random}`]) {
      const took = costOf(() => {
        const pattern = tokenPattern(token);
        for (const text of ['x'.repeat(100_000), token, 'x'.repeat(100_000), JSON.stringify(token)])
          text.search(pattern);
      });
      assert.ok(took < 1_500, `${token.slice(0, 8)}: ${Math.round(took)} ms`);
    }
  });

  it('finds no other token', () => {
    for (const token of TOKENS)
      for (const form of Object.values(formsOf(token.replace(/k/, 'q').replace(/n/, 'm'))))
        assert.equal(form.search(tokenPattern(token)), -1, form);
  });

  it('takes no longer if an escape may be read in two ways', () => {
    const [sixes, zeros] = ['6'.repeat(24), '06060'.repeat(8)];
    const texts = [
      [sixes, '\\66'],
      [sixes, '\\66\\66\\61'],
      ['661'.repeat(16), '\\66\\61'],
      [zeros, '\\060\\066\\060'],
      [`x78${'x37x38'.repeat(8)}`, '\\x78\\x37\\x38\\x37'],
      [';'.repeat(24), '&#59;'],
      ['-'.repeat(24), `45${'"'.repeat(32)}`],
      ['-'.repeat(24), `2d${'\\"\\n'.repeat(16)}`],
    ] as const;
    for (const [token, piece] of texts) {
      const took = costOf(() => piece.repeat(100_000 / piece.length).search(tokenPattern(`${token}f0c2`)));
      assert.ok(took < 1000, `${token}, ${piece}: ${Math.round(took)} ms`);
    }
  });

  it('finds a token of sixes behind a backslash', () => {
    for (const text of ['\\666666660', '\\66\\66\\66\\66\\66\\66\\66\\66\\60', '\\x36\\066666666\\60'])
      assert.equal(text.search(tokenPattern('666666660')) >= 0, true, text);
  });

  it('takes time proportional to the text', () => {
    const pieces = [
      '\\',
      '%25',
      '25',
      '&#0',
      '0',
      '&amp;',
      'amp;',
      ' ',
      '0x',
      '\\u',
      '\\x',
      ', ',
      '6c',
      '108,',
    ];
    for (const token of [...TOKENS, '\\\\\\\\\\\\\\\\', 'aaaaaaaaaa', '0000000000']) {
      const starts = ['', token.slice(0, 1), token.slice(0, -1), `${token.slice(0, -1)}\\`, '&#', '%'];
      const texts = pieces.flatMap((piece) =>
        starts.map((start) => start + piece.repeat(100_000 / piece.length)),
      );
      const repeated = starts.map((start) => `${start}${'\\'.repeat(20)}`.repeat(10_000));
      for (const text of [...texts, ...repeated]) {
        const took = costOf(() => text.search(tokenPattern(token)));
        assert.ok(took < 1000, `${token}, ${text.slice(0, 40)}: ${Math.round(took)} ms`);
      }
    }
  });
});
