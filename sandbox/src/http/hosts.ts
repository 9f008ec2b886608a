import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from 'deposit-slip/core';
import { ApiError, errorBody } from './api-error.js';

// No user name and no escapes, because parsers disagree about the host of such a text.
const AUTHORITY = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::[0-9]{1,5})?$/i;

/**
 * The host of `name.example:80`: in lower case, without port and trailing dot. Undefined if it is malformed.
 */
export function hostOf(authority: string): string | undefined {
  if (!AUTHORITY.test(authority)) return undefined;
  try {
    return new URL(`http://${authority}`).hostname.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}

/** Whether only this machine can reach a host that is listened on. */
export function isLoopbackHost(host: string): boolean {
  return isLoopback(authorityOf(host));
}

/** A host name or an address as it is written in a URL: an IPv6 address in brackets. */
export function authorityOf(host: string): string {
  // Not with isIPv6 of Node, whose regular expression takes 12 ms of a start. Only these addresses have a
  // colon.
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Serves only requests for an IP address, a loopback name or one of `allowedHosts`, with or without a port. A
 * page on another site can point its own name to this machine (DNS rebinding), and the browser then sends
 * that name as the host. Such requests get a 403, not a 421, after which a client may retry on another
 * connection. An address cannot be pointed elsewhere: a browser that sends one connected to it, and its page
 * is of another origin.
 * @throws {RangeError} An allowed host is not a host name or an address.
 */
export function serveHosts(allowedHosts: readonly string[], serve: RequestListener): RequestListener {
  const allowed = new Set(allowedHosts.map(readHost));
  return (request, response) => {
    const error = reasonToRefuse(request, allowed);
    if (error) refuse(response, error);
    else serve(request, response);
  };
}

function readHost(text: string): string {
  const host = hostOf(text);
  if (host === undefined) throw new RangeError(`An allowed host must be a host name: ${text}`);
  return host;
}

function reasonToRefuse(request: IncomingMessage, allowed: ReadonlySet<string>): ApiError | undefined {
  const hosts = authoritiesOf(request).map(hostOf);
  if (hosts.length === 0 || hosts.includes(undefined))
    return new ApiError(400, 'The request must have one valid Host header and a valid target.');
  if (hosts.every((host) => host !== undefined && (isAddress(host) || isLoopback(host) || allowed.has(host))))
    return undefined;
  return new ApiError(403, 'This host is not allowed. To allow it, start the server with --allow-host NAME.');
}

/** Whether a host is an IP address; one of version 6 is in brackets. */
function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}

/**
 * The authority of the Host header, from which the application builds its URLs, and that of the target if it
 * is an absolute URL. Empty if there is not one Host.
 */
function authoritiesOf({ headers, headersDistinct, url = '' }: IncomingMessage): readonly string[] {
  const { host } = headers;
  // Of several, Node keeps the first.
  if (host === undefined || (headersDistinct['host'] ?? []).length > 1) return [];
  if (url.startsWith('/')) return [host];
  return [host, /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''];
}

/** Responds outside the application, which would build the request's URL from its host. */
function refuse(response: ServerResponse, error: ApiError): void {
  const body = errorBody(error);
  response.writeHead(error.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': randomUUID(),
    // The body of the request stays unread.
    connection: 'close',
  });
  response.end(body);
}
