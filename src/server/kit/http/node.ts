/** The part of a node:http request that is read. Requests of Express have it too. */
export interface NodeRequest {
  /** Default: GET. */
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
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

/** A request handler for node:http, Express and Fastify. */
export type NodeHandler<
  Req extends NodeRequest | FastifyRequest = NodeRequest | FastifyRequest,
  Res extends NodeResponse | FastifyReply = NodeResponse | FastifyReply,
> = (incoming: Req, outgoing: Res) => Promise<void>;

/**
 * Adapts a handler of web-standard requests, such as the kit, to node:http, Express and Fastify.
 *
 * The handler receives method, path, query and headers, but no body: the deposit endpoint reads only the
 * query. The URL always begins with `http://localhost`, because the caller chooses the `Host` header, so it
 * cannot be trusted. The context is `{req, res}`, the framework's own objects, so you can use `req.session`.
 * Never rejects: if the handler rejects, or its response cannot be sent, the response is a bare 500.
 */
export function toNodeHandler<
  Req extends NodeRequest | FastifyRequest = NodeRequest | FastifyRequest,
  Res extends NodeResponse | FastifyReply = NodeResponse | FastifyReply,
>(handler: (request: Request, context: NodeContext<Req, Res>) => Promise<Response>): NodeHandler<Req, Res> {
  return async (req, res) => {
    const request = toRequest('raw' in req ? req.raw : req);
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
function toRequest({ method = 'GET', url = '/', rawHeaders }: NodeRequest): Request | undefined {
  try {
    const headers = new Headers();
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]!;
      // Skips the pseudo-headers of HTTP/2, which stand for the request line.
      if (!name.startsWith(':')) headers.append(name, rawHeaders[at + 1]!);
    }
    return new Request(toUrl(url), { method, headers });
  } catch {
    return undefined;
  }
}

/** Treats `//elsewhere` and `http://elsewhere` as paths: a request target must not choose the host. */
function toUrl(target: string): URL {
  const at = target.indexOf('?');
  const url = new URL('http://localhost');
  url.pathname = at < 0 ? target : target.slice(0, at);
  url.search = at < 0 ? '' : target.slice(at);
  return url;
}
