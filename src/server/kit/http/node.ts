/**
 * The part of a node:http request that is read. Requests of HTTP/2, Express, Next (`pages/api`) and Lambda
 * adapters have it too.
 */
export interface NodeRequest {
  /** Default: GET. */
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  /** Names in lower case, each with its value or values. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Every value that was received. HTTP/2 does not have it. */
  readonly headersDistinct?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
}

/** The part of a node:http response that is used. */
export interface NodeResponse {
  /** Whether a response was already sent. */
  readonly headersSent: boolean;
  /** Sends status and headers. */
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  /** Sends the body and ends the response. */
  end(body: Uint8Array): unknown;
}

/** The part of a Fastify request that is read. */
export interface FastifyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: NodeRequest['headers'];
  readonly raw: NodeRequest;
}

/**
 * The part of a Fastify reply that is used. Sending through it lets Fastify's hooks set cookies and headers.
 */
export interface FastifyReply {
  readonly raw: NodeResponse;
  /** Sets the status. */
  code(status: number): unknown;
  /** Sets headers. */
  headers(headers: Record<string, string | string[]>): unknown;
  /** Sends the body. The result resolves when the response has been sent. */
  send(body?: Uint8Array): unknown;
}

/**
 * The context `toNodeHandler` passes to the kit with each request, for `authorize`: the framework's own
 * request and response.
 */
export interface NodeContext<
  Req extends NodeRequest | FastifyRequest = NodeRequest | FastifyRequest,
  Res extends NodeResponse | FastifyReply = NodeResponse | FastifyReply,
> {
  readonly req: Req;
  readonly res: Res;
}

/** A request handler for Fastify, and for everything whose requests are like those of node:http. */
export type NodeHandler<
  Req extends NodeRequest | FastifyRequest = NodeRequest | FastifyRequest,
  Res extends NodeResponse | FastifyReply = NodeResponse | FastifyReply,
> = (incoming: Req, outgoing: Res) => Promise<void>;

/**
 * Adapts a handler of web-standard requests, such as the kit, to node:http, HTTP/2, Express, Fastify, routes
 * of Next's `pages/api`, and Lambda adapters that imitate node:http.
 *
 * The handler receives the request as your middleware left it: `req.method`, path and query of `req.url`, and
 * `req.headers`. It never receives what the client sent if middleware changed or deleted that (`originalUrl`,
 * `rawHeaders`), nor what is derived from the request or its connection (`req.query`, `req.ip`). It receives
 * no body, parsed or not: the deposit endpoint reads only the query. The URL always begins with
 * `http://localhost`, because the caller chooses the `Host` header, so it cannot be trusted. The context is
 * `{req, res}`, the framework's own objects, so you can use `req.session`.
 *
 * Never rejects. If the handler rejects, or its response cannot be sent, the response is a bare 500. If no
 * `Request` can have the method or a header, such as one beyond Latin-1, it is a bare 400.
 */
export function toNodeHandler<
  Req extends NodeRequest | FastifyRequest = NodeRequest | FastifyRequest,
  Res extends NodeResponse | FastifyReply = NodeResponse | FastifyReply,
>(handler: (request: Request, context: NodeContext<Req, Res>) => Promise<Response>): NodeHandler<Req, Res> {
  return async (req, res) => {
    const request = toRequest(req);
    const response = request
      ? await bufferedResponse(() => handler(request, { req, res }))
      : emptyResponse(400);
    try {
      await send(res, response);
    } catch {
      // node:http refuses some header values that `Headers` accepts.
      await send(res, emptyResponse(500));
    }
  };
}

/** A response whose body was read completely, so that an error in the body cannot interrupt sending it. */
interface BufferedResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Uint8Array;
}

function emptyResponse(status: number): BufferedResponse {
  return { status, headers: { 'Cache-Control': 'no-store' }, body: new Uint8Array() };
}

async function bufferedResponse(respond: () => Promise<Response>): Promise<BufferedResponse> {
  try {
    const response = await respond();
    const { status, headers } = response;
    const body = new Uint8Array(await response.arrayBuffer());
    // Each cookie needs a header line of its own.
    const cookies = headers.getSetCookie();
    const headerLines = {
      ...Object.fromEntries(headers),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    };
    return { status, headers: headerLines, body };
  } catch {
    return emptyResponse(500);
  }
}

async function send(
  res: NodeResponse | FastifyReply,
  { status, headers, body }: BufferedResponse,
): Promise<void> {
  const raw = 'raw' in res ? res.raw : res;
  // The server may already have responded, for example with a time-out.
  if (raw.headersSent) return;
  if ('raw' in res) {
    res.code(status);
    res.headers(headers);
    // Fastify would give an empty body a content type.
    await res.send(body.length > 0 ? body : undefined);
  } else {
    res.writeHead(status, headers);
    res.end(body);
  }
}

/** The web-standard request; undefined if it cannot be represented, such as TRACE. */
function toRequest(req: NodeRequest | FastifyRequest): Request | undefined {
  try {
    const { method = 'GET', url = '/' } = req;
    return new Request(toUrl(url), { method, headers: toHeaders(req) });
  } catch {
    return undefined;
  }
}

/** The headers as middleware left them: `rawHeaders` still has the ones that it deleted. */
function toHeaders(req: NodeRequest | FastifyRequest): Headers {
  const { headersDistinct } = 'raw' in req ? req.raw : req;
  // Own members only: a polluted prototype adds no header.
  const fields = new Map(Object.entries(req.headers));
  // The host of HTTP/2 (RFC 9113, 8.3.1).
  if (!fields.has('host')) fields.set('host', fields.get(':authority'));
  const headers = new Headers();
  for (const [name, value] of fields) {
    // Skips the pseudo-headers of HTTP/2, which stand for the request line.
    if (name.startsWith(':')) continue;
    for (const each of valuesOf(name, value, headersDistinct)) headers.append(name, each);
  }
  return headers;
}

/** Headers that identify the payer or the page, and of which Node keeps the first value. */
const FIRST_VALUE_ONLY: readonly string[] = ['authorization', 'host'];

/**
 * The values of a header. Of a repeated `Authorization` or `Host`, all count unless middleware changed it:
 * another server may have read another one than Node. Middleware may set a header to anything; only texts and
 * numbers are values, so that no two payers are both `[object Object]`.
 */
function valuesOf(
  name: string,
  value: unknown,
  distinct: NodeRequest['headersDistinct'] = {},
): readonly string[] {
  if (FIRST_VALUE_ONLY.includes(name) && Object.hasOwn(distinct, name)) {
    const received = distinct[name] ?? [];
    if (received[0] === value) return received;
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === 'string' || typeof each === 'number').map(String);
}

/** Treats `//elsewhere` and `http://elsewhere` as paths: a request target must not choose the host. */
function toUrl(target: string): URL {
  const at = target.indexOf('?');
  const url = new URL('http://localhost');
  url.pathname = at < 0 ? target : target.slice(0, at);
  url.search = at < 0 ? '' : target.slice(at);
  return url;
}
