/** Faults of the body: bytes that are no JSON, too many of them, and JSON that is no answer. */
import { gzipSync } from 'node:zlib';
import { answer, head, pour, say, type Head, type Line, type Text } from './fault.js';

const KIB = 1024;
const MIB = KIB * KIB;
const CAP = 256 * KIB;

const GZIP: Head = { lines: ['Content-Encoding: gzip'] };
const brackets = '['.repeat(100_000) + ']'.repeat(100_000);

/** A body of the whole good answer made into something else. */
const body = (
  name: string,
  make: Text | ((good: string) => Text),
  element: Line[1] = 'unreadable',
  kit: Line[2] = 'unreadable',
  given: Head = {},
): Line => [
  name,
  element,
  kit,
  say(answer(({ good }) => (typeof make === 'function' ? make(good) : make), given)),
];

/** The good answer with other words in its envelope. */
const envelope =
  (change: object) =>
  (good: string): string =>
    JSON.stringify({ ...(JSON.parse(good) as object), ...change });

/** So many bytes, good JSON at their start and space behind it. */
const padded =
  (size: number) =>
  (good: string): string =>
    good + ' '.repeat(size - Buffer.byteLength(good));

/** Made when it is first needed, once. */
let bomb: Buffer | undefined;

function cut(bytes: Buffer): Buffer {
  return bytes.subarray(0, -12);
}

/** With wrong bytes in its middle, where a name or an account may stand. */
function withBytes(good: string, ...wrong: number[]): Buffer {
  const middle = good.lastIndexOf('"');
  return Buffer.concat([
    Buffer.from(good.slice(0, middle)),
    Buffer.from(wrong),
    Buffer.from(good.slice(middle)),
  ]);
}

