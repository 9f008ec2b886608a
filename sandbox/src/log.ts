import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { destination, pino, type Logger } from 'pino';
import { sqlState } from './db/db.js';
import { isInjected } from './http/injected.js';
import type { LogLevel } from './log-levels.js';

/**
 * Writes one JSON object per line to the standard error output, because the standard output is for the
 * greeting.
 */
export function createLogger(level: LogLevel): Logger {
  // Written synchronously, so that a killed process loses no line.
  return pino({ level, base: null, timestamp: isoTime }, destination({ dest: 2, sync: true }));
}

const isoTime = () => `,"time":"${new Date().toISOString()}"`;

/**
 * Writes failures that the caller did not cause, without values of requests: drivers add the parameters and
 * the row to an error, and some messages quote unreadable input.
 */
export function logFailures(logger: Logger): { error(error: Error): void } {
  // Not under the name `err`, which pino would serialize again.
  return { error: (error) => logger.error({ failure: describeFailure(error) }, 'failure') };
}

/** The members that locate a database error and never contain a value. */
const PLACES = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;

function describeFailure(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const places = PLACES.flatMap((name) => (name in error ? [[name, Reflect.get(error, name)]] : []));
  return {
    type: error.name,
    ...Object.fromEntries(places),
    ...(!mayQuote(error) && { message: error.message }),
    stack: framesOf(error),
    ...(error.cause !== undefined && { cause: describeFailure(error.cause) }),
  };
}

/**
 * Whether a message may quote a value: an error of a parser or a conversion, of class 22 (data), or raised by
 * PL/pgSQL.
 */
function mayQuote(error: Error): boolean {
  return (
    error instanceof SyntaxError || error instanceof RangeError || /^(?:22|P0)/.test(sqlState(error) ?? '')
  );
}

/** The lines of a stack below the message, which the stack repeats. */
function framesOf({ stack = '' }: Error): string {
  return (stack.match(/^ +at .*$/gm) ?? []).map((frame) => frame.trim()).join('\n');
}

/**
 * Writes one line per request, when its response or its connection has ended. It has no headers, query or
 * body, which contain tokens and account numbers; `requestId` is the `X-Request-Id` of the response.
 */
export function logRequests(logger: Logger): (listener: RequestListener) => RequestListener {
  return (listener) => (request, response) => {
    const started = performance.now();
    // The handler replaces it; without a value, Node would not keep it readable.
    response.setHeader('x-request-id', randomUUID());
    response.once('close', () => {
      const line = describeRequest(request, response, performance.now() - started);
      // A fault is intended, so its effect is not an error.
      if (isInjected(response)) logger.info({ ...line, fault: true }, 'request');
      else logger[line.status >= 500 ? 'error' : 'info'](line, 'request');
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
