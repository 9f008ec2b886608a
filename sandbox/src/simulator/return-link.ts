import { isLoopback } from 'deposit-slip/core';
import { hostOf } from '../http/hosts.js';

/** Maximum length: every link of a page repeats the URL, and a redirect sends it in a header. */
const MAX_LENGTH = 2048;

/**
 * The link back to the page a payer came from. Undefined unless it is an http or https URL on a loopback host
 * or one of `allowedHosts`: that is, on the payer's machine or on a host that the sandbox's operator allowed.
 * The page itself is also served at any IP address (hosts.ts), but a link to one could lead to a stranger's
 * server. The URL is parsed before it is judged, because browsers repair URLs that a comparison of texts
 * would accept.
 */
export function readReturn(raw: string, allowedHosts: readonly string[]): URL | undefined {
  if (raw.length > MAX_LENGTH) return undefined;
  if (!/^https?:\/\/[\w.:[\]-]+(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i.test(raw)) return undefined;
  const url = parse(raw);
  const host = url && hostOf(url.host);
  if (host === undefined) return undefined;
  return isLoopback(host) || allowedHosts.some((each) => hostOf(each) === host) ? url : undefined;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
