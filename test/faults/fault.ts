import type { Socket } from 'node:net';
import type { ProblemKind } from '../../src/core/problem.js';
import type { Engine } from '../browsers/find.js';

/** How asking ends: with the slip, or in a problem. */
export type Ending = 'ready' | ProblemKind;

/** What a fault has in hand: the connection, and what would have been said on it. */
export interface Wire {
  readonly socket: Socket;
  /** The body the back end answered with, whole. */
  readonly good: string;
  /** Path and query of the question. */
  readonly path: string;
  /** The same listener under another name: another origin. */
  readonly elsewhere: string;
}

/** Answers one request in a way no honest server would, byte by byte. */
export type Play = (wire: Wire) => void;

/** One thing that goes wrong on the way, and what each of our two readers makes of it. */
export interface Fault {
  readonly name: string;
  /** What the element shows; where an engine's own network stack sees it otherwise, that engine by name. */
  readonly element: Ending | ({ readonly else: Ending } & Partial<Readonly<Record<Engine, Ending>>>);
  /** What the kit's answer is to the element. Several: versions of Node see it differently. */
  readonly kit: Ending | readonly Ending[];
  /** Absent: nobody listens. */
  readonly play?: Play;
}

/** A line of the table: name, element, kit, what happens. */
export type Line = readonly [
  name: string,
  element: Fault['element'],
  kit: Fault['kit'],
  play: Play | 'nobody listens',
];

export function faultOf([name, element, kit, play]: Line): Fault {
  return { name, element, kit, ...(play !== 'nobody listens' && { play }) };
}

export type Text = string | Buffer;

/** Bytes to say, of the good body or of the whole wire. */
export type Said = Text | ((wire: Wire) => Text);

export const end = (socket: Socket): void => void socket.end();
export const reset = (socket: Socket): void => void socket.resetAndDestroy();
export const hang = (): void => undefined;

function textOf(said: Said, wire: Wire): Text {
  return typeof said === 'function' ? said(wire) : said;
}

/** Says it, and then ends, resets or hangs. */
export function say(said: Said, then: (socket: Socket) => void = end): Play {
  return (wire) => void wire.socket.write(textOf(said, wire), () => then(wire.socket));
}

/** Says it at one byte a second. */
export function drip(start: Said, rest: Said): Play {
  return (wire) => {
    const bytes = Buffer.from(textOf(rest, wire));
    let at = 0;
    wire.socket.write(textOf(start, wire));
    const timer = setInterval(() => wire.socket.write(bytes.subarray(at, ++at)), 1_000).unref();
    wire.socket.once('close', () => clearInterval(timer));
  };
}

/** Says it over and over, a piece a millisecond, until so many bytes are said or nobody reads any more. */
export function pour(start: Said, piece: Buffer, bytes: number): Play {
  return (wire) => {
    const { socket } = wire;
    let left = bytes;
    socket.write(textOf(start, wire));
    const timer = setInterval(() => {
      if (left <= 0) socket.end();
      else if (!socket.writableNeedDrain) {
        left -= piece.length;
        socket.write(piece);
      }
    }, 1).unref();
    socket.once('close', () => clearInterval(timer));
  };
}

export interface Head {
  readonly status?: number | string;
  readonly version?: string;
  /** Content-Type; null for none. */
  readonly type?: string | null;
  /** Content-Length; null for none. */
  readonly length?: number | string | null;
  readonly lines?: readonly string[];
}

/** Status line and headers. Any origin may read them, unless `lines` say otherwise. */
export function head({
  status = 200,
  version = 'HTTP/1.1',
  type = 'application/json',
  length = null,
  lines = [],
}: Head = {}): string {
  const isOpen = lines.some((line) => /^access-control-allow-origin/i.test(line));
  return [
    `${version} ${status} ${status === 200 ? 'OK' : 'Fault'}`,
    'Connection: close',
    ...(isOpen ? [] : ['Access-Control-Allow-Origin: *']),
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...lines,
    '\r\n',
  ].join('\r\n');
}

/** A whole answer, well-formed as HTTP, of this body; the good one unless told. */
export function answer(body: Said = ({ good }) => good, given: Head = {}): Said {
  return (wire) => {
    const bytes = Buffer.from(textOf(body, wire));
    return Buffer.concat([Buffer.from(head({ length: bytes.length, ...given })), bytes]);
  };
}

/** One chunk of chunked coding. */
export function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
