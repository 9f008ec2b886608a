/** What the client compares in a response with the request: whose it is, and what was written or paid. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { appendEmvCrc } from '../../../src/core/schemes/emv.js';
import { callByName, sampleOf, SAMPLES } from './samples.js';
import { errorOf, scriptedClient } from './scripted-client.js';

type Data = Readonly<Record<string, unknown>>;

/** Calls an operation of an API that responds with `data`. */
const ask = (operation: string, input: object | undefined, data: unknown): Promise<unknown> =>
  callByName(scriptedClient(JSON.stringify(data)).client, operation, ...(input ? [input] : []));

/** The member that contradicts the request; undefined if the response is accepted. */
async function contradiction(...args: Parameters<typeof ask>): Promise<unknown> {
  const error = await ask(...args).then(
    () => undefined,
    (error: unknown) => error as Error & Data,
  );
  if (!error) return undefined;
  assert.deepEqual([error.name, error['reason']], ['UnreadableResponseError', 'mismatch'], error.message);
  return error['field'];
}

const TIME = 1_700_000_000_500;
const pageOf = (...record: readonly object[]) => ({ currentPage: 1, size: 10, total: record.length, record });

const CLAIM = { merchantId: '1001', clientId: 'c-1', fiat: 'MXN', amount: '22.50', userPaymentId: '501' };
const TRANSFER = {
  ...{ clientId: 't-1', fromMerchantId: '1001', toMerchantId: '1002', fiat: 'PEN', fiatAmount: '22.50' },
};
const ACTIVATION = {
  ...{ merchantId: '1001', channel: 'eur-usd', fiat: 'EUR', trench: 'Bank' },
  ...{ callbackUri: 'https://shop.example/back', fieldList: { firstName: 'Ana', lastName: 'Gómez' } },
};

/** The writes: an input, the response to it, and false members of that response. */
const WRITES: readonly (readonly [string, object, Data, Data])[] = [
  [
    'funds.claim',
    CLAIM,
    {
      ...{ txId: 7, merchantId: 1001, clientId: 'c-1', fiat: 'MXN', totalAmount: 24.75, amount: 22.5 },
      ...{ fee: 2.25, userPaymentId: 501, createTime: String(TIME) },
    },
    {
      ...{ merchantId: 1002, clientId: 'c-2', fiat: 'ARS', amount: 22.51, fee: -2.25, totalAmount: 24.74 },
      userPaymentId: 502,
    },
  ],
  [
    'funds.transfer',
    TRANSFER,
    {
      ...{ clientId: 't-1', fromId: 7, toId: 8, fiat: 'PEN', fiatAmount: '22.50' },
      ...{ totalFiatAmount: '22.60', fee: '0.10', createTime: TIME },
    },
    { clientId: 't-2', fiat: 'MXN', fiatAmount: '22.51', fee: '-0.10', totalFiatAmount: '22.61' },
  ],
  [
    'accounts.activate',
    ACTIVATION,
    { fiat: 'EUR', status: 4, verifyLink: 'https://verify.example/1', failReason: '' },
    { fiat: 'USD', verifyLink: 'javascript:alert(1)' },
  ],
];

describe('the response to a write', () => {
  for (const [operation, input, data, lies] of WRITES) {
    it(`is accepted if it says what was asked: ${operation}`, async () => {
      assert.equal(await contradiction(operation, input, data), undefined);
    });

    for (const [member, value] of Object.entries(lies))
      it(`must not contradict the request or itself: ${operation}, ${member}`, async () => {
        assert.equal(await contradiction(operation, input, { ...data, [member]: value }), member);
      });
  }

  it('may have taken effect although it cannot be believed', async () => {
    const [operation, input, data] = WRITES[1]!;
    const error = await errorOf(ask(operation, input, { ...data, fiatAmount: '1.00' }));
    assert.equal(error['mayHaveTakenEffect'], true);
  });
});

const transferOf = (changes: object) => [
  {
    ...{ id: 'x', tokenId: 'USDT', amount: '-1.5', clientId: 'c-1', merchantId: '1001' },
    ...{ fromMerchantId: '1001', toMerchantId: '1002', ...changes },
  },
];
const flowOf = (changes: object) => ({
  ...{ id: 9, merchantId: 1001, settingsId: 3, txId: '7', category: 'TRANSFER', flowType: 'DEPOSIT' },
  ...{ fiat: 'MXN', changed: 150.25, total: 1150.25, extId: '', createTime: String(TIME), ...changes },
});

