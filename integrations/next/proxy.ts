import { NextResponse, type NextRequest } from 'next/server';

/**
 * Sends the policy. Next gives the nonce in it to its own scripts. `form-action` is `'self'` for the form
 * with the server action, which the browser itself sends until the page is hydrated.
 */
export function proxy(request: NextRequest) {
  const nonce = crypto.randomUUID();
  const policy =
    `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src 'self'; ` +
    `style-src 'self' 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; ` +
    "require-trusted-types-for 'script'; trusted-types lit-html default";
  const headers = new Headers(request.headers);
  headers.set('Content-Security-Policy', policy);
  headers.set('X-Nonce', nonce);
  headers.set('X-Method', request.method);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

export const config = { matcher: ['/', '/pay', '/order'] };
