import { readGrant, type Grant } from '../grant.js';
import type { Logger } from '../hooks.js';
import type { OneOrMore } from '../key-list.js';
import type { Rejection } from '../rejection.js';
import { createSessionReader, type SessionKey } from './session.js';

/** An authenticated caller. */
export interface Caller {
  readonly grant: Grant;
  /** When the grant was made, in milliseconds. */
  readonly grantedAt: number;
  /** The key the limiter counts by. */
  readonly limitKey: string;
}

/** How the merchant identifies payers: exactly one of `authorize` and `session` is defined. */
export interface AuthenticationSettings {
  readonly authorize: ((request: Request, context: unknown) => unknown) | undefined;
  readonly session: OneOrMore<SessionKey> | undefined;
  /** The key that the limiter counts by. */
  readonly key: ((request: Request, context: unknown) => unknown) | undefined;
  readonly logger: Logger;
}

/** Authenticates a request by its session or by the merchant's `authorize`. Never throws. */
export type Authenticate = (request: Request, frameworkContext: unknown) => Promise<Caller | Rejection>;

export function createAuthenticate(settings: AuthenticationSettings): Authenticate {
  const { session: key, authorize } = settings;
  const readSession = key === undefined ? undefined : createSessionReader(key);
  return async (request, frameworkContext) => {
    try {
      if (!readSession) {
        const authorized: unknown = await authorize?.(request, frameworkContext);
        return await callerOf(settings, { request, frameworkContext, authorized });
      }
      const session = await readSession(request);
      if (!session) return { rejected: 'unauthorized' };
      return { ...session, limitKey: visitKey(session.grant) };
    } catch (cause) {
      return { rejected: 'internal-error', cause };
    }
  };
}

interface AuthorizedRequest {
  readonly request: Request;
  readonly frameworkContext: unknown;
  /** The value that `authorize` returned. */
  readonly authorized: unknown;
}

async function callerOf(
  settings: AuthenticationSettings,
  { request, frameworkContext, authorized }: AuthorizedRequest,
): Promise<Caller | Rejection> {
  if (authorized === null || authorized === undefined) return { rejected: 'unauthorized' };
  const { grant, invalid } = readGrant(authorized);
  if (!grant) return { rejected: 'internal-error', cause: new Error(`The grant is invalid in: ${invalid}.`) };
  const key = await merchantKey(settings, request, frameworkContext);
  return { grant, grantedAt: Date.now(), limitKey: key === undefined ? visitKey(grant) : `key:${key}` };
}

/**
 * All sessions of a visit count together: otherwise a client could get more requests by getting more
 * sessions.
 */
function visitKey({ id, merchantId, depositAlias }: Grant): string {
  return `grant:${JSON.stringify([id, String(merchantId), depositAlias])}`;
}

/** The result of the merchant's `key` option. If it fails, the request is counted by its grant instead. */
async function merchantKey(
  { key, logger }: AuthenticationSettings,
  request: Request,
  frameworkContext: unknown,
): Promise<string | undefined> {
  try {
    const result: unknown = await key?.(request, frameworkContext);
    // An empty string, such as the value of an absent header, would count all callers together.
    if (result === undefined || result === '') return undefined;
    if (typeof result === 'string') return result;
  } catch {
    // Logged below.
  }
  logger.error(
    'The key option of the deposit kit returned no string: the request is counted by its grant id',
  );
  return undefined;
}
