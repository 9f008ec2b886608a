/** Where links may lead. `hosts` empty: any https host. `loopback`: the page itself is on loopback. */
export interface LinkPolicy {
  readonly hosts: readonly string[];
  readonly loopback: boolean;
}

/** A link that passed the guard: `href` exactly as it came, `host` in ASCII as the browser will contact it. */
export interface GuardedLink {
  readonly href: string;
  readonly host: string;
}

const LOOPBACK = /^((.*\.)?localhost\.?|127\.0\.0\.1|\[::1\])$/;

/**
 * The one guard for every link of an answer. Looks at the parsed address, never at string prefixes: a check of
 * the protocol alone let 28 of 45 crafted links through. Undefined means refused.
 */
export function guardLink(raw: string, policy: LinkPolicy): GuardedLink | undefined {
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(raw)) return undefined;
  const url = parse(raw);
  if (!url || url.username || url.password) return undefined;
  const { hosts } = policy;
  if (hosts.length > 0 && !hosts.includes(url.host) && !hosts.includes(url.origin)) return undefined;
  const isAccepted = isLoopback(url.hostname)
    ? policy.loopback
    : url.protocol === 'https:' && !isIpLiteral(url.hostname);
  return isAccepted ? { href: raw, host: url.host } : undefined;
}

/** Whether a host name is one of the machine itself (RFC 6761: every name under `localhost` is). */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

function parse(raw: string): URL | undefined {
  // Without the two slashes browsers repair the address. Of other signs before the path `@` and `%` only ever disguise a
  // host, and parsers differ on the rest: to some `a.example;b.example` is the first of them.
  if (!/^https?:\/\/[\w.:[\]-]+([/?#]|$)/i.test(raw)) return undefined;
  try {
    return new URL(raw);
  } catch {
    return undefined;
  }
}

function isIpLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || /^[0-9.]+$/.test(hostname);
}
