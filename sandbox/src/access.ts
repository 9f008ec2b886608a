import type { AppContext } from './app-context.js';
import { nothingWasDone } from './db/db.js';
import { ApiError } from './http/api-error.js';
import { merchantsOfToken } from './ledger/setup.js';

/** The merchants that a caller has access to. */
export interface Access {
  includes(merchant: bigint): Promise<boolean>;
  all(): Promise<readonly bigint[]>;
}

/** Access to these merchants only. */
export function accessTo(merchants: readonly bigint[]): Access {
  return { includes: async (merchant) => merchants.includes(merchant), all: async () => merchants };
}

// A request is authenticated before its route is known, and again by the operation.
const authenticated = new WeakMap<Request, Promise<Access>>();

/** The access that a request's token gives (spec: Authentication, 1). Throws 401. */
export function authenticate(context: AppContext, request: Request): Promise<Access> {
  const access = authenticated.get(request) ?? findAccess(context, request);
  authenticated.set(request, access);
  return access;
}

/**
 * The merchants that were added to a token are looked up once, and only if needed: most requests name a
 * merchant that the process was started with.
 */
async function findAccess({ db, tokens }: AppContext, request: Request): Promise<Access> {
  const token = request.headers.get('x-bh-token') ?? '';
  const own = tokens.get(token) ?? [];
  let added: Promise<readonly bigint[]> | undefined;
  const all = async () => {
    added ??= token === '' ? Promise.resolve([]) : merchantsOfToken(db, token).catch(nothingWasDone);
    return [...new Set([...own, ...(await added)])];
  };
  if (own.length === 0 && (await all()).length === 0)
    throw new ApiError(401, 'The access token in X-BH-TOKEN is missing or invalid.');
  return { all, includes: async (merchant) => own.includes(merchant) || (await all()).includes(merchant) };
}
