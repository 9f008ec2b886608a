import { DeferredMap } from '../../browsers/deferred.js';
import type { Mount } from '../../browsers/mount.js';

/**
 * An endpoint that responds as its own address says: `?body=…&status=…&type=…&headers=…`, with `size` spaces
 * after the body. With `gate`, it waits for a request to `/scripted/open?gate=…`. `/scripted/log?log=…` lists
 * the requests of a log, and a POST to it sets the bodies from then on.
 */
const mount: Mount = () => {
  const gates = new DeferredMap();
  const logs = new Map<string, string[]>();
  const changed = new Map<string, string>();
  return {
    handle: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const [gate, log] = [searchParams.get('gate'), searchParams.get('log')];
      if (pathname === '/scripted/open') {
        gates.get(gate ?? '').resolve();
        return new Response(null, { status: 204 });
      }
      if (pathname === '/scripted/log') {
        if (request.method === 'POST') changed.set(log ?? '', await request.text());
        return Response.json(logs.get(log ?? '') ?? []);
      }
      if (pathname !== '/scripted') return undefined;
      if (log !== null) logs.set(log, [...(logs.get(log) ?? []), describeRequest(request, searchParams)]);
      if (gate !== null) await gates.get(gate).promise;
      const bodies = changed.get(log ?? '');
      if (bodies !== undefined) searchParams.set('bodyFor', bodies);
      return respond(request, searchParams);
    },
  };
};

/** The parameters that the element sent, without those of the script, and its session. */
function describeRequest({ headers }: Request, query: URLSearchParams): string {
  const sent = ['paymentId', 'fiat', 'amount', 'refresh', 'arrival', 'history', 'before']
    .filter((name) => query.has(name))
    .map((name) => `${name}=${query.get(name)}`);
  const session = headers.get('authorization');
  return [...sent, ...(session ? [session] : [])].join(' ');
}

function respond({ headers }: Request, query: URLSearchParams): Response {
  const session = query.get('session');
  const isAllowed = session === null || headers.get('authorization') === `Bearer ${session}`;
  const status = isAllowed ? Number(query.get('status') ?? 200) : 401;
  const type = { 'content-type': query.get('type') ?? 'application/json' };
  const more = JSON.parse(query.get('headers') ?? '{}') as Record<string, string>;
  return new Response(status === 204 ? null : bodyOf(query), { status, headers: { ...type, ...more } });
}

/**
 * The body that the script has for this kind of request (`arrival`, `history`, the cursor of a history, or a
 * payment id), or else the common body.
 */
function bodyOf(query: URLSearchParams): Uint8Array<ArrayBuffer> | string {
  const bytes = query.get('bytes');
  if (bytes !== null) return Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
  const bodies = JSON.parse(query.get('bodyFor') ?? '{}') as Record<string, unknown>;
  const other = query.has('history') ? (query.get('before') ?? 'history') : query.get('paymentId');
  const kind = query.has('arrival') ? 'arrival' : (other ?? '');
  const body = kind in bodies ? JSON.stringify(bodies[kind]) : (query.get('body') ?? '');
  return body + ' '.repeat(Number(query.get('size') ?? 0));
}

export default mount;