export const BODIES: readonly Line[] = [
  body('an empty body', ''),
  body('a body of spaces', ' \r\n\t '),
  body('JSON that is cut short', (good) => good.slice(0, -2)),
  body('something behind the JSON', (good) => `${good} x`),
  body('the answer twice', (good) => good + good),
  body('something before the JSON', (good) => `)]}',\n${good}`),
  body('a comment in the JSON', (good) => good.replace('{', '{/* */')),
  body('a comma too many', (good) => good.replace(/\}$/, ',}')),
  body('single quotes', (good) => good.replaceAll('"', "'")),
  body('not a number', (good) => good.replace(/\}$/, ',"n":NaN}')),
  body('a control character in a text', (good) => withBytes(good, 7)),
  body('bytes that are no UTF-8', (good) => withBytes(good, 0xc3, 0x28)),
  body('UTF-8 that is cut short', (good) => withBytes(good, 0xe2, 0x82)),
  body('UTF-8 of a surrogate', (good) => withBytes(good, 0xed, 0xa0, 0x80)),
  body('UTF-8 longer than it need be', (good) => withBytes(good, 0xc0, 0xaf)),
  body('UTF-16', (good) => Buffer.from(`\uFEFF${good}`, 'utf16le')),
  body('UTF-16 without a mark', (good) => Buffer.from(good, 'utf16le')),
  body('Latin-1', (good) => withBytes(good, 0xe9), 'unreadable', 'unreadable', {
    type: 'application/json; charset=latin1',
  }),
  body('a byte order mark', (good) => `\uFEFF${good}`, 'ready', 'ready'),
  body('gzip', (good) => gzipSync(good), 'ready', 'ready', GZIP),
  body('gzip that is none', (good) => good, { else: 'offline', webkit: 'ready' }, 'unavailable', GZIP),
  body(
    'gzip that is cut short',
    (good) => cut(gzipSync(good)),
    'unreadable',
    ['unreadable', 'unavailable'],
    GZIP,
  ),
  body(
    'gzip with a block of no kind',
    (good) => withByte(gzipSync(good), 10, 0xff),
    { else: 'offline', webkit: 'unreadable' },
    'unavailable',
    GZIP,
  ),
  body(
    'gzip with another check sum',
    (good) => withByte(gzipSync(good), -8, 0),
    { else: 'ready', webkit: 'unreadable' },
    'unavailable',
    GZIP,
  ),
  body('gzip nobody speaks of', (good) => gzipSync(good)),
  body(
    'a gzip bomb',
    () => (bomb ??= gzipSync(Buffer.alloc(100 * MIB, 0x20))),
    'unreadable',
    'unreadable',
    GZIP,
  ),
  [
    '100 MB',
    'unreadable',
    'unreadable',
    pour((wire) => head({ length: 100 * MIB }) + wire.good, Buffer.alloc(64 * KIB, 0x20), 100 * MIB),
  ],
  [
    '100 MB with 500',
    'unavailable',
    'unavailable',
    pour(head({ status: 500, length: 100 * MIB }), Buffer.alloc(64 * KIB, 0x20), 100 * MIB),
  ],
  [
    '100 MB of HTML',
    'unreadable',
    'unreadable',
    pour(head({ type: 'text/html', length: 100 * MIB }), Buffer.alloc(64 * KIB, 0x20), 100 * MIB),
  ],
  // WebKit reads a redirect to its end before it tells of it: there the time-out ends it.
  [
    '100 MB with a redirect',
    { else: 'unreadable', webkit: 'timeout' },
    'unreadable',
    pour(
      head({ status: 302, length: 100 * MIB, lines: ['Location: /landed'] }),
      Buffer.alloc(64 * KIB, 0x20),
      100 * MIB,
    ),
  ],
  [
    'a body without end',
    'unreadable',
    'unreadable',
    pour((wire) => head() + wire.good, Buffer.alloc(64 * KIB, 0x20), 100 * MIB),
  ],
  body('257 KiB', padded(CAP + KIB)),
  body('256 KiB and a byte', padded(CAP + 1)),
  body('256 KiB', padded(CAP), 'ready', 'ready'),
  body('100,000 brackets', brackets),
  body('100,000 brackets for data', `{"code":200,"data":${brackets}}`, 'not-payable'),
  body('100,000 brackets in a field', (good) => good.replace(/\{(?=[^{]*$)/, `{"x":${brackets},`), 'ready'),
  body('100,000 braces', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, 'incomplete'),
];

/** With one byte of it another: its bits turned, or those of the mask. */
function withByte(bytes: Buffer, at: number, mask: number): Buffer {
  const place = at < 0 ? bytes.length + at : at;
  const copy = Buffer.from(bytes);
  copy[place] = mask === 0 ? copy[place]! ^ 0xff : copy[place]! | mask;
  return copy;
}

/** Codes that are no success, however near they come. */
const CODES = [
  1,
  -1,
  500,
  201,
  404,
  200.5,
  '500',
  ' 200',
  '200 ',
  '0200',
  '+200',
  '2e2',
  '',
  'OK',
  'SUCCESS',
  true,
  false,
  null,
  [],
  [200],
  {},
];

export const ENVELOPES: readonly Line[] = [
  ...CODES.map((code) => body(`code ${JSON.stringify(code)}`, envelope({ code }), 'refused', 'refused')),
  ...[0, '0', '200'].map((code) =>
    body(`code ${JSON.stringify(code)}`, envelope({ code }), 'ready', 'ready'),
  ),
  body('code 200 with an unhappy msg', envelope({ msg: 'FAILURE' }), 'ready', 'ready'),
  body('no code', (good) => good.replace('"code":200,', ''), 'ready', 'unreadable'),
  ...[null, 'x', '', 7, true, false].map((data) => body(`data ${JSON.stringify(data)}`, envelope({ data }))),
  body('no data', '{"code":200,"msg":"SUCCESS"}'),
  body('data []', envelope({ data: [] }), 'not-payable', 'not-payable'),
  body('data {}', envelope({ data: {} }), 'incomplete', 'incomplete'),
  body('data [[]]', envelope({ data: [[]] }), 'not-payable', 'not-payable'),
  ...['null', 'true', '7', '"x"', '[]', '{}'].map((text) =>
    body(`${text} for an answer`, text, text === '{}' ? 'incomplete' : 'unreadable'),
  ),
  body('one key twice', (good) => good.replace('{', '{"code":200,'), 'ready'),
];
