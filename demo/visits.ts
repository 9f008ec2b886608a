import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

const COOKIE = 'visit';

/** Who is visiting: pages are known by a cookie, scripts that carry their own session by that. */
export class Visits {
  readonly #bySession = new Map<string, string>();

  /** The visit of a request; undefined for nobody's. A session that is not known is never made up for by a cookie. */
  of({ headers }: Request): string | undefined {
    const session = headers.get('authorization');
    if (session !== null) return this.#bySession.get(session.replace(/^Bearer /, ''));
    return /(?:^|;\s*)visit=([0-9a-f-]{36})(?:;|$)/.exec(headers.get('cookie') ?? '')?.[1];
  }

  /** Gives a visitor a cookie, once. */
  welcome(c: Context): void {
    if (!getCookie(c, COOKIE))
      setCookie(c, COOKIE, randomUUID(), { httpOnly: true, sameSite: 'Lax', path: '/' });
  }

  /** A session for the visit of a request, or undefined. Never the cookie itself, which no script may read. */
  sessionFor(request: Request): string | undefined {
    const visit = this.of(request);
    if (!visit) return undefined;
    const session = randomUUID();
    this.#bySession.set(session, visit);
    return session;
  }
}
