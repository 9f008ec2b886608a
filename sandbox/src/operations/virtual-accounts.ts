import {
  VIRTUAL_ACCOUNT_FIATS,
  VIRTUAL_ACCOUNTS_PATH,
  virtualAccountsQuery,
  type VirtualAccountsQuery,
} from 'deposit-slip/contract';
import type { Method } from 'deposit-slip/core';
import { Refusal } from '../http/refusal.js';
import { withAddress } from '../issuing/index.js';
import { issue } from '../issuing/issuance.js';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import { readVirtualAccounts, type VirtualAccount } from '../ledger/accounts.js';
import type { Merchant } from '../ledger/merchants.js';
import type { World } from '../world.js';
import { merchantOf, query, type Asked } from './operation.js';

/** Operation 6: a merchant's virtual accounts of one payment id (spec: Get multiple virtual accounts). */
export const virtualAccounts = query({
  name: 'virtual-accounts',
  path: VIRTUAL_ACCOUNTS_PATH,
  query: virtualAccountsQuery,
  answer,
});

/** Where a listing shows less than the pending-fund query does (spec: `fieldList` keys by payment id, 90). */
const LISTED_KEYS: ReadonlyMap<number, readonly string[]> = new Map([
  [90, ['Pix copia e cola', 'Pix QR Code']],
]);

async function answer(asked: Asked<VirtualAccountsQuery>): Promise<object> {
  const { given, world } = asked;
  const { paymentId, depositAlias, currentPage, pageSize } = given;
  const method = readMethod(given);
  const merchant = await merchantOf(asked, given.merchantId);
  const { total, accounts } = await readVirtualAccounts(
    world.db,
    { merchant: merchant.id, paymentId, alias: depositAlias },
    { current: currentPage, size: pageSize },
  );
  const record: object[] = [];
  for (const account of accounts) record.push(await toRecord(world, { merchant, method, account }));
  return { currentPage, size: pageSize, total, record };
}

function readMethod({ paymentId, fiat }: VirtualAccountsQuery): Method {
  const listed: Readonly<Record<number, string>> = VIRTUAL_ACCOUNT_FIATS;
  const own = Object.hasOwn(listed, paymentId) ? listed[paymentId] : undefined;
  const method = issuedMethod(paymentId);
  if (own === undefined || !method)
    throw new Refusal(400, `Parameter paymentId must be one of ${Object.keys(listed).join(', ')}.`);
  if (own !== fiat) throw new Refusal(400, `Parameter fiat must be ${own} for paymentId ${paymentId}.`);
  return method;
}

/** A virtual account with its details; they are issued when they are first looked at, and stay. */
async function toRecord(
  world: World,
  { merchant, method, account }: { merchant: Merchant; method: Method; account: VirtualAccount },
): Promise<object> {
  const { alias, fiat, status } = account;
  const { fieldList } = await issue(world.db, {
    merchant,
    method,
    alias,
    isStanding: true,
    seed: world.seed,
  });
  const keys = LISTED_KEYS.get(method.id) ?? Object.keys(fieldList);
  return {
    fiat,
    depositAlias: alias,
    paymentMethodName: railName(method),
    status,
    fieldList: withAddress(Object.fromEntries(keys.map((key) => [key, fieldList[key]!])), world.baseUrl()),
  };
}
