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
  warning,
  type CheckContext,
  type Finding,
  type Rule,
} from '../rule.js';

/** Responses that a cache could store. OPTIONS is never cached (RFC 9110, 9.3.7). */
function cacheable(context: CheckContext): readonly Exchange[] {
  return received(context).filter(({ probe: { verb } }) => verb !== 'OPTIONS');
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
];
