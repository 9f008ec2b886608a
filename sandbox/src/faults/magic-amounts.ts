import type { Effects, Fault } from './fault.js';

const DELAY_MS = 5000;

const EFFECTS: Readonly<Record<string, Effects>> = {
  9401: { status: 401, msg: 'The access token is invalid (magic amount 9401).' },
  9403: { status: 403, msg: 'Access is denied (magic amount 9403).' },
  9404: { status: 404, msg: 'The resource was not found (magic amount 9404).' },
  9429: { status: 429, msg: 'Too many requests (magic amount 9429).', retryAfter: 5 },
  9500: { status: 500, msg: 'The sandbox failed (magic amount 9500).' },
  9408: { delay: 'forever' },
  9202: { delay: DELAY_MS },
  9299: { status: 200, code: 1299, msg: 'REFUSED' },
  9422: { status: 200, body: '{"code":200,"msg":"SUCCESS","data":{"fiat":' },
  9201: { depositAfter: DELAY_MS },
};

/** The faults that are always active: exact amounts of operation 8 (sandbox/README.md, Magic amounts). */
export const MAGIC_AMOUNTS: readonly Fault[] = Object.entries(EFFECTS).map(([amount, effects]) => ({
  route: 'pending-fund',
  match: { amount },
  ...effects,
}));
