/** Faults of the connection and of HTTP itself: what comes is late, cut short, or no answer at all. */
import {
  answer,
  chunk,
  drip,
  end,
  hang,
  head,
  pour,
  reset,
  say,
  type Line,
  type Text,
  type Wire,
} from './fault.js';

const KIB = 1024;

const good = ({ good }: Wire): Text => good;
const half = ({ good }: Wire): string => good.slice(0, good.length / 2);
const lengthOf = ({ good }: Wire): number => Buffer.byteLength(good);
/** A whole head, and half of the body it speaks of. */
const halfAnswer = (wire: Wire): string => head({ length: lengthOf(wire) }) + half(wire);
const chunked = head({ lines: ['Transfer-Encoding: chunked'] });

export const CONNECTIONS: readonly Line[] = [
  ['connection refused', 'offline', 'unavailable', 'nobody listens'],
  ['reset before the headers', 'offline', 'unavailable', say('', reset)],
  ['reset in the headers', 'offline', 'unavailable', say('HTTP/1.1 200 OK\r\nContent-Ty', reset)],
  [
    'reset after the headers',
    'offline',
    'unavailable',
    say((wire) => head({ length: lengthOf(wire) }), reset),
  ],
  ['reset in the body', 'offline', 'unavailable', say(halfAnswer, reset)],
  ['closed before the headers', 'offline', 'unavailable', say('')],
  ['closed in the status line', 'offline', 'unavailable', say('HTTP/1.')],
  ['closed in the headers', 'offline', 'unavailable', say('HTTP/1.1 200 OK\r\nContent-Ty')],
  [
    'closed after the headers',
    { else: 'offline', webkit: 'unreadable' },
    'unavailable',
    say((wire) => head({ length: lengthOf(wire) })),
  ],
  ['closed in the body', { else: 'offline', webkit: 'unreadable' }, 'unavailable', say(halfAnswer)],
  ['headers at a byte a second', 'timeout', 'timeout', drip('HTTP/1.1 ', '200 OK\r\n'.repeat(9))],
  ['a body at a byte a second', 'timeout', 'timeout', drip((wire) => head({ length: lengthOf(wire) }), good)],
  ['silence before the headers', 'timeout', 'timeout', say('', hang)],
  ['silence in the headers', 'timeout', 'timeout', say('HTTP/1.1 200 OK\r\nContent-Ty', hang)],
  ['silence after the headers', 'timeout', 'timeout', say((wire) => head({ length: lengthOf(wire) }), hang)],
  ['silence in the body', 'timeout', 'timeout', say(halfAnswer, hang)],
];

