import { METHODS, type Method } from 'deposit-slip/core';
import type { Grant } from 'deposit-slip/kit';
import type { AccountParams, Accounts } from './accounts.js';
import { countryFor, type Order, type Orders } from './orders.js';
import type { Country } from './shop/countries.js';
import type { Visits } from './visits.js';
import { ONE_OF_EACH_RAIL } from './wallet/rails.js';
import { textsOf } from './wallet/texts/index.js';
import { walletOf, type Wallets } from './wallets.js';

/** The visitors, and everything that belongs to a visitor. */
export interface Owners {
  readonly visits: Visits;
  readonly orders: Orders;
  readonly accounts: Accounts;
  readonly wallets: Wallets;
}

/**
 * The grant of a request: the order of the shop, or the visitor's own wallet, with one method of every rail;
 * on the pages for testers, every known method and one that the element does not know. `ownAccount` lets the
 * demo detect deposits without a funding id. It is valid because every order and every wallet has its own
 * account.
 */
export async function grantOf(request: Request, { visits, orders, accounts }: Owners): Promise<Grant | null> {
  const visit = visits.of(request);
  if (visit === undefined) return null;
  const { pathname, searchParams } = new URL(request.url);
  const [page] = pathname.split('/').slice(1, -1);
  if (page === undefined) {
    const number = searchParams.get('order');
    return orderGrant(number === null ? orders.latest(visit) : orders.find(visit, number), accounts);
  }
  if (page === 'wallet') return walletGrant(request, visit, { orders, accounts });
  return {
    id: testerId(request, page, visit),
    merchantId: await accounts.of(`${page}-${visit}`, { name: 'Tienda Sol' }),
    methods: [...METHODS.map(offered), { paymentId: 135, fiat: 'ARS' }],
    ownAccount: true,
  };
}

/** A frame of the workbench is a separate payer, so that nothing of the previous frame remains. */
function testerId(request: Request, page: string, visit: string): string {
  const payer = /^[0-9a-z]{1,12}$/.exec(new URL(request.url).searchParams.get('payer') ?? '')?.[0];
  return [page, visit, ...(payer === undefined ? [] : [payer])].join('-');
}

async function walletGrant(
  request: Request,
  visit: string,
  { orders, accounts }: Pick<Owners, 'orders' | 'accounts'>,
): Promise<Grant> {
  return {
    id: walletOf(visit),
    merchantId: await accounts.of(...walletOwner(countryFor(request, orders.latest(visit)), visit)),
    methods: ONE_OF_EACH_RAIL.map(offered),
    ownAccount: true,
  };
}

/** Opens a visitor's wallet while its page loads. */
export function prepareWallet(country: Country, visit: string, accounts: Accounts): void {
  accounts.prepare(...walletOwner(country, visit));
}

/** The account of a visitor's wallet, named in the visitor's language. */
function walletOwner({ lang }: Country, visit: string): [owner: string, params: AccountParams] {
  return [walletOf(visit), { name: textsOf(lang).name }];
}

/** Opens the account of an order while its page loads. */
export function prepareOrder(order: Order, accounts: Accounts): void {
  accounts.prepare(...orderOwner(order));
}

function orderOwner({ id, country: { fiat } }: Order): [owner: string, params: AccountParams] {
  return [id, { name: 'Tienda Sol', fiat }];
}

async function orderGrant(order: Order | undefined, accounts: Accounts): Promise<Grant | null> {
  if (!order) return null;
  const { id, number, total, country } = order;
  const { fiat, paymentIds } = country;
  return {
    id,
    reference: number,
    merchantId: await accounts.of(...orderOwner(order)),
    methods: paymentIds.map((paymentId) => ({ paymentId, fiat })),
    amount: total,
    ownAccount: true,
  };
}

function offered({ id, fiat }: Method): Grant['methods'][number] {
  return { paymentId: id, fiat };
}
