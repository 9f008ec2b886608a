/** Faults of the body: invalid or oversized JSON, and JSON that is not a valid response. */
import { gzipSync } from 'node:zlib';
import { answer, faults, flood, head, send, type Fault, type Head, type Play, type Text } from './fault.js';

const KIB = 1024;
const MIB = KIB * KIB;
const CAP = 256 * KIB;

const BRACKETS = '['.repeat(100_000) + ']'.repeat(100_000);

/** A response whose body is derived from the good one. */
function body(make: (good: string) => Text, options: Head = {}): Play {
  return send(answer(({ good }) => make(good), options));
}

const text = (content: Text): Play => body(() => content);
const gzip = (make: (good: string) => Text): Play => body(make, { lines: ['Content-Encoding: gzip'] });

/** The good response with some members of its envelope replaced. */
function envelope(change: object): Play {
  return body((good) => JSON.stringify({ ...(JSON.parse(good) as object), ...change }));
}

/** The good JSON, padded with spaces to this size in bytes. */
function padded(size: number): Play {
  return body((good) => good + ' '.repeat(size - Buffer.byteLength(good)));
}

/** A response of 100 MB. It starts with the good body unless it has another status or type. */
function flood100MB(options?: Head): Play {
  const start = head({ length: 100 * MIB, ...options });
  return flood((wire) => (options ? start : start + wire.good), Buffer.alloc(64 * KIB, 0x20), 100 * MIB);
}

/** Inserts bytes into the last text, which may hold a name or an account number. */
function withBytes(...bytes: number[]): (good: string) => Buffer {
  return (good) => {
    const at = good.lastIndexOf('"');
    return Buffer.concat([Buffer.from(good.slice(0, at)), Buffer.from(bytes), Buffer.from(good.slice(at))]);
  };
}

/** Changes one byte. A negative position counts from the end. */
function withByte(bytes: Buffer, at: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  const position = at < 0 ? bytes.length + at : at;
  copy[position] = change(copy[position]!);
  return copy;
}

/** Compressed on first use, and only once. */
let bomb: Buffer | undefined;

