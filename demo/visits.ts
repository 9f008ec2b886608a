import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Table } from './table.js';

const COOKIE = 'visit';

/** Identifies visitors: by a cookie, or by the session a script sends. */
export class Visits {
  /** The visit of each session. */
  readonly #sessions: Table<string>;

  constructor(sessions: Table<string>) {
    this.#sessions = sessions;
  }

  /**
   * The visit of a request, or undefined. A request with an unknown session has no visit, even if it has the
   * cookie.
   */
  of({ headers }: Request): string | undefined {
    const session = headers.get('authorization');
    if (session !== null) return this.#sessions.get(session.replace(/^Bearer /, ''));
    return visitIn(headers);
  }

  /** The visit of a request for a page; a new visitor gets a new visit and its cookie. */
  ensure(c: Context): string {
    const existing = visitIn(c.req.raw.headers);
    if (existing) return existing;
    const visit = randomUUID();
    setCookie(c, COOKIE, visit, { httpOnly: true, sameSite: 'Lax', path: '/' });
    return visit;
  }

  /** The request for a page, with the cookie that its visitor has from now on. */
  requestOf({ req: { raw } }: Context, visit: string): Request {
    const headers = new Headers(raw.headers);
    headers.set('cookie', `${COOKIE}=${visit}`);
    return new Request(raw.url, { method: raw.method, headers });
  }

  /** Creates a session for the visit of a request. It never equals the cookie, which scripts cannot read. */
  async sessionFor(request: Request): Promise<string | undefined> {
    const visit = this.of(request);
    if (!visit) return undefined;
    const session = randomUUID();
    await this.#sessions.set(session, visit);
    return session;
  }
}

/** The visit in the cookie of a request. Any other value is not a visit of the demo. */
function visitIn(headers: Headers): string | undefined {
  return /(?:^|;\s*)visit=([0-9a-f-]{36})(?:;|$)/.exec(headers.get('cookie') ?? '')?.[1];
}
