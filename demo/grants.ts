import { METHODS, type Method } from 'deposit-slip/core';
import type { Grant } from 'deposit-slip/kit';
import type { Accounts } from './accounts.js';
import type { Orders } from './orders.js';
import type { Visits } from './visits.js';

/** What a grant is made from. */
export interface Owners {
  readonly visits: Visits;
  readonly orders: Orders;
  readonly accounts: Accounts;
}

/**
 * The grant of a request: the order of the shop, or the visitor's own wallet, with one method of every rail; on the pages for
 * testers every known method and one that the element does not know. `ownAccount` lets the demo detect deposits that have no
 * funding id. It holds, because every order and every wallet has an account of its own.
 */
export async function grantOf(request: Request, { visits, orders, accounts }: Owners): Promise<Grant | null> {
  const visit = visits.of(request);
  if (visit === undefined) return null;
  const [page] = new URL(request.url).pathname.split('/').slice(1, -1);
  if (page === undefined) return orderGrant(visit, orders, accounts);
  // A frame of the workbench is a payer of its own, so that nothing is kept of the frame before it.
  const payer = /^[0-9a-z]{1,12}$/.exec(new URL(request.url).searchParams.get('payer') ?? '')?.[0];
  const id = [page, visit, ...(payer === undefined ? [] : [payer])].join('-');
  const merchantId = await walletAccount(page, visit, accounts);
  const methods =
    page === 'wallet'
      ? ONE_OF_EACH_RAIL.map(offered)
      : [...METHODS.map(offered), { paymentId: 135, fiat: 'ARS' }];
  return { id, merchantId, methods, ownAccount: true };
}

/** The account of a visitor on a page: their wallet, or what they test with. */
export function walletAccount(page: string, visit: string, accounts: Accounts): Promise<number> {
  return accounts.of(`${page}-${visit}`, { name: page === 'wallet' ? 'Sol Wallet' : 'Tienda Sol' });
}

async function orderGrant(visit: string, orders: Orders, accounts: Accounts): Promise<Grant | null> {
  const order = orders.latest(visit);
  if (!order) return null;
  const { id, total, country } = order;
  const { fiat, paymentIds } = country;
  return {
    id,
    merchantId: await accounts.of(id, { name: 'Tienda Sol', fiat }),
    methods: paymentIds.map((paymentId) => ({ paymentId, fiat })),
    amount: total,
    ownAccount: true,
  };
}

const ONE_OF_EACH_RAIL: readonly Method[] = METHODS.filter(
  ({ slug }, at) => METHODS.findIndex((each) => each.slug === slug) === at,
);

function offered({ id, fiat }: Method): Grant['methods'][number] {
  return { paymentId: id, fiat };
}
