import type { AppContext } from './app-context.js';
import { OutcomeUnknown, Unavailable } from './db/db.js';
import { ApiError } from './http/api-error.js';
import { merchantsOfToken } from './ledger/world.js';

// A request is authenticated before its route is known, and again by the operation.
const authenticated = new WeakMap<Request, Promise<readonly bigint[]>>();

/** The merchants a request's token gives access to (spec: Authentication, 1). Throws 401. */
export function authenticate(context: AppContext, request: Request): Promise<readonly bigint[]> {
  const merchants = authenticated.get(request) ?? findMerchants(context, request);
  authenticated.set(request, merchants);
  return merchants;
}

async function findMerchants({ db, tokens }: AppContext, request: Request): Promise<readonly bigint[]> {
  const token = request.headers.get('x-bh-token') ?? '';
  const own = tokens.get(token) ?? [];
  const added = token === '' ? [] : await merchantsOfToken(db, token).catch(nothingWasDone);
  const merchants = [...new Set([...own, ...added])];
  if (merchants.length === 0)
    throw new ApiError(401, 'The access token in X-BH-TOKEN is missing or invalid.');
  return merchants;
}

/** A statement that only reads has no unknown outcome, whatever the operation after it would have done. */
function nothingWasDone(error: unknown): never {
  throw error instanceof OutcomeUnknown ? new Unavailable(error) : error;
}
