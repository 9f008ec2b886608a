import type { PendingFundQuery } from 'deposit-slip/contract';
import { fromMinor, toMinor } from 'deposit-slip/core';
import { json } from '../http/answer.js';
import { Refusal, type RefusalStatus } from '../http/refusal.js';
import type { Issuance } from '../issuing/issuance.js';
import { depositTo } from '../ledger/deposits.js';
import type { Asked } from './operation.js';

type Ask = Asked<PendingFundQuery>;

/** What an amount does to operation 8, and to no other (sandbox.md, Magic amounts). */
interface Magic {
  /** Before anything is issued; a response takes the place of the answer. */
  before?(ask: Ask): Promise<Response | undefined>;
  /** Once it is issued. */
  after?(ask: Ask, issuance: Issuance): void;
}

const DELAY = 5000;

const refuse = (status: RefusalStatus, message: string, headers?: Record<string, string>): Magic => ({
  before: () => Promise.reject(new Refusal(status, message, headers)),
});

/** By amount in whole units of the currency. */
const MAGIC: ReadonlyMap<bigint, Magic> = new Map<bigint, Magic>([
  [9401n, refuse(401, 'The access token is not valid (magic amount 9401).')],
  [9403n, refuse(403, 'This is not allowed (magic amount 9403).')],
  [9404n, refuse(404, 'Nothing was found (magic amount 9404).')],
  [9429n, refuse(429, 'Too many requests (magic amount 9429).', { 'retry-after': '5' })],
  [9500n, refuse(500, 'The sandbox failed (magic amount 9500).')],
  [9408n, { before: never }],
  [9202n, { before: ({ world }) => new Promise((go) => world.later(DELAY, () => go(undefined))) }],
  [9299n, { before: async () => json({ code: 1299, msg: 'REFUSED', data: null }) }],
  [9422n, { before: async () => malformed() }],
  [9201n, { after: arriveLater }],
]);

/** What an amount does; nothing for most. It must be exact: 9401 and 9401.00 are, 9401.01 is not. */
export function magicOf(amount: string | undefined): Magic | undefined {
  const minor = amount === undefined ? undefined : toMinor(amount);
  return minor === undefined || minor % 100n !== 0n ? undefined : MAGIC.get(minor / 100n);
}

/** No answer, until the caller gives up. */
function never({ request }: Ask): Promise<Response> {
  return new Promise((_, giveUp) => {
    request.signal.addEventListener('abort', () => giveUp(new Refusal(500, 'The caller went away.')));
  });
}

function malformed(): Response {
  return new Response('{"code":200,"msg":"SUCCESS","data":{"fiat":', {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}

function arriveLater({ world, given }: Ask, { id }: Issuance): void {
  const amount = fromMinor(toMinor(given.amount!)!);
  const arrive = () => depositTo(world.db, id, { fiat: given.fiat, amount, senderName: 'Magic amount' });
  world.later(DELAY, () => void arrive().catch(console.error));
}