describe('a record of a list', () => {
  it('has the clientId and the merchantId that were asked for: cryptoTransfers.list', async () => {
    const filter = { clientId: 'c-1', merchantId: '1001' };
    const fieldOf = (changes: object, input: object = filter) =>
      contradiction('cryptoTransfers.list', input, transferOf(changes));
    assert.equal(await fieldOf({}), undefined);
    assert.equal(await fieldOf({ clientId: 'c-2' }), '0.clientId');
    assert.equal(await fieldOf({ merchantId: '1002' }), '0.merchantId');
    assert.equal(await fieldOf({ clientId: 'c-2', merchantId: '1002' }, {}), undefined);
  });

  it('has the txId and the merchantId that were asked for: flows', async () => {
    const filter = { merchantId: '1001', txId: '7' };
    for (const [changes, member] of [
      [{}, undefined],
      [{ txId: '8' }, 'record.1.txId'],
      [{ merchantId: 1002 }, 'record.1.merchantId'],
    ] as const) {
      const data = pageOf(flowOf({ id: 8 }), flowOf(changes));
      assert.equal(await contradiction('flows.list', filter, data), member);
      const { client } = scriptedClient(JSON.stringify(data));
      const [ids, fields]: [string[], unknown[]] = [[], []];
      const onUnreadable = (_: object, { field }: { field?: string | undefined }) => fields.push(field);
      for await (const { id } of client.flows.all(filter, { onUnreadable })) ids.push(id);
      assert.deepEqual([ids, fields], member ? [['8'], [member]] : [['8', '9'], []]);
    }
  });

  it('is believed otherwise, and so are the counts and the order of the list', async () => {
    const window = { startTime: TIME + 5, endTime: TIME + 6 };
    const data = { ...pageOf(flowOf({}), flowOf({})), total: 7, size: 1 };
    assert.equal(await contradiction('flows.list', { fiat: 'BRL', ...window }, data), undefined);
    assert.equal(await contradiction('flows.list', {}, { ...pageOf(), total: 7 }), undefined);
  });

  it('fits the schema of its operation, member by member', async () => {
    for (const { operation, name, input, data } of SAMPLES) {
      const sent = JSON.parse(data) as Data;
      const list = sent['record'] ?? sent['data'] ?? sent;
      const [record] = [list].flat() as [Record<string, unknown>];
      for (const [member, value] of Object.entries(record)) {
        if (typeof value === 'object') continue;
        record[member] = { canary: 1 };
        const error = await errorOf(ask(operation, input, sent));
        assert.deepEqual([error.name, error['reason']], ['UnreadableResponseError', 'shape'], name + member);
        record[member] = value;
      }
    }
  });
});

describe('details for a deposit', () => {
  const methodWith = (id: number) => METHODS.find((method) => method.id === id)!;

  it('are accepted if they are those of the method', async () => {
    for (const { id: paymentId, fiat, amount, hasTxId, sample } of METHODS) {
      const input = { merchantId: '1001', paymentId, fiat, ...(amount === 'required' && { amount: '5.00' }) };
      const data = { fiat, paymentMethodName: 'x', ...(hasTxId && { txId: '7' }), fieldList: sample };
      assert.equal(await contradiction('pendingFund.get', input, data), undefined, String(paymentId));
    }
  });

  it('say what was asked, and lead to an account', async () => {
    const { sample } = methodWith(92);
    const code = Object.entries(sample).find(([, value]) => value.startsWith('000201'))!;
    const priced = appendEmvCrc(code[1].slice(0, -8).replace('53039865802', '53039865406187.415802'));
    const input = { merchantId: '1001', paymentId: 92, fiat: 'BRL', amount: '187.40' };
    const truth = { fiat: 'BRL', paymentMethodName: 'Pix', txId: '7', fieldList: sample };
    for (const [changes, field] of [
      [{ fiat: 'MXN' }, 'fiat'],
      [{ fieldList: {} }, 'fieldList'],
      [{ fieldList: { ...sample, [code[0]]: priced } }, `fieldList.${code[0]}`],
    ] as const)
      assert.equal(await contradiction('pendingFund.get', input, { ...truth, ...changes }), field);
    const { txId: _, ...others } = truth;
    const pix = { ...input, paymentId: 90, amount: undefined };
    assert.equal(await contradiction('pendingFund.get', pix, others), 'txId');
  });

  it('of a virtual account say what was asked', async () => {
    const { input, data } = sampleOf('virtualAccounts.list');
    const truth = JSON.parse(data) as { record: Data };
    for (const [changes, field] of [
      [{}, undefined],
      [{ fiat: 'BRL' }, 'record.0.fiat'],
      [{ depositAlias: 'another' }, 'record.0.depositAlias'],
      [{ fieldList: {} }, 'record.0.fieldList'],
    ] as const) {
      const answer = { ...truth, record: { ...truth.record, ...changes } };
      assert.equal(await contradiction('virtualAccounts.list', input, answer), field);
    }
  });
});
