import type { CallOptions, MerchantClient } from 'deposit-slip/client';

const own = { merchantId: '1001', fiat: 'MXN' } as const;

/** A call of the client for each operation that the seeded sandbox accepts, by the operation's name. */
export const CALLS: Readonly<
  Record<string, (client: MerchantClient, options?: CallOptions) => Promise<unknown>>
> = {
  'crypto-transfers': (client, options) => client.cryptoTransfers.list({}, options),
  activation: (client, options) =>
    client.accounts.activate(
      { ...own, channel: 'clabe', trench: 'CLABE - PROVIDER_A', fieldList: { alias: 'new' } },
      options,
    ),
  claim: (client, options) => client.funds.claim({ ...own, amount: '1.00', userPaymentId: '501' }, options),
  transfer: (client, options) =>
    client.funds.transfer(
      { fromMerchantId: '1001', toMerchantId: '1002', fiat: 'MXN', fiatAmount: '1.00' },
      options,
    ),
  orders: (client, options) => client.orders.list({ orderType: 'fiat_to_fiat' }, options),
  'virtual-accounts': (client, options) => client.virtualAccounts.list({ ...own, paymentId: 105 }, options),
  flows: (client, options) => client.flows.list({}, options),
  'pending-fund': (client, options) => client.pendingFund.get({ ...own, paymentId: 105 }, options),
  pairs: (client, options) => client.pairs.list(options),
};
