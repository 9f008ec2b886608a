/** The maximum number of content encodings of a response that Node decodes. */
const MAX_ENCODINGS = 5;

/** The handler of one request's response, as versions 6 and 7 of undici define it. */
interface Handler {
  onHeaders?(status: number, headers: readonly Uint8Array[], ...rest: readonly unknown[]): boolean;
}

interface Dispatcher {
  /** Set by undici's mock, for which Node's `fetch` checks. */
  readonly isMockActive?: boolean | undefined;
  dispatch(options: object, handler: Handler): boolean;
}

/**
 * The platform's `fetch`, without a defect of the `fetch` in Node 20, 22 and 24. If a response has more than
 * five content encodings, that `fetch` rejects but keeps the stream of the body, whose errors nobody handles:
 * an abort or the end of the connection then ends the process. This function does not decode the body of such
 * a response.
 */
export const platformFetch: typeof fetch = (input, init) => {
  const dispatcher = guardedDispatcher();
  // Looked up on each call, so that a `fetch` that is replaced later is used and keeps its `this`.
  return globalThis.fetch(input, dispatcher ? ({ ...init, dispatcher } as RequestInit) : init);
};

/** Node's own dispatcher, or the one that the application set, with a guard; undefined on other platforms. */
function guardedDispatcher(): Dispatcher | undefined {
  // Node sets the dispatcher when one of these classes is first needed.
  const dispatcher = typeof Response === 'function' ? dispatcherOf(1) : undefined;
  if (!dispatcher) return undefined;
  return {
    isMockActive: dispatcher.isMockActive,
    dispatch: (options, handler) =>
      handler.onHeaders
        ? dispatcher.dispatch(options, guardedHandler(handler))
        : // A handler of version 8, which has no such defect.
          (dispatcherOf(2) ?? dispatcher).dispatch(options, handler),
  };
}

/** undici registers a dispatcher for each version of its handler interface. */
function dispatcherOf(version: 1 | 2): Dispatcher | undefined {
  return (globalThis as Record<symbol, Dispatcher | undefined>)[
    Symbol.for(`undici.globalDispatcher.${version}`)
  ];
}

/** Wraps a handler to hide the content encodings of a response if there are too many. */
function guardedHandler(handler: Handler): Handler {
  const onHeaders: Handler['onHeaders'] = function (this: Handler, status, headers, ...rest) {
    return handler.onHeaders!.call(this, status, withFewEncodings(headers), ...rest);
  };
  return Object.create(handler, { onHeaders: { value: onHeaders } }) as Handler;
}

/** Header fields without the content encodings, if there are too many. Names and values alternate. */
function withFewEncodings(headers: readonly Uint8Array[]): readonly Uint8Array[] {
  const isEncoding = (_: unknown, index: number): boolean =>
    String(headers[index - (index % 2)]).toLowerCase() === 'content-encoding';
  const values = headers.filter((each, index) => index % 2 === 1 && isEncoding(each, index));
  const encodings = values.map(String).join().split(',');
  return encodings.length > MAX_ENCODINGS
    ? headers.filter((each, index) => !isEncoding(each, index))
    : headers;
}
