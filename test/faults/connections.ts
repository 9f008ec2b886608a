/** Faults of the connection and of HTTP: the response is late, cut short, malformed or missing. */
import {
  answer,
  chunk,
  drip,
  faults,
  flood,
  hang,
  head,
  reset,
  send,
  withHead,
  type Fault,
  type Wire,
} from './fault.js';

const KIB = 1024;
const PARTIAL_HEAD = 'HTTP/1.1 200 OK\r\nContent-Ty';
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </never.css>; rel=preload; as=style\r\n\r\n';
const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
const CHUNKED_HEAD = head({ lines: ['Transfer-Encoding: chunked'] });
const NOISE = Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 37 + 129) % 256));
const LONG_LINE = Buffer.from(`X-More: ${'x'.repeat(4 * KIB)}\r\n`);

const goodBody = ({ good }: Wire): string => good;
const halfBody = ({ good }: Wire): string => good.slice(0, good.length / 2);
const lengthOf = ({ good }: Wire): number => Buffer.byteLength(good);
const headOnly = (wire: Wire): string => head({ length: lengthOf(wire) });
const halfResponse = (wire: Wire): string => headOnly(wire) + halfBody(wire);
const wholeResponse = (wire: Wire): string => headOnly(wire) + wire.good;

export const CONNECTIONS: readonly Fault[] = [
  ...faults('unavailable', 'unavailable', {
    'connection refused': 'nothing listens',
    'reset before the headers': send('', reset),
    'reset in the headers': send(PARTIAL_HEAD, reset),
    'reset after the headers': send(headOnly, reset),
    'reset in the body': send(halfResponse, reset),
    'closed before the headers': send(''),
    'closed in the status line': send('HTTP/1.'),
    'closed in the headers': send(PARTIAL_HEAD),
  }),
  ...faults({ else: 'unavailable', webkit: 'unreadable' }, 'unavailable', {
    'closed after the headers': send(headOnly),
    'closed in the body': send(halfResponse),
  }),
  ...faults('timeout', 'timeout', {
    'headers at a byte a second': drip('HTTP/1.1 ', '200 OK\r\n'.repeat(9)),
    'a body at a byte a second': drip(headOnly, goodBody),
    'silence before the headers': send('', hang),
    'silence in the headers': send(PARTIAL_HEAD, hang),
    'silence after the headers': send(headOnly, hang),
    'silence in the body': send(halfResponse, hang),
  }),
];

/** Violations and rare features of HTTP. */
export const PROTOCOL: readonly Fault[] = [
  ...faults('ready', 'ready', {
    'no length, then the end': send((wire) => head() + wire.good),
    'HTTP/1.0': withHead({ version: 'HTTP/1.0' }),
    'a second response after the first': send(
      (wire) => `${wholeResponse(wire)}HTTP/1.1 500 Fault\r\nContent-Length: 0\r\n\r\n`,
    ),
    'a 103 before the response': send((wire) => EARLY_HINTS + wholeResponse(wire)),
    'twenty 102 before the response': send(
      (wire) => 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(20) + wholeResponse(wire),
    ),
    '100 headers': withHead({ lines: Array.from({ length: 100 }, (_, at) => `X-Header-${at}: ${at}`) }),
    'a folded header': withHead({ lines: ['X-Folded: a', ' b'] }),
  }),
  ...faults('ready', 'unavailable', {
    'a negative length': withHead({ length: -1 }),
    'a length and chunks': send(
      (wire) => head({ length: 7, lines: ['Transfer-Encoding: chunked'] }) + chunk(wire.good) + chunk(''),
    ),
    'a header without a colon': withHead({ lines: ['no colon here'] }),
    'line feeds without carriage returns': send((wire) => headOnly(wire).replaceAll('\r', '') + wire.good),
  }),
  ...faults('unavailable', 'unavailable', {
    'a chunk longer than its size': send((wire) => `${CHUNKED_HEAD}7\r\n${wire.good}\r\n0\r\n\r\n`),
    'HTTP/0.9: a body without a head': send(goodBody),
    'another protocol': send('SSH-2.0-OpenSSH_9.2\r\n'),
    'a TLS alert': send(Buffer.from([21, 3, 1, 0, 2, 2, 40])),
    noise: send(NOISE),
    'a 103 and the end': send(EARLY_HINTS),
    'a 101 to another protocol': send(SWITCHING),
    'a header of 512 KiB': withHead({ lines: [`X-Long: ${'x'.repeat(512 * KIB)}`] }),
    'endless headers': flood('HTTP/1.1 200 OK\r\n', LONG_LINE, 100 * KIB * KIB),
    'a header with a NUL': withHead({ lines: ['X-Nul: a\0b'] }),
  }),
  ...faults({ else: 'unavailable', webkit: 'unreadable' }, 'unavailable', {
    'two lengths': withHead({ lines: ['Content-Length: 7'] }),
    'a chunk without a size': send((wire) => `${CHUNKED_HEAD}size\r\n${wire.good}\r\n0\r\n\r\n`),
    'a chunk of endless size': send((wire) => `${CHUNKED_HEAD}${'f'.repeat(40)}\r\n${wire.good}`),
  }),
  ...faults({ else: 'unavailable', webkit: 'ready' }, 'unavailable', {
    'a length greater than the body': send((wire) => head({ length: lengthOf(wire) + 9 }) + wire.good),
  }),
  ...faults({ else: 'ready', webkit: 'unavailable' }, 'unavailable', {
    'a length that is not a number': withHead({ length: 'long' }),
    'HTTP/3.0': withHead({ version: 'HTTP/3.0' }),
  }),
  ...faults({ else: 'unavailable', chromium: 'ready' }, 'unavailable', {
    'a status without digits': withHead({ status: 'abc' }),
  }),
  ...faults({ else: 'unavailable', webkit: 'ready' }, ['ready', 'unavailable'], {
    'chunks without the last one': send((wire) => CHUNKED_HEAD + chunk(wire.good)),
  }),
  ...faults({ else: 'unavailable', webkit: 'unreadable' }, ['unreadable', 'unavailable'], {
    'chunks that end in the middle': send((wire) => CHUNKED_HEAD + chunk(halfBody(wire))),
  }),
  ...faults('unreadable', 'unreadable', {
    'a length smaller than the body': send(answer(goodBody, { length: 40 })),
  }),
  ...faults('timeout', 'timeout', { 'a 103 and silence': send(EARLY_HINTS, hang) }),
];
