import { STATUS_CODES, type ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { isInjected, markInjected } from './injected.js';
import { bodyText, rememberText } from './response.js';

/**
 * The point at which the connection of a response ends: before its first byte, within its headers, or within
 * its body.
 */
export type CutPoint = 'start' | 'headers' | 'body';

const cuts = new WeakMap<Response, CutPoint>();

/** The point at which a response is cut; undefined if it is sent completely. */
export function cutPointOf(response: Response): CutPoint | undefined {
  return cuts.get(response);
}

/**
 * A response whose connection ends at `point`. Without a connection, as in `app.fetch(request)`, reading its
 * body fails there.
 */
export function cutResponse({ status, headers }: Response, text: string, point: CutPoint): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (point === 'body') controller.enqueue(halfOf(text));
    },
    pull: (controller) => controller.error(new Error('The connection was cut.')),
  });
  const response = new Response(body, { status, headers });
  cuts.set(response, point);
  return rememberText(response, text);
}

/** A handler of requests for `getRequestListener`, which ends the connections of responses that are cut. */
export function withCuts(fetch: (request: Request, env: object) => Response | Promise<Response>) {
  return async (request: Request, env: { readonly outgoing?: unknown }): Promise<Response> => {
    const response = await fetch(request, env);
    // The log knows only Node's response.
    if (isInjected(request) && env.outgoing) markInjected(env.outgoing);
    const point = cutPointOf(response);
    if (point === undefined) return response;
    sendUntil(point, response, await bodyText(response), env.outgoing as ServerResponse);
    return RESPONSE_ALREADY_SENT;
  };
}

function sendUntil(point: CutPoint, response: Response, text: string, outgoing: ServerResponse): void {
  const { status, headers } = response;
  const { socket } = outgoing;
  if (point === 'start' || !socket) {
    outgoing.destroy();
    return;
  }
  if (point === 'headers') socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-ty`);
  else {
    // The whole length is announced, so that the client knows that the body is not complete.
    const length = Math.max(Buffer.byteLength(text), 1);
    outgoing.writeHead(status, { ...Object.fromEntries(headers), 'content-length': length });
    outgoing.write(halfOf(text));
  }
  // Ends the connection once everything is written.
  socket.destroySoon();
}

function halfOf(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return bytes.subarray(0, Math.floor(bytes.byteLength / 2));
}
