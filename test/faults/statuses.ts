/** Faults of the status and of the headers. Under a status that is no success there stands a whole slip all the same. */
import type { ProblemKind } from '../../src/core/problem.js';
import { answer, say, type Head, type Line, type Wire } from './fault.js';

const good = ({ good }: Wire): string => good;
const HTML = '<!doctype html><title>Login</title><h1>Please log in</h1>';

const status = (code: number, element: ProblemKind, kit: ProblemKind, ...lines: string[]): Line => [
  [`HTTP ${code}`, ...lines].join(', '),
  element,
  kit,
  say(answer(good, { status: code, lines })),
];

const under = (name: string, given: Head, element: Line[1] = 'ready', kit: Line[2] = 'ready'): Line => [
  name,
  element,
  kit,
  say(answer(good, given)),
];

export const STATUSES: readonly Line[] = [
  ['HTTP 204', 'unreadable', 'unreadable', say(answer('', { status: 204, length: null }))],
  ['HTTP 205', 'unreadable', 'unreadable', say(answer('', { status: 205 }))],
  [
    'HTTP 206, a part',
    'unreadable',
    'unreadable',
    say(answer(({ good }) => good.slice(0, 40), { status: 206, lines: ['Content-Range: bytes 0-39/400'] })),
  ],
  status(300, 'unreadable', 'unreadable'),
  status(304, 'unreadable', 'unreadable'),
  status(400, 'refused', 'refused'),
  status(401, 'unauthorized', 'unavailable'),
  status(402, 'refused', 'refused'),
  status(403, 'forbidden', 'unavailable'),
  status(404, 'not-found', 'refused'),
  status(405, 'refused', 'refused'),
  status(408, 'timeout', 'refused'),
  status(409, 'refused', 'refused'),
  status(410, 'refused', 'refused'),
  status(413, 'refused', 'refused'),
  status(418, 'refused', 'refused'),
  status(422, 'refused', 'refused'),
  status(425, 'refused', 'refused'),
  status(429, 'rate-limited', 'rate-limited'),
  status(429, 'rate-limited', 'rate-limited', 'Retry-After: 7'),
  status(429, 'rate-limited', 'rate-limited', 'Retry-After: Tue, 14 Nov 2023 22:13:20 GMT'),
  status(429, 'rate-limited', 'rate-limited', 'Retry-After: soon'),
  status(451, 'refused', 'refused'),
  status(500, 'unavailable', 'unavailable'),
  status(501, 'unavailable', 'unavailable'),
  status(502, 'unavailable', 'unavailable'),
  status(503, 'unavailable', 'unavailable', 'Retry-After: 3600'),
  status(504, 'timeout', 'unavailable'),
  status(505, 'unavailable', 'unavailable'),
  status(511, 'unavailable', 'unavailable'),
  status(599, 'unavailable', 'unavailable'),
];

/** To another path, another origin, and round in circles: none is followed. */
export const REDIRECTS: readonly Line[] = [301, 302, 303, 307, 308].flatMap((code): Line[] => {
  const to = (where: string, location: (wire: Wire) => string): Line => [
    `HTTP ${code} ${where}`,
    'unreadable',
    'unreadable',
    say((wire) => {
      const said = answer(good, { status: code, lines: [`Location: ${location(wire)}`] });
      return typeof said === 'function' ? said(wire) : said;
    }),
  ];
  return [
    to('to another path', () => '/landed'),
    to('to another origin', ({ elsewhere }) => `${elsewhere}/landed`),
    to('to itself', ({ path }) => path),
  ];
});

export const HEADERS: readonly Line[] = [
  ['HTML with 200', 'unreadable', 'unreadable', say(answer(HTML, { type: 'text/html' }))],
  ['HTML with 502', 'unavailable', 'unavailable', say(answer(HTML, { type: 'text/html', status: 502 }))],
  ['HTML called JSON', 'unreadable', 'unreadable', say(answer(HTML))],
  under('JSON called text', { type: 'text/plain' }, 'unreadable', 'unreadable'),
  under('JSON called a stream of JSON', { type: 'application/json-seq' }, 'unreadable', 'unreadable'),
  under('no content type', { type: null }, 'unreadable', 'unreadable'),
  under('an empty content type', { type: '' }, 'unreadable', 'unreadable'),
  under('two content types', { lines: ['Content-Type: text/html'] }, 'unreadable', 'unreadable'),
  under('JSON of a family', { type: 'Application/Problem+JSON; charset=x' }),
  under('an encoding nobody knows', { lines: ['Content-Encoding: nothing'] }),
  under(
    'two allowed origins',
    { lines: ['Access-Control-Allow-Origin: *', 'Access-Control-Allow-Origin: null'] },
    'offline',
  ),
  under(
    'another allowed origin',
    { lines: ['Access-Control-Allow-Origin: https://elsewhere.example'] },
    'offline',
  ),
  under('nonsense in every header of cross-origin sharing', {
    lines: [
      'Access-Control-Allow-Methods: \t, ,',
      'Access-Control-Expose-Headers: *, Authorization',
      'Access-Control-Allow-Credentials: maybe',
      'Access-Control-Max-Age: -1e9',
      'Cross-Origin-Resource-Policy: nobody',
    ],
  }),
  under('cookies without end', {
    lines: Array.from(
      { length: 20 },
      (_, at) => `Set-Cookie: c${at}=${'x'.repeat(200)}; SameSite=${at}; Domain=example`,
    ),
  }),
  under('a refresh to elsewhere', { lines: ['Refresh: 0; url=/landed', 'Location: /landed'] }),
  under('a file to save', { lines: ['Content-Disposition: attachment; filename="../../slip.exe"'] }),
];
