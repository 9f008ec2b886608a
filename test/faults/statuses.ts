/** Faults of status and headers. The body is a good slip even if the status is an error. */
import type { ProblemKind } from '../../src/core/problem.js';
import { answer, faults, send, withHead, type Fault, type Head, type Play, type Wire } from './fault.js';

const HTML = '<!doctype html><title>Login</title><h1>Please log in</h1>';

/** The good response with these statuses, and possibly another header. */
function statuses(element: ProblemKind, kit: ProblemKind, codes: readonly number[], line?: string): Fault[] {
  const plays = codes.map((code): [string, Play] => [
    line === undefined ? `HTTP ${code}` : `HTTP ${code}, ${line}`,
    withHead({ status: code, lines: line === undefined ? [] : [line] }),
  ]);
  return faults(element, kit, Object.fromEntries(plays));
}

const part = ({ good }: Wire): string => good.slice(0, 40);
const html = (options: Head): Play => send(answer(HTML, options));

export const STATUSES: readonly Fault[] = [
  ...faults('unreadable', 'unreadable', {
    'HTTP 204': send(answer('', { status: 204, length: null })),
    'HTTP 205': send(answer('', { status: 205 })),
    'HTTP 206, a part': send(answer(part, { status: 206, lines: ['Content-Range: bytes 0-39/400'] })),
  }),
  ...statuses('unreadable', 'unreadable', [300, 304]),
  ...statuses('refused', 'refused', [400, 402, 405, 409, 410, 413, 418, 422, 425, 451]),
  ...statuses('unauthorized', 'unavailable', [401]),
  ...statuses('forbidden', 'unavailable', [403]),
  ...statuses('not-found', 'refused', [404]),
  ...statuses('timeout', 'refused', [408]),
  ...statuses('rate-limited', 'rate-limited', [429]),
  ...['7', 'Tue, 14 Nov 2023 22:13:20 GMT', 'soon'].flatMap((wait) =>
    statuses('rate-limited', 'rate-limited', [429], `Retry-After: ${wait}`),
  ),
  ...statuses('unavailable', 'unavailable', [500, 501, 502, 505, 511, 599]),
  ...statuses('unavailable', 'unavailable', [503], 'Retry-After: 3600'),
  ...statuses('timeout', 'unavailable', [504]),
];

/** Redirects to another path, to another origin and to itself. None may be followed. */
export const REDIRECTS: readonly Fault[] = [301, 302, 303, 307, 308].flatMap((status) => {
  const redirect =
    (locationOf: (wire: Wire) => string): Play =>
    (wire) =>
      withHead({ status, lines: [`Location: ${locationOf(wire)}`] })(wire);
  return faults('unreadable', 'unreadable', {
    [`HTTP ${status} to another path`]: redirect(() => '/landed'),
    [`HTTP ${status} to another origin`]: redirect(({ elsewhere }) => `${elsewhere}/landed`),
    [`HTTP ${status} to itself`]: redirect(({ path }) => path),
  });
});

export const HEADERS: readonly Fault[] = [
  ...faults('unreadable', 'unreadable', {
    'HTML with 200': html({ type: 'text/html' }),
    'HTML labelled as JSON': html({}),
    'JSON labelled as text': withHead({ type: 'text/plain' }),
    'JSON labelled as a JSON sequence': withHead({ type: 'application/json-seq' }),
    'no content type': withHead({ type: null }),
    'an empty content type': withHead({ type: '' }),
    'two content types': withHead({ lines: ['Content-Type: text/html'] }),
  }),
  ...faults('unavailable', 'unavailable', { 'HTML with 502': html({ type: 'text/html', status: 502 }) }),
  ...faults('unavailable', 'ready', {
    'two allowed origins': withHead({
      lines: ['Access-Control-Allow-Origin: *', 'Access-Control-Allow-Origin: null'],
    }),
    'another allowed origin': withHead({ lines: ['Access-Control-Allow-Origin: https://elsewhere.example'] }),
  }),
  ...faults('ready', 'ready', {
    'a content type ending in +json': withHead({ type: 'Application/Problem+JSON; charset=x' }),
    'an unknown content encoding': withHead({ lines: ['Content-Encoding: nothing'] }),
    'nonsense in every CORS header': withHead({
      lines: [
        'Access-Control-Allow-Methods: \t, ,',
        'Access-Control-Expose-Headers: *, Authorization',
        'Access-Control-Allow-Credentials: maybe',
        'Access-Control-Max-Age: -1e9',
        'Cross-Origin-Resource-Policy: nobody',
      ],
    }),
    'twenty cookies': withHead({
      lines: Array.from(
        { length: 20 },
        (_, at) => `Set-Cookie: c${at}=${'x'.repeat(200)}; SameSite=${at}; Domain=example`,
      ),
    }),
    'a refresh to another page': withHead({ lines: ['Refresh: 0; url=/landed', 'Location: /landed'] }),
    'a file to save': withHead({ lines: ['Content-Disposition: attachment; filename="../../slip.exe"'] }),
  }),
];
