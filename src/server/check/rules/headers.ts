/** Rules on response headers: caching, and which origins may read responses (CORS). */
import { quote } from '../../quote.js';
import { isSuccess, type Exchange } from '../exchange.js';
import { UNLISTED } from '../probes.js';
import {
  exchangesFor,
  checkEach,
  fail,
  NO_RESPONSE,
  ok,
  received,
  skipped,
  warning,
  type CheckContext,
  type Finding,
  type Rule,
} from '../rule.js';

/** Responses that a cache could store. OPTIONS is never cached (RFC 9110, 9.3.7). */
function cacheable(context: CheckContext): readonly Exchange[] {
  return received(context).filter(
    ({ probe: { verb, purpose } }) => verb !== 'OPTIONS' && verb !== 'HEAD' && purpose !== 'long-url',
  );
}

/** Whether a comma-separated header contains a value, in any case. */
function lists(header: string | null, value: string): boolean {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => part.trim() === value);
}

function noStoreIssue({ headers }: Exchange): string | undefined {
  const header = headers.get('cache-control');
  if (lists(header, 'no-store')) return undefined;
  return header === null ? 'Cache-Control is missing' : `Cache-Control is ${quote(header, 40)}`;
}

function allowedOrigin({ headers }: Exchange): string | null {
  return headers.get('access-control-allow-origin');
}

function allowsCookies({ headers }: Exchange): boolean {
  return lists(headers.get('access-control-allow-credentials'), 'true');
}

/** Whether a foreign page may read the response. */
function foreignOriginIssue(exchange: Exchange): string | undefined {
  const { origin = '' } = exchange.probe;
  if (!lists(allowedOrigin(exchange), origin)) return undefined;
  const isSimilar = origin !== 'null' && origin !== UNLISTED;
  const issue = isSimilar ? 'an origin similar to yours is allowed' : 'the origin is allowed';
  return allowsCookies(exchange) ? `${issue}, with cookies` : issue;
}

function checkWildcard(context: CheckContext): Finding {
  const exchanges = received(context);
  const open = exchanges.filter((exchange) => lists(allowedOrigin(exchange), '*'));
  if (exchanges.length === 0) return NO_RESPONSE;
  if (open.length === 0) return ok('no response allows every origin');
  return open.some(allowsCookies)
    ? fail('every origin is allowed, with cookies')
    : warning('every origin may read the responses');
}

/** Runs a check that needs a cross-origin page. */
function crossOrigin({ settings: { origin } }: CheckContext, check: (origin: string) => Finding): Finding {
  return origin === undefined ? skipped("no --origin was given, or it is the endpoint's own") : check(origin);
}

function allows(exchange: Exchange, origin: string): boolean {
  const value = allowedOrigin(exchange);
  return value === origin || value === '*';
}

function originIssue(allowed: string | null): string {
  if (allowed === null) return 'Access-Control-Allow-Origin is missing';
  return `Access-Control-Allow-Origin is ${quote(allowed, 40)}`;
}

function preflightIssue(exchange: Exchange, origin: string): string | undefined {
  if (!isSuccess(exchange)) return `status ${exchange.status}`;
  if (!allows(exchange, origin)) return 'the origin is not allowed';
  // `*` does not include authorization (Fetch standard, CORS non-wildcard request-header name).
  const isAllowed = lists(exchange.headers.get('access-control-allow-headers'), 'authorization');
  return isAllowed ? undefined : 'Access-Control-Allow-Headers does not list authorization';
}

