import { DeferredMap } from '../../browsers/deferred.js';
import type { Mount } from '../../browsers/mount.js';

/**
 * An endpoint that answers as its own address says: `?body=…&status=…&type=…&headers=…`, where `body` may be `{n}` bytes
 * long by `size`. With `gate` it waits until `/scripted/open?gate=…` is called. What was asked is kept by `log`.
 */
const mount: Mount = () => {
  const gates = new DeferredMap();
  const logs = new Map<string, string[]>();
  return {
    handle: async (request) => {
      const url = new URL(request.url);
      const { searchParams } = url;
      if (url.pathname === '/scripted/open') {
        gates.get(searchParams.get('gate') ?? '').resolve();
        return new Response(null, { status: 204 });
      }
      if (url.pathname === '/scripted/log')
        return Response.json(logs.get(searchParams.get('log') ?? '') ?? []);
      if (url.pathname !== '/scripted') return undefined;
      const log = searchParams.get('log');
      if (log !== null) logs.set(log, [...(logs.get(log) ?? []), describeRequest(request, url)]);
      const gate = searchParams.get('gate');
      if (gate !== null) await gates.get(gate).promise;
      return answerOf(searchParams, request);
    },
  };
};

/** What an endpoint is told, without what the test told the endpoint. */
function describeRequest(request: Request, url: URL): string {
  const asked = ['paymentId', 'fiat', 'amount', 'refresh', 'arrival']
    .filter((name) => url.searchParams.has(name))
    .map((name) => `${name}=${url.searchParams.get(name)}`);
  const session = request.headers.get('authorization');
  return [...asked, ...(session ? [session] : [])].join(' ');
}

/** What is said to this question in particular: `arrival`, or `90` for a payment id; else what is said to all. */
function bodyOf(query: URLSearchParams): string {
  const particular = JSON.parse(query.get('particular') ?? '{}') as Record<string, unknown>;
  const topic = query.has('arrival') ? 'arrival' : (query.get('paymentId') ?? '');
  return topic in particular ? JSON.stringify(particular[topic]) : (query.get('body') ?? '');
}

function answerOf(query: URLSearchParams, request: Request): Response {
  const headers = new Headers({ 'content-type': query.get('type') ?? 'application/json' });
  for (const [name, value] of Object.entries(
    JSON.parse(query.get('headers') ?? '{}') as Record<string, string>,
  ))
    headers.set(name, value);
  const isAllowed =
    query.get('session') === null ||
    request.headers.get('authorization') === `Bearer ${query.get('session')}`;
  const status = isAllowed ? Number(query.get('status') ?? 200) : 401;
  const size = Number(query.get('size') ?? 0);
  const bytes = query.get('bytes');
  const body = bytes
    ? Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))
    : bodyOf(query) + ' '.repeat(size);
  return new Response(status === 204 ? null : body, { status, headers });
}

export default mount;
