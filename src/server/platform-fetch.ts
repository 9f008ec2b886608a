/** The most content encodings of a response that Node decodes. */
const MAX_ENCODINGS = 5;

/** What handles the response of one request, as versions 6 and 7 of undici define it. */
interface Handler {
  onHeaders?(status: number, headers: readonly Uint8Array[], ...rest: readonly unknown[]): boolean;
}

interface Dispatcher {
  /** Of undici's mock, which Node's `fetch` asks for. */
  readonly isMockActive?: boolean | undefined;
  dispatch(options: object, handler: Handler): boolean;
}

/**
 * The platform's `fetch`, without a defect of the one in Node 20, 22 and 24. If a response has more than five
 * content encodings, that `fetch` rejects and keeps the stream of the body, to whose errors nobody listens:
 * an abort or the end of the connection then ends the process. Here, the body of such a response is not
 * decoded.
 */
export const platformFetch: typeof fetch = (input, init) => {
  const dispatcher = guardedDispatcher();
  // Looked up on each call, so that a `fetch` replaced later is used and keeps its `this`.
  return globalThis.fetch(input, dispatcher ? ({ ...init, dispatcher } as RequestInit) : init);
};

/** Node's own dispatcher or the one that the application set, with a guard; undefined on other platforms. */
function guardedDispatcher(): Dispatcher | undefined {
  // Node sets the dispatcher when it first needs one of these classes.
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

/** undici publishes a dispatcher for each version of the interface of its handlers. */
function dispatcherOf(version: 1 | 2): Dispatcher | undefined {
  return (globalThis as Record<symbol, Dispatcher | undefined>)[
    Symbol.for(`undici.globalDispatcher.${version}`)
  ];
}

/** A handler that does not see the encodings of a response if they are too many. */
function guardedHandler(handler: Handler): Handler {
  const onHeaders: Handler['onHeaders'] = function (this: Handler, status, headers, ...rest) {
    return handler.onHeaders!.call(this, status, withFewEncodings(headers), ...rest);
  };
  return Object.create(handler, { onHeaders: { value: onHeaders } }) as Handler;
}

/** Header fields without those of the encodings, if there are too many. Names and values alternate. */
function withFewEncodings(headers: readonly Uint8Array[]): readonly Uint8Array[] {
  const isEncoding = (_: unknown, index: number): boolean =>
    String(headers[index - (index % 2)]).toLowerCase() === 'content-encoding';
  const values = headers.filter((each, index) => index % 2 === 1 && isEncoding(each, index));
  const encodings = values.map(String).join().split(',');
  return encodings.length > MAX_ENCODINGS
    ? headers.filter((each, index) => !isEncoding(each, index))
    : headers;
}
