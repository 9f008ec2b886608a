/**
 * P28: what belongs to one merchant is never in an answer to another's token: not its records, not its ids, not whether
 * they exist. Everything of the other merchant carries a word that nothing else does.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  ACTIVATE,
  ADD_FUNDS,
  TestSandbox,
  CLAIM,
  CRYPTO,
  FLOWS,
  LISTED,
  ORDERS,
  TRANSFER,
  type ApiResponse,
} from '../test-sandbox.js';

const bench = new TestSandbox();
const OTHER = 'other-token';
const CANARY = 'canary';

/** Numbers of the other merchant's own records. */
const theirs: Record<'txId' | 'orderId' | 'account' | 'clabe', string> = {
  txId: '',
  orderId: '',
  account: '',
  clabe: '',
};

const PEN = {
  ...{ customerIdentificationType: '00', customerIdentification: '12345678', customerName: CANARY },
  ...{ customerEmail: 'canary@shop.example', customerPhone: '999999999' },
};

/** The same request about what is another's, and about what does not exist. */
interface Probe {
  readonly name: string;
  ask(id: string): Promise<ApiResponse>;
  readonly foreign: () => string;
  readonly nobodys: string;
}

const get =
  (path: string, query: string) =>
  (id: string): Promise<ApiResponse> =>
    bench.get(path, query.replace('$', id));
const post =
  (path: string, body: object) =>
  (id: string): Promise<ApiResponse> =>
    bench.post(path, JSON.stringify(body).replace('"$"', id));

const claim = { merchantId: 1001, clientId: 'x', fiat: 'MXN', amount: '1.00', userPaymentId: 501 };
const transfer = {
  ...{ clientId: 'x', fromMerchantId: 1001, toMerchantId: 1002, fiat: 'MXN', paymentId: 58 },
  fiatAmount: '1.00',
};
const activation = { fiat: 'MXN', trench: 'CLABE - PROVIDER_A', fieldList: { alias: CANARY } };
const merchant = { foreign: () => '2001', nobodys: '3009' };

