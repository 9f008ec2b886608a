/** The kits that test servers run in front of a sandbox. */
import { METHODS } from 'deposit-slip/core';
import { createDepositKit, type DepositKit, type DepositKitOptions, type Grant } from 'deposit-slip/kit';
import type { Sandbox } from 'deposit-slip-sandbox';

const VISIT = 'x-visit';
/** Signs arrival tokens. */
const SECRET = 'a secret for tests that is long enough for its algorithm';

/** A kit that gets its visits from `forVisit`. `changesOf` may change the grant of a visit. */
export function createTestKit(
  { url: baseUrl, token }: Sandbox,
  options: Partial<DepositKitOptions>,
  changesOf: (visit: string, request: Request) => Partial<Grant> | Promise<Partial<Grant>> = () => ({}),
): DepositKit {
  return createDepositKit({
    baseUrl,
    token,
    secret: SECRET,
    // The proofs send more requests per visit than the limiter allows.
    limiter: false,
    refreshes: 1000,
    authorize: async (request) => {
      const visit = visitOf(request);
      if (visit === '') return null;
      return { ...grantOf(visit), ...(await changesOf(visit, request)) };
    },
    ...options,
  });
}

/** The grant of a visit. */
function grantOf(visit: string): Grant {
  const methods = METHODS.map(({ id, fiat }) => ({ paymentId: id, fiat }));
  return { id: visit, merchantId: 1001, methods, ownAccount: true };
}

/**
 * The request of a visit. Tests name the visit in the path, and a header passes it to the kit; a shop uses a
 * cookie.
 */
export function forVisit(request: Request, visit: string): Request {
  const headers = new Headers(request.headers);
  headers.set(VISIT, visit);
  return new Request(request.url, { headers });
}

function visitOf({ headers }: Request): string {
  return headers.get(VISIT) ?? '';
}
