import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  ActivationInput,
  CryptoOrder,
  FiatOrder,
  Flow,
  MerchantClient,
  OrderType,
  OrdersFilter,
  Page,
  VirtualAccount,
  VirtualAccountsFilter,
} from 'deposit-slip/client';

const merchantId = '1001';
const alias = { fieldList: { alias: 'shop' } };

// `npm run check` compiles this file. Running it only shows that every case exists.
describe('the types', () => {
  it('give a list of orders the records of its order type', () => {
    const listings = [
      (client: MerchantClient): Promise<Page<CryptoOrder>> =>
        client.orders.list({ orderType: 'crypto_to_fiat' }),
      (client: MerchantClient): Promise<Page<FiatOrder>> => client.orders.list({ orderType: 'fiat_to_fiat' }),
      (client: MerchantClient, orderType: OrderType): Promise<Page<CryptoOrder | FiatOrder>> =>
        client.orders.list({ orderType }),
      (client: MerchantClient): Promise<Page<CryptoOrder>> =>
        // @ts-expect-error: another order type
        client.orders.list({ orderType: 'fiat_to_fiat' }),
      (client: MerchantClient, orderType: OrderType): Promise<Page<CryptoOrder>> =>
        // @ts-expect-error: either order type is possible
        client.orders.list({ orderType }),
    ];
    assert.equal(listings.length, 5);
  });

  it('give iterators the records of their list, and no currentPage parameter', () => {
    const iterators = [
      (client: MerchantClient): AsyncIterable<CryptoOrder> =>
        client.orders.all({ orderType: 'crypto_to_fiat', orderStatus: 40, pageSize: 10 }),
      (client: MerchantClient): AsyncIterable<FiatOrder> => client.orders.all({ orderType: 'fiat_to_fiat' }),
      (client: MerchantClient): AsyncIterable<CryptoOrder> =>
        // @ts-expect-error: another order type
        client.orders.all({ orderType: 'fiat_to_fiat' }),
      (client: MerchantClient): AsyncIterable<FiatOrder> =>
        // @ts-expect-error: an iterator reads every page
        client.orders.all({ orderType: 'fiat_to_fiat', currentPage: 2 }),
      (client: MerchantClient): AsyncIterable<Flow> => client.flows.all(),
      (client: MerchantClient): AsyncIterable<VirtualAccount> =>
        client.virtualAccounts.all({ merchantId, paymentId: 105, fiat: 'MXN' }),
    ];
    assert.equal(iterators.length, 6);
  });

  it('allow the statuses of the order type only', () => {
    const crypto: OrdersFilter<'fiat_to_crypto'>[] = [
      { orderType: 'fiat_to_crypto', orderStatus: 40 },
      // @ts-expect-error: a status of the other order type
      { orderType: 'fiat_to_crypto', orderStatus: 41 },
    ];
    const fiat: OrdersFilter<'fiat_to_fiat'>[] = [
      { orderType: 'fiat_to_fiat', orderStatus: 41 },
      // @ts-expect-error: a status of the other order type
      { orderType: 'fiat_to_fiat', orderStatus: 40 },
    ];
    assert.equal(crypto.length + fiat.length, 4);
  });

  it('relate the currency, channel and fields of an activation', () => {
    const inputs: ActivationInput[] = [
      { merchantId, channel: 'clabe', fiat: 'MXN', trench: 'CLABE - X', ...alias },
      { merchantId, channel: 'cop-account', fiat: 'COP', ...alias },
      // @ts-expect-error: another currency's channel
      { merchantId, channel: 'clabe', fiat: 'ARS', trench: 'CLABE - X', ...alias },
      // @ts-expect-error: the trench is missing, and the specification has only a placeholder
      { merchantId, channel: 'clabe', fiat: 'MXN', ...alias },
      // @ts-expect-error: another channel's fields
      { merchantId, channel: 'cvu', fiat: 'ARS', trench: 'CVU - X', ...alias },
      // @ts-expect-error: the callbackUri is missing
      {
        merchantId,
        channel: 'eur-usd',
        fiat: 'EUR',
        trench: 'X',
        fieldList: { firstName: 'A', lastName: 'B' },
      },
      // @ts-expect-error: a channel without fields
      { merchantId, channel: 'pix', fiat: 'BRL', trench: 'X', fieldList: { alias: 'shop' } },
      // @ts-expect-error: a number may have lost digits of the id
      { merchantId: 1001, channel: 'cop-account', fiat: 'COP', ...alias },
    ];
    assert.equal(inputs.length, 8);
  });

  it('relate the currency of a payment id, and whether it needs an amount', () => {
    const calls = ({ pendingFund: { get } }: MerchantClient, paymentId: number) => [
      get({ merchantId, paymentId: 105, fiat: 'MXN' }),
      get({ merchantId, paymentId: 92, fiat: 'BRL', amount: '20.00' }),
      get({ merchantId, paymentId: 95, fiat: 'PEN', amount: '20.00' }),
      // A payment id of a later version, and one that is known only at run time.
      get({ merchantId, paymentId: 135, fiat: 'ARS' }),
      get({ merchantId, paymentId, fiat: 'PEN' }),
      // @ts-expect-error: another currency
      get({ merchantId, paymentId: 105, fiat: 'ARS' }),
      // @ts-expect-error: the amount is missing
      get({ merchantId, paymentId: 95, fiat: 'PEN' }),
      // @ts-expect-error: the amount is missing
      get({ merchantId, paymentId: 137, fiat: 'ARS', amount: undefined }),
      // @ts-expect-error: an amount is a string
      get({ merchantId, paymentId: 137, fiat: 'ARS', amount: 20 }),
    ];
    assert.equal(calls.length, 2);
  });

  it('allow the currencies of each operation only', () => {
    const filters: VirtualAccountsFilter[] = [
      { merchantId, paymentId: 105, fiat: 'MXN' },
      // @ts-expect-error: not a currency of virtual accounts
      { merchantId, paymentId: 105, fiat: 'PEN' },
    ];
    assert.equal(filters.length, 2);
    const calls = ({ funds }: MerchantClient) => [
      funds.claim({ merchantId, fiat: 'ARS', amount: '1', userPaymentId: 502n }),
      // @ts-expect-error: claims are in MXN and ARS
      funds.claim({ merchantId, fiat: 'BRL', amount: '1', userPaymentId: 502n }),
      // @ts-expect-error: an amount is a string
      funds.claim({ merchantId, fiat: 'ARS', amount: 1, userPaymentId: 502n }),
      // @ts-expect-error: the payment id follows from the currency
      funds.transfer({ fromMerchantId: '1', toMerchantId: '2', fiat: 'MXN', fiatAmount: '1', paymentId: 58 }),
    ];
    assert.equal(calls.length, 1);
  });
});
