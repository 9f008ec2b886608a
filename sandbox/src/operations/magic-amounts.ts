import type { PendingFundQuery } from 'deposit-slip/contract';
import { fromMinor, toMinor } from 'deposit-slip/core';
import { ApiError, type ApiErrorStatus } from '../http/api-error.js';
import { json } from '../http/response.js';
import type { Issuance } from '../issuing/issuance.js';
import { depositTo } from '../ledger/deposits.js';
import type { OperationInput } from './operation.js';

type Input = OperationInput<PendingFundQuery>;

/** The effect of an amount on the pending-fund query (sandbox/README.md, Magic amounts). Other operations ignore it. */
interface MagicAmount {
  /** Runs before any details are issued. A response it resolves with is sent instead of the details. */
  before?(input: Input): Promise<Response | undefined>;
  /** Runs once the details are issued. */
  after?(input: Input, issuance: Issuance): void;
}

const DELAY_MS = 5000;

const failWith = (
  status: ApiErrorStatus,
  message: string,
  headers?: Record<string, string>,
): MagicAmount => ({
  before: () => Promise.reject(new ApiError(status, message, headers)),
});

/** The magic amounts, in whole units of the currency. */
const MAGIC_AMOUNTS: ReadonlyMap<bigint, MagicAmount> = new Map<bigint, MagicAmount>([
  [9401n, failWith(401, 'The access token is invalid (magic amount 9401).')],
  [9403n, failWith(403, 'Access is denied (magic amount 9403).')],
  [9404n, failWith(404, 'The resource was not found (magic amount 9404).')],
  [9429n, failWith(429, 'Too many requests (magic amount 9429).', { 'retry-after': '5' })],
  [9500n, failWith(500, 'The sandbox failed (magic amount 9500).')],
  [9408n, { before: neverRespond }],
  [9202n, { before: ({ context }) => new Promise((go) => context.later(DELAY_MS, () => go(undefined))) }],
  [9299n, { before: async () => json({ code: 1299, msg: 'REFUSED', data: null }) }],
  [9422n, { before: async () => truncatedResponse() }],
  [9201n, { after: depositLater }],
]);

/** The effect of an amount, if it has one. Only the exact amount does: 9401 and 9401.00, but not 9401.01. */
export function magicAmountOf(amount: string | undefined): MagicAmount | undefined {
  const minor = amount === undefined ? undefined : toMinor(amount);
  return minor === undefined || minor % 100n !== 0n ? undefined : MAGIC_AMOUNTS.get(minor / 100n);
}

/** Never resolves; rejects when the client disconnects. */
function neverRespond({ request }: Input): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(new ApiError(500, 'The client disconnected.')));
  });
}

function truncatedResponse(): Response {
  return new Response('{"code":200,"msg":"SUCCESS","data":{"fiat":', {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}

function depositLater({ context, params }: Input, { id }: Issuance): void {
  const amount = fromMinor(toMinor(params.amount!)!);
  const deposit = { fiat: params.fiat, amount, senderName: 'Magic amount' };
  context.later(DELAY_MS, () => void depositTo(context.db, id, deposit).catch(console.error));
}