export const HEADERS: readonly Rule[] = [
  {
    name: 'no-store',
    requirement: 'Successful responses have `Cache-Control: no-store`.',
    fix: 'Send Cache-Control: no-store with every response.',
    check: (context) =>
      checkEach(cacheable(context).filter(isSuccess), noStoreIssue, {
        success: 'no cache may store a slip',
      }),
  },
  {
    name: 'no-store-errors',
    requirement: 'Errors have `Cache-Control: no-store`.',
    fix: 'Set Cache-Control: no-store in one place for all responses, before anything can fail.',
    check: (context) =>
      checkEach(
        cacheable(context).filter(({ status }) => status >= 400),
        noStoreIssue,
        { success: 'no cache may store an error' },
      ),
  },
  {
    name: 'nosniff',
    requirement: 'Every response has `X-Content-Type-Options: nosniff`.',
    fix: 'Send X-Content-Type-Options: nosniff.',
    check: (context) =>
      checkEach(
        cacheable(context),
        ({ headers }) =>
          lists(headers.get('x-content-type-options'), 'nosniff') ? undefined : 'the header is missing',
        { success: 'every response has the header', result: 'warning' },
      ),
  },
  {
    name: 'referrer-policy',
    requirement: 'Every response has `Referrer-Policy: no-referrer`.',
    fix: 'Send Referrer-Policy: no-referrer.',
    check: (context) =>
      checkEach(
        cacheable(context),
        ({ headers }) =>
          lists(headers.get('referrer-policy'), 'no-referrer') ? undefined : 'the header is missing',
        { success: 'every response has the header', result: 'warning' },
      ),
  },
  {
    name: 'vary',
    requirement: 'Every response has `Vary: Origin`.',
    fix: 'Send Vary: Origin with every response, whatever its origin.',
    check: (context) => {
      const issueOf = ({ headers }: Exchange): string | undefined =>
        lists(headers.get('vary'), 'origin') || lists(headers.get('vary'), '*')
          ? undefined
          : 'the header is missing';
      // Without it, a cache could serve a response for one origin to another.
      const variesByOrigin = context.exchanges.some(
        (exchange) => ![null, '*'].includes(allowedOrigin(exchange)),
      );
      return checkEach(cacheable(context), issueOf, {
        success: 'every response has the header',
        result: variesByOrigin ? 'fail' : 'warning',
      });
    },
  },
  {
    name: 'cors-unlisted',
    requirement: 'Pages of unlisted origins cannot read the responses.',
    fix: 'Compare Origin with a list of exact strings. Never send it back unchecked.',
    check: (context) =>
      checkEach(exchangesFor(context, 'unlisted-origin', 'unlisted-preflight'), foreignOriginIssue, {
        success: 'unlisted origins are not allowed',
      }),
  },
  {
    name: 'cors-null',
    requirement: 'The origin `null` is not allowed.',
    fix: 'Never list null: every sandboxed frame has that origin.',
    check: (context) =>
      checkEach(exchangesFor(context, 'null-origin'), foreignOriginIssue, {
        success: 'the origin null is not allowed',
      }),
  },
  {
    name: 'cors-wildcard',
    requirement: 'No response allows every origin.',
    fix: 'List the origins of your own pages. Do not use a wildcard, least of all with credentials.',
    check: checkWildcard,
  },
  {
    name: 'cors-listed',
    requirement: 'The page of `--origin` can read every response.',
    fix: 'Send Access-Control-Allow-Origin with exactly that origin, once, on errors too.',
    see: 'docs/troubleshooting.md#cors',
    check: (context) =>
      crossOrigin(context, (origin) =>
        checkEach(
          cacheable(context).filter(
            ({ probe: { origin, verb } }) => origin === undefined && verb === undefined,
          ),
          (exchange) => (allows(exchange, origin) ? undefined : originIssue(allowedOrigin(exchange))),
          { success: 'the page can read every response' },
        ),
      ),
  },
  {
    name: 'cors-preflight',
    requirement: 'With a session, the preflight of `--origin` allows `authorization`.',
    fix: 'Respond to OPTIONS with 204, that origin, and Access-Control-Allow-Headers: authorization.',
    see: 'docs/troubleshooting.md#cors',
    check: (context) =>
      crossOrigin(context, (origin) =>
        checkEach(exchangesFor(context, 'preflight'), (exchange) => preflightIssue(exchange, origin), {
          success: 'the page may send the session',
        }),
      ),
  },
  {
    name: 'cors-expose',
    requirement: 'With a `--trust-key`, the page of `--origin` can read the signature.',
    fix: 'Send Access-Control-Expose-Headers: Deposit-Signature.',
    see: 'docs/troubleshooting.md#unsafe',
    check: (context) =>
      crossOrigin(context, () =>
        context.settings.trustKey === undefined
          ? skipped('no --trust-key was given')
          : checkEach(
              exchangesFor(context, 'list', 'slip', 'arrival').filter(isSuccess),
              ({ headers }) => {
                const header = headers.get('access-control-expose-headers');
                const isExposed = lists(header, 'deposit-signature') || lists(header, '*');
                return isExposed ? undefined : 'the signature is hidden';
              },
              { success: 'the page can read the signature' },
            ),
      ),
  },
];