/** What HTTP itself gets wrong. */
export const PROTOCOL: readonly Line[] = [
  [
    'a length longer than the body',
    { else: 'offline', webkit: 'ready' },
    'unavailable',
    say((wire) => head({ length: lengthOf(wire) + 9 }) + wire.good),
  ],
  ['a length shorter than the body', 'unreadable', 'unreadable', say(answer(good, { length: 40 }))],
  ['a length that is negative', 'ready', 'unavailable', say(answer(good, { length: -1 }))],
  [
    'a length that is no number',
    { else: 'ready', webkit: 'offline' },
    'unavailable',
    say(answer(good, { length: 'long' })),
  ],
  [
    'two lengths',
    { else: 'offline', webkit: 'unreadable' },
    'unavailable',
    say(answer(good, { lines: ['Content-Length: 7'] })),
  ],
  [
    'a length and chunks',
    'ready',
    'unavailable',
    say((wire) => head({ length: 7, lines: ['Transfer-Encoding: chunked'] }) + chunk(wire.good) + chunk('')),
  ],
  [
    'chunks without a last one',
    { else: 'offline', webkit: 'ready' },
    ['ready', 'unavailable'],
    say((wire) => chunked + chunk(wire.good)),
  ],
  [
    'chunks that end in the middle',
    { else: 'offline', webkit: 'unreadable' },
    ['unreadable', 'unavailable'],
    say((wire) => chunked + chunk(half(wire))),
  ],
  [
    'a chunk of no size',
    { else: 'offline', webkit: 'unreadable' },
    'unavailable',
    say((wire) => `${chunked}size\r\n${wire.good}\r\n0\r\n\r\n`),
  ],
  [
    'a chunk longer than it says',
    'offline',
    'unavailable',
    say((wire) => `${chunked}7\r\n${wire.good}\r\n0\r\n\r\n`),
  ],
  [
    'a chunk of endless size',
    { else: 'offline', webkit: 'unreadable' },
    'unavailable',
    say((wire) => `${chunked}${'f'.repeat(40)}\r\n${wire.good}`),
  ],
  ['no length and an end', 'ready', 'ready', say((wire) => head() + wire.good)],
  ['HTTP/1.0', 'ready', 'ready', say(answer(good, { version: 'HTTP/1.0' }))],
  ['HTTP/0.9: a body and no head', 'offline', 'unavailable', say(good)],
  [
    'HTTP/3.0',
    { else: 'ready', webkit: 'offline' },
    'unavailable',
    say(answer(good, { version: 'HTTP/3.0' })),
  ],
  ['another protocol', 'offline', 'unavailable', say('SSH-2.0-OpenSSH_9.2\r\n')],
  ['a TLS alert', 'offline', 'unavailable', say(Buffer.from([21, 3, 1, 0, 2, 2, 40]))],
  [
    'noise',
    'offline',
    'unavailable',
    say(Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 37 + 129) % 256))),
  ],
  [
    'a status without digits',
    { else: 'offline', chromium: 'ready' },
    'unavailable',
    say(answer(good, { status: 'abc' })),
  ],
  [
    'a second answer behind the first',
    'ready',
    'ready',
    say((wire) =>
      Buffer.concat([
        Buffer.from(answerOf(wire)),
        Buffer.from('HTTP/1.1 500 Fault\r\nContent-Length: 0\r\n\r\n'),
      ]),
    ),
  ],
  ['one 103 before the answer', 'ready', 'ready', say((wire) => early(1) + answerOf(wire).toString())],
  [
    'twenty 102 before the answer',
    'ready',
    'ready',
    say((wire) => 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(20) + answerOf(wire).toString()),
  ],
  ['a 103 and silence', 'timeout', 'timeout', say(early(1), hang)],
  ['a 103 and the end', 'offline', 'unavailable', say(early(1), end)],
  [
    'a 101 to another protocol',
    'offline',
    'unavailable',
    say('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  ],
  ['100 headers', 'ready', 'ready', say(answer(good, { lines: manyLines(100) }))],
  [
    'a header of 512 KiB',
    'offline',
    'unavailable',
    say(answer(good, { lines: [`X-Long: ${'x'.repeat(512 * KIB)}`] })),
  ],
  [
    'headers without end',
    'offline',
    'unavailable',
    pour('HTTP/1.1 200 OK\r\n', Buffer.from(`X-More: ${'x'.repeat(4 * KIB)}\r\n`), 100 * KIB * KIB),
  ],
  ['a header without a colon', 'ready', 'unavailable', say(answer(good, { lines: ['no colon here'] }))],
  ['a header with a NUL', 'offline', 'unavailable', say(answer(good, { lines: ['X-Nul: a\0b'] }))],
  ['a folded header', 'ready', 'ready', say(answer(good, { lines: ['X-Folded: a', ' b'] }))],
  [
    'line feeds alone',
    'ready',
    'unavailable',
    say((wire) => head({ length: lengthOf(wire) }).replaceAll('\r', '') + wire.good),
  ],
];

function answerOf(wire: Wire): Buffer {
  return Buffer.from(head({ length: lengthOf(wire) }) + wire.good);
}

function early(count: number): string {
  return 'HTTP/1.1 103 Early Hints\r\nLink: </never.css>; rel=preload; as=style\r\n\r\n'.repeat(count);
}

function manyLines(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `X-Header-${at}: ${at}`);
}