export const BODIES: readonly Fault[] = [
  ...faults('unreadable', 'unreadable', {
    'an empty body': text(''),
    'a body of spaces': text(' \r\n\t '),
    'truncated JSON': body((good) => good.slice(0, -2)),
    'text after the JSON': body((good) => `${good} x`),
    'the JSON twice': body((good) => good + good),
    'text before the JSON': body((good) => `)]}',\n${good}`),
    'a comment in the JSON': body((good) => good.replace('{', '{/* */')),
    'a trailing comma': body((good) => good.replace(/\}$/, ',}')),
    'single quotes': body((good) => good.replaceAll('"', "'")),
    NaN: body((good) => good.replace(/\}$/, ',"n":NaN}')),
    'a control character in a string': body(withBytes(7)),
    'bytes that are not UTF-8': body(withBytes(0xc3, 0x28)),
    'truncated UTF-8': body(withBytes(0xe2, 0x82)),
    'a surrogate in UTF-8': body(withBytes(0xed, 0xa0, 0x80)),
    'overlong UTF-8': body(withBytes(0xc0, 0xaf)),
    'UTF-16': body((good) => Buffer.from(`\uFEFF${good}`, 'utf16le')),
    'UTF-16 without a byte order mark': body((good) => Buffer.from(good, 'utf16le')),
    'Latin-1': body(withBytes(0xe9), { type: 'application/json; charset=latin1' }),
    'gzip without the header': body((good) => gzipSync(good)),
    'a gzip bomb': gzip(() => (bomb ??= gzipSync(Buffer.alloc(100 * MIB, 0x20)))),
    '100 MB': flood100MB(),
    '100 MB of HTML': flood100MB({ type: 'text/html' }),
    'an endless body': flood((wire) => head() + wire.good, Buffer.alloc(64 * KIB, 0x20), 100 * MIB),
    '257 KiB': padded(CAP + KIB),
    '256 KiB and a byte': padded(CAP + 1),
    '100,000 brackets': text(BRACKETS),
  }),
  ...faults('unavailable', 'unavailable', { '100 MB with 500': flood100MB({ status: 500 }) }),
  // WebKit reads the body of a redirect before it reports the redirect, so only the time-out ends this fault
  // there.
  ...faults({ else: 'unreadable', webkit: 'timeout' }, 'unreadable', {
    '100 MB with a redirect': flood100MB({ status: 302, lines: ['Location: /landed'] }),
  }),
  ...faults('ready', 'ready', {
    'a byte order mark': body((good) => `\uFEFF${good}`),
    gzip: gzip((good) => gzipSync(good)),
    '256 KiB': padded(CAP),
  }),
  ...faults('unreadable', ['unreadable', 'unavailable'], {
    'truncated gzip': gzip((good) => gzipSync(good).subarray(0, -12)),
  }),
  ...faults({ else: 'unavailable', webkit: 'ready' }, 'unavailable', {
    'plain text labelled as gzip': gzip((good) => good),
  }),
  ...faults({ else: 'unavailable', webkit: 'unreadable' }, 'unavailable', {
    'gzip with an invalid block type': gzip((good) => withByte(gzipSync(good), 10, () => 0xff)),
  }),
  ...faults({ else: 'ready', webkit: 'unreadable' }, 'unavailable', {
    'gzip with a wrong checksum': gzip((good) => withByte(gzipSync(good), -8, (byte) => byte ^ 0xff)),
  }),
  ...faults('not-payable', 'unreadable', {
    '100,000 brackets as data': text(`{"code":200,"data":${BRACKETS}}`),
  }),
  ...faults('ready', 'unreadable', {
    '100,000 brackets in a field': body((good) => good.replace(/\{(?=[^{]*$)/, `{"x":${BRACKETS},`)),
  }),
  ...faults('incomplete', 'unreadable', {
    '100,000 braces': text(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`),
  }),
];

/** Values of `code` that do not mean success, however similar they look. */
const ERROR_CODES = [
  ...[1, -1, 499, 600, 201, 404, 200.5, true, false, null, [], [200], {}],
  ...[' 200', '200 ', '0200', '+200', '2e2', '', 'OK', 'SUCCESS'],
];

/** One fault per value, each with the value in its name. */
function each(
  name: string,
  values: readonly unknown[],
  play: (value: unknown) => Play,
): Record<string, Play> {
  return Object.fromEntries(values.map((value) => [`${name} ${JSON.stringify(value)}`, play(value)]));
}

export const ENVELOPES: readonly Fault[] = [
  ...faults(
    'refused',
    'refused',
    each('code', ERROR_CODES, (code) => envelope({ code })),
  ),
  // A gateway may send its failure with status 200.
  ...faults(
    'refused',
    'unavailable',
    each('code', [500, '502', 599], (code) => envelope({ code })),
  ),
  ...faults('ready', 'ready', {
    ...each('code', [0, '0', '200'], (code) => envelope({ code })),
    'code 200 with the message FAILURE': envelope({ msg: 'FAILURE' }),
  }),
  ...faults('unreadable', 'unreadable', {
    ...each('data', [null, 'x', '', 7, true, false], (data) => envelope({ data })),
    'no data': text('{"code":200,"msg":"SUCCESS"}'),
    ...each('a body of', [null, true, 7, 'x', []], (value) => text(JSON.stringify(value))),
  }),
  ...faults(
    'not-payable',
    'not-payable',
    each('data', [[], [[]]], (data) => envelope({ data })),
  ),
  ...faults('incomplete', 'incomplete', { 'data {}': envelope({ data: {} }) }),
  ...faults('incomplete', 'unreadable', { 'a body of {}': text('{}') }),
  ...faults('ready', 'unreadable', {
    'no code': body((good) => good.replace('"code":200,', '')),
    'a repeated key': body((good) => good.replace('{', '{"code":200,')),
  }),
];
