import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  InvalidRequestError,
  type ClaimInput,
  type CryptoTransfersFilter,
  type FlowsFilter,
  type OrdersFilter,
  type PendingFundInput,
  type TransferInput,
  type VirtualAccountsFilter,
} from 'deposit-slip/client';
import type { ChannelName } from 'deposit-slip/contract';
import { callByName } from './samples.js';
import { errorOf, scriptedClient } from './scripted-client.js';

const merchantId = '1001';
const times = { startTime: 0, endTime: 5 };
const page = { currentPage: 1, pageSize: 10 };
const accounts = { merchantId, paymentId: 105, fiat: 'MXN', depositAlias: 'shop', pageSize: 10 } as const;
const flows = { merchantId, fiat: 'BRL', txId: '7', flowType: 'DEPOSIT', ...times, pageSize: 10 } as const;

const PEN_PERSON = {
  ...{ customerIdentificationType: '00', customerIdentification: '12345678', customerName: 'Ana' },
  ...{ customerEmail: 'ana@shop.example', customerPhone: '+51 1' },
};
const CROSS_BORDER = {
  ...{ accountName: 'Ana', nationality: 'SG', idNumber: '7', countryStateCode: 'SG-01', city: 'Singapore' },
  ...{ street: 'A 1', postalCode: '1', dateOfBirth: '2000-01-31', phoneNumber: '+65 1' },
};
const callbackUri = 'https://shop.example/back';

/** The inputs of each channel, without those that all have. */
const ACTIVATIONS: Readonly<Record<ChannelName, readonly object[]>> = {
  clabe: [{ fiat: 'MXN', trench: 'CLABE - X', fieldList: { alias: 'a' } }],
  cvu: [{ fiat: 'ARS', trench: 'CVU - X', fieldList: { cuit: '20339698695', name: 'Ana' } }],
  'qr-argentina': [{ fiat: 'ARS' }],
  'cop-account': [{ fiat: 'COP', fieldList: { alias: 'a' } }],
  pix: [{ fiat: 'BRL', trench: 'Bank' }],
  'pen-account': [{ fiat: 'PEN', fieldList: PEN_PERSON }],
  'eur-usd': [
    { fiat: 'EUR', trench: 'Bank', callbackUri, fieldList: { firstName: 'Ana', lastName: 'Gómez' } },
  ],
  'cross-border': [
    { fiat: 'EUR', trench: 'Network', callbackUri, fieldList: CROSS_BORDER },
    { fiat: 'SGD', trench: 'Network', fieldList: CROSS_BORDER },
  ],
};

/** Every field of every operation. */
const INPUTS: readonly (readonly [operation: string, input: object])[] = [
  [
    'cryptoTransfers.list',
    {
      tokenId: 'USDT',
      clientId: 'c',
      merchantId,
      ...times,
      pageSize: 10,
    } satisfies Required<CryptoTransfersFilter>,
  ],
  [
    'funds.claim',
    {
      merchantId,
      clientId: 'c',
      fiat: 'MXN',
      amount: '22.00',
      userPaymentId: '501',
    } satisfies Required<ClaimInput>,
  ],
  [
    'funds.transfer',
    {
      clientId: 'c',
      fromMerchantId: '1001',
      toMerchantId: '1002',
      fiat: 'PEN',
      fiatAmount: '22.00',
    } satisfies Required<TransferInput>,
  ],
  [
    'orders.list',
    { orderType: 'fiat_to_fiat', orderStatus: 60, ...times, ...page } satisfies Required<
      OrdersFilter<'fiat_to_fiat'>
    >,
  ],
  ['orders.all', { orderType: 'fiat_to_fiat', orderStatus: 60, ...times, pageSize: 10 }],
  ['virtualAccounts.list', { ...accounts, currentPage: 1 } satisfies Required<VirtualAccountsFilter>],
  ['virtualAccounts.all', accounts],
  ['flows.list', { ...flows, currentPage: 1 } satisfies Required<FlowsFilter>],
  ['flows.all', flows],
  [
    'pendingFund.get',
    {
      merchantId,
      paymentId: 92,
      fiat: 'BRL',
      depositAlias: 'shop',
      amount: '22.00',
    } satisfies Required<PendingFundInput>,
  ],
  ...Object.entries(ACTIVATIONS).flatMap(([channel, inputs]) =>
    inputs.map((input) => ['accounts.activate', { merchantId, channel, ...input }] as const),
  ),
];

/** The paths of the members of an input that are text. */
function textPaths(input: object, before: readonly string[] = []): string[][] {
  return Object.entries(input).flatMap(([name, value]: [string, unknown]) => {
    const path = [...before, name];
    if (typeof value === 'string') return [path];
    return typeof value === 'object' && value !== null ? textPaths(value, path) : [];
  });
}

/** A copy with another value at a path. */
function withValue(input: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const inner = (input as Record<string, object>)[name]!;
  return { ...input, [name]: rest.length === 0 ? value : withValue(inner, rest, value) };
}

/** The error of a call or of an iterator, and the number of requests that were sent. */
async function outcomeOf(operation: string, input: object) {
  const { client, requests } = scriptedClient('{}');
  const call = callByName(client, operation, input) as unknown;
  const first = (call as Partial<AsyncGenerator>).next?.() ?? (call as Promise<unknown>);
  return { error: await errorOf(first), requests: requests.length };
}

const ID = /(?:^|M|m)erchantId$|^userPaymentId$|^txId$/;

describe('a number in place of text', () => {
  for (const [operation, input] of INPUTS)
    it(`is refused in every member of ${operation}, before a request is sent: ${Object.values(input).slice(0, 2).join(', ')}`, async () => {
      for (const path of textPaths(input)) {
        const field = path.join('.');
        for (const value of [22, 0.5, ...(ID.test(field) ? [] : [22n])]) {
          const { error, requests } = await outcomeOf(operation, withValue(input, path, value));
          assert.ok(error instanceof InvalidRequestError, `${field}: ${String(error)}`);
          assert.deepEqual([error.field, requests], [field, 0]);
        }
      }
    });

  it('does not occur in an input of the correct types', async () => {
    for (const [operation, input] of INPUTS)
      assert.equal((await outcomeOf(operation, input)).requests, 1, operation);
  });

  it('is refused with a sentence that states the type of the member', async () => {
    for (const [operation, input, message] of [
      ['flows.list', { merchantId: 1001 }, 'merchantId must be a string of digits or a bigint.'],
      ['flows.list', { fiat: 'BRL', txId: 7 }, 'txId must be a string of digits or a bigint.'],
      ['cryptoTransfers.list', { tokenId: 7 }, 'tokenId must be a string.'],
    ] as const)
      assert.equal((await outcomeOf(operation, input)).error.message, `${operation}: ${message}`);
  });
});
