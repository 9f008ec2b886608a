import type { Socket } from 'node:net';
import type { ProblemKind } from '../../src/core/problem.js';
import type { Engine } from '../browsers/find.js';

/** The outcome of a request: a slip, or a problem. */
export type Ending = 'ready' | ProblemKind;

/** The connection a fault is injected into, and the response it replaces. */
export interface Wire {
  readonly socket: Socket;
  /** The whole body of the back end's response. */
  readonly good: string;
  /** Path and query of the request. */
  readonly path: string;
  /** The origin of the same server under another host name. */
  readonly elsewhere: string;
}

/** Sends the faulty response to one request. */
export type Play = (wire: Wire) => void;

/** A network fault, and the outcome of it for each of the two readers of a response. */
export interface Fault {
  readonly name: string;
  /** What the element shows, with exceptions for engines whose network stack differs. */
  readonly element: Ending | ({ readonly else: Ending } & Partial<Readonly<Record<Engine, Ending>>>);
  /** The kit's response to the element: several if versions of Node differ. */
  readonly kit: Ending | readonly Ending[];
  /** Undefined if nothing listens on the port. */
  readonly play?: Play;
}

/**
 * How long a client waits behind a fault, in milliseconds: `short` only if nothing but the time-out ends the
 * request.
 */
export function timeoutFor({ kit }: Fault, short: number): number {
  return kit === 'timeout' ? short : 8_000;
}

/** Faults by name that have the same outcome. */
export function faults(
  element: Fault['element'],
  kit: Fault['kit'],
  plays: Readonly<Record<string, Play | 'nothing listens'>>,
): Fault[] {
  return Object.entries(plays).map(([name, play]) => ({
    name,
    element,
    kit,
    ...(play !== 'nothing listens' && { play }),
  }));
}

export type Text = string | Buffer;

/** Bytes to send, which may depend on the response they replace. */
export type Bytes = Text | ((wire: Wire) => Text);

const end = (socket: Socket): void => void socket.end();
export const reset = (socket: Socket): void => void socket.resetAndDestroy();
export const hang = (): void => undefined;

function textOf(bytes: Bytes, wire: Wire): Text {
  return typeof bytes === 'function' ? bytes(wire) : bytes;
}

/** Sends bytes, and then ends or resets the connection, or leaves it open. */
export function send(bytes: Bytes, then: (socket: Socket) => void = end): Play {
  return (wire) => void wire.socket.write(textOf(bytes, wire), () => then(wire.socket));
}

/** Sends `start`, then `rest` at one byte a second. */
export function drip(start: Bytes, rest: Bytes): Play {
  return (wire) => {
    const bytes = Buffer.from(textOf(rest, wire));
    let at = 0;
    wire.socket.write(textOf(start, wire));
    const timer = setInterval(() => wire.socket.write(bytes.subarray(at, ++at)), 1_000).unref();
    wire.socket.once('close', () => clearInterval(timer));
  };
}

/**
 * Sends `start`, then `piece` every ten milliseconds, up to `size` bytes in all and as long as the other side
 * reads.
 */
export function flood(start: Bytes, piece: Buffer, size: number): Play {
  return (wire) => {
    const { socket } = wire;
    let left = size;
    socket.write(textOf(start, wire));
    const timer = setInterval(() => {
      if (left <= 0) socket.end();
      else if (!socket.writableNeedDrain) {
        left -= piece.length;
        socket.write(piece);
      }
    }, 10).unref();
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

/** Status line and headers. Allows any origin unless `lines` has an Access-Control-Allow-Origin. */
export function head({
  status = 200,
  version = 'HTTP/1.1',
  type = 'application/json',
  length = null,
  lines = [],
}: Head = {}): string {
  const hasOrigin = lines.some((line) => /^access-control-allow-origin/i.test(line));
  return [
    `${version} ${status} ${status === 200 ? 'OK' : 'Fault'}`,
    'Connection: close',
    ...(hasOrigin ? [] : ['Access-Control-Allow-Origin: *']),
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...lines,
    '\r\n',
  ].join('\r\n');
}

/** A complete, well-formed HTTP response with this body; by default the good body. */
export function answer(body: Bytes = ({ good }) => good, options: Head = {}): (wire: Wire) => Buffer {
  return (wire) => {
    const bytes = Buffer.from(textOf(body, wire));
    return Buffer.concat([Buffer.from(head({ length: bytes.length, ...options })), bytes]);
  };
}

/** The good response with another head. */
export function withHead(options: Head): Play {
  return send(answer(undefined, options));
}

/** One chunk of the chunked transfer coding. */
export function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
