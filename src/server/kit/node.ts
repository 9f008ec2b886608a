/** A request of node:http, as far as it is read here: Express and Fastify give the same. */
export interface NodeRequest {
  /** GET where there is none. */
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  /** Names and values by turns, as they came. */
  readonly rawHeaders: readonly string[];
}

/** A response of node:http. */
export interface NodeResponse {
  /** Whether somebody has answered already. */
  readonly headersSent: boolean;
  /** Status and headers. */
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  /** The body, and the end. */
  end(body: Uint8Array): unknown;
}

/** What node:http, Express and Fastify call for a request. */
export type NodeHandler = (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void>;

/**
 * Mounts a handler of web-standard requests, such as the kit, on node:http and whatever is built on it. The handler gets
 * method, path, query and headers, and no body: the endpoint is asked by query alone. The request's host is no part of
 * it, since nobody may trust the one a caller names: its address begins with `http://localhost`. Never rejects; where the
 * handler does, or gives an answer that cannot be sent, that is 500 and no word of why.
 */
export function toNodeHandler(handler: (request: Request) => Promise<Response>): NodeHandler {
  return async (incoming, outgoing) => {
    const request = toRequest(incoming);
    const answer = request ? await answerOf(handler, request) : bare(400);
    try {
      send(outgoing, answer);
    } catch {
      // A header may hold signs that are none to node:http.
      send(outgoing, bare(500));
    }
  };
}

/** An answer read to its end, so that nothing of it can break off once it is being sent. */
interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Uint8Array;
}

function bare(status: number): Answer {
  return { status, headers: { 'Cache-Control': 'no-store' }, body: new Uint8Array() };
}

async function answerOf(handler: (request: Request) => Promise<Response>, request: Request): Promise<Answer> {
  try {
    const response = await handler(request);
    const { status, headers } = response;
    const body = new Uint8Array(await response.arrayBuffer());
    // Each cookie has a line of its own.
    const cookies = headers.getSetCookie();
    const lines = { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
    return { status, headers: lines, body };
  } catch {
    return bare(500);
  }
}

function send(outgoing: NodeResponse, { status, headers, body }: Answer): void {
  // Whoever mounted this has answered meanwhile: a time-out of theirs.
  if (outgoing.headersSent) return;
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

/** Undefined for what no web-standard request can say. */
function toRequest({ method = 'GET', url = '/', rawHeaders }: NodeRequest): Request | undefined {
  try {
    const headers = new Headers();
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]!;
      // Of HTTP/2, what the request line is in HTTP/1.
      if (!name.startsWith(':')) headers.append(name, rawHeaders[at + 1]!);
    }
    return new Request(addressOf(url), { method, headers });
  } catch {
    return undefined;
  }
}

/** `//elsewhere` and `http://elsewhere` are paths here: they must not name a host. */
function addressOf(target: string): URL {
  const at = target.indexOf('?');
  const address = new URL('http://localhost');
  address.pathname = at < 0 ? target : target.slice(0, at);
  address.search = at < 0 ? '' : target.slice(at);
  return address;
}