const PROBES: readonly Probe[] = [
  { name: '1 merchantId', ask: get(CRYPTO, 'merchantId=$'), ...merchant },
  { name: '1 clientId', ask: get(CRYPTO, 'clientId=$'), foreign: () => CANARY, nobodys: 'nobody' },
  { name: '2 merchantId', ask: post(ACTIVATE, { ...activation, merchantId: '$' }), ...merchant },
  { name: '3 merchantId', ask: post(CLAIM, { ...claim, merchantId: '$' }), ...merchant },
  {
    name: '3 userPaymentId',
    ask: post(CLAIM, { ...claim, userPaymentId: '$' }),
    foreign: () => '503',
    nobodys: '999',
  },
  { name: '4 fromMerchantId', ask: post(TRANSFER, { ...transfer, fromMerchantId: '$' }), ...merchant },
  { name: '4 toMerchantId', ask: post(TRANSFER, { ...transfer, toMerchantId: '$' }), ...merchant },
  { name: '6 merchantId', ask: get(LISTED, 'merchantId=$&paymentId=105&fiat=MXN'), ...merchant },
  {
    name: '6 depositAlias',
    ask: get(LISTED, 'merchantId=1001&paymentId=105&fiat=MXN&depositAlias=$'),
    foreign: () => CANARY,
    nobodys: 'nobody',
  },
  { name: '7 merchantId', ask: get(FLOWS, 'merchantId=$'), ...merchant },
  { name: '7 txId', ask: get(FLOWS, 'txId=$'), foreign: () => theirs.txId, nobodys: '99999999' },
  { name: '8 merchantId', ask: get(ADD_FUNDS, 'merchantId=$&paymentId=105&fiat=MXN'), ...merchant },
  {
    name: '8 depositAlias',
    ask: get(ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=MXN&depositAlias=$'),
    foreign: () => CANARY,
    nobodys: 'nobody',
  },
];

describe('one merchant never sees another', () => {
  before(async () => {
    const activate = (body: object) => bench.post(ACTIVATE, { merchantId: 2001, ...body }, OTHER);
    await activate({ fiat: 'PEN', trench: 'PEN Account', fieldList: PEN });
    await activate({ fiat: 'MXN', trench: 'CLABE - PROVIDER_A', fieldList: { alias: CANARY } });
    await bench.control.virtualAccount({ merchantId: 2001, paymentId: 105, depositAlias: CANARY, status: 2 });
    const details = await bench.get(
      ADD_FUNDS,
      `merchantId=2001&paymentId=105&fiat=MXN&depositAlias=${CANARY}`,
      OTHER,
    );
    theirs.clabe = details.body.data.fieldList['Cuenta CLABE']!;
    const deposit = {
      merchantId: 2001,
      fiat: 'MXN',
      amount: '7654.32',
      account: theirs.clabe,
      senderName: CANARY,
    };
    theirs.txId = (await bench.control.deposit(deposit)).txId!;
    const order = {
      merchantId: 2001,
      clientId: CANARY,
      orderPrice: '1.00',
      paymentId: 105,
      crypto: 'USDT',
      fiat: 'MXN',
    };
    const made = await bench.control.order({
      ...order,
      orderType: 'fiat_to_crypto',
      cryptoAmount: '1',
      fiatAmount: '9.87',
    });
    theirs.orderId = made.orderId;
    await bench.control.moveOrder(made.orderId, 50);
    const { record } = await bench.flows({}, OTHER);
    theirs.account = String(record[0]!.settingsId);
  });

  for (const { name, ask, foreign, nobodys } of PROBES)
    it(`by ${name}: what is another’s answers as what does not exist`, async () => {
      const [one, other] = [await ask(foreign()), await ask(nobodys)];
      assert.equal(one.status, other.status);
      assert.equal(one.text.replaceAll(foreign(), '$'), other.text.replaceAll(nobodys, '$'));
    });

  it('in any list, whatever its filters', async () => {
    const lists = [
      ...['', 'tokenId=USDC', 'tokenId=USDT'].map((query) => [CRYPTO, `${query}&pageSize=100`]),
      ...['fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat'].map((type) => [
        ORDERS,
        `orderType=${type}&pageSize=100`,
      ]),
      ...['', 'fiat=MXN', 'flowType=DEPOSIT', 'flowType=BUY_CRYPTO'].map((query) => [
        FLOWS,
        `${query}&pageSize=1000`,
      ]),
      ...[1001, 1002].map((id) => [LISTED, `merchantId=${id}&paymentId=105&fiat=MXN&pageSize=50`]),
    ] as [string, string][];
    for (const [path, query] of lists) {
      const { status, text } = await bench.get(path, query.replace(/^&/, ''));
      assert.equal(status, 200, text);
      assert.doesNotMatch(text, /canary|7654\.32/);
      assert.doesNotMatch(
        text,
        new RegExp(
          `"(?:txId|orderId|settingsId)":"?(?:${theirs.txId}|${theirs.orderId}|${theirs.account})\\b`,
        ),
      );
      assert.doesNotMatch(text, /"merchantId":"?2001/);
    }
  });

  it('and the other one sees its own', async () => {
    const seen = await Promise.all([
      bench.get(FLOWS, {}, OTHER),
      bench.get(ORDERS, 'orderType=fiat_to_crypto', OTHER),
      bench.get(LISTED, 'merchantId=2001&paymentId=105&fiat=MXN', OTHER),
    ]);
    assert.match(seen[0].text, /7654\.32/);
    assert.match(seen[1].text, /canary/);
    assert.match(seen[2].text, new RegExp(theirs.clabe));
    for (const { text } of seen) assert.doesNotMatch(text, /"merchantId":"?100[12]/);
  });
});
