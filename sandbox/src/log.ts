import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { destination, pino, type Logger } from 'pino';
import type { LogLevel } from './log-levels.js';

/** Writes one JSON object per line to the standard error output, so that the standard output stays the greeting's. */
export function createLogger(level: LogLevel): Logger {
  // Written at once: a process that is killed loses no line.
  return pino({ level, base: null, timestamp: isoTime }, destination({ dest: 2, sync: true }));
}

const isoTime = () => `,"time":"${new Date().toISOString()}"`;

/**
 * Writes one line per request, when its response or its connection has ended. It has no headers, query or body, which
 * contain tokens and account numbers; `requestId` is the `X-Request-Id` of the response.
 */
export function logRequests(logger: Logger): (listener: RequestListener) => RequestListener {
  return (listener) => (request, response) => {
    const started = performance.now();
    // Replaced by the handler's own; without a value, Node would not keep that one readable.
    response.setHeader('x-request-id', randomUUID());
    response.once('close', () => {
      const line = describeRequest(request, response, performance.now() - started);
      logger[line.status >= 500 ? 'error' : 'info'](line, 'request');
    });
    listener(request, response);
  };
}

function describeRequest(request: IncomingMessage, response: ServerResponse, milliseconds: number) {
  return {
    requestId: response.getHeader('x-request-id'),
    method: request.method,
    path: pathOf(request.url ?? ''),
    // Without headers, nothing was sent.
    status: response.headersSent ? response.statusCode : 0,
    ...(!response.writableFinished && { cut: true }),
    ms: Math.round(milliseconds * 10) / 10,
  };
}

/** The path of a target, without the query and without the secret of an agreement's page. */
function pathOf(target: string): string {
  return target.replace(/[?#][^]*$/, '').replace(/(\/sandbox\/agreement\/)[^/]+/, '$1[redacted]');
}
