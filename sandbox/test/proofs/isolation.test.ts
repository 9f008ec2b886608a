/**
 * A response to one merchant's token reveals nothing about another merchant: not its records or ids, nor
 * whether they exist (SECURITY.md P28). All data of the other merchant contains a canary, a text that occurs
 * nowhere else.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BODIES, PATHS, type RawResponse } from '../requests.js';
import { TestSandbox } from '../test-sandbox.js';

const bench = new TestSandbox();
const OTHER_TOKEN = 'other-token';
const CANARY = 'canary';

/** Ids of the other merchant's records. */
const foreignIds = { txId: '', orderId: '', account: '', clabe: '' };

/** Sends a request in which `$` stands for the id. */
type Send = (id: string, token?: string) => Promise<RawResponse>;

const get =
  (path: string, query: string): Send =>
  (id, token) =>
    bench.get(path, query.replace('$', id), token);
const post =
  (path: string, body: object): Send =>
  (id) =>
    bench.post(path, JSON.stringify(body).replace('"$"', id));

const activation = { fiat: 'MXN', trench: 'CLABE - PROVIDER_A', fieldList: { alias: CANARY } };
const detailsOf = (merchant: string): string => `merchantId=${merchant}&paymentId=105&fiat=MXN`;

/** An id that belongs to the other merchant, and one that does not exist. */
interface Ids {
  readonly foreign: () => string;
  readonly missing: string;
}

const MERCHANT: Ids = { foreign: () => '2001', missing: '3009' };
const NAME: Ids = { foreign: () => CANARY, missing: 'nobody' };
const METHOD: Ids = { foreign: () => '503', missing: '999' };
const TX_ID: Ids = { foreign: () => foreignIds.txId, missing: '99999999' };

type Parameter = readonly [name: string, ids: Ids, send: Send];

/** The parameters that select records, where the request names `merchant`. */
const selectors = (merchant: string): readonly Parameter[] => [
  ['merchantId of operation 1', MERCHANT, get(PATHS.crypto, 'merchantId=$')],
  ['clientId of operation 1', NAME, get(PATHS.crypto, 'clientId=$')],
  ['merchantId of operation 6', MERCHANT, get(PATHS.virtual, detailsOf('$'))],
  ['depositAlias of operation 6', NAME, get(PATHS.virtual, `${detailsOf(merchant)}&depositAlias=$`)],
  ['merchantId of operation 7', MERCHANT, get(PATHS.flows, 'merchantId=$')],
  ['txId of operation 7', TX_ID, get(PATHS.flows, 'txId=$')],
  ['merchantId of operation 8', MERCHANT, get(PATHS.details, detailsOf('$'))],
  ['depositAlias of operation 8', NAME, get(PATHS.details, `${detailsOf(merchant)}&depositAlias=$`)],
];

/** Every parameter that refers to a merchant's data. */
const PARAMETERS: readonly Parameter[] = [
  ...selectors('1001'),
  ['merchantId of operation 2', MERCHANT, post(PATHS.activate, { ...activation, merchantId: '$' })],
  ['merchantId of operation 3', MERCHANT, post(PATHS.claim, { ...BODIES.claim, merchantId: '$' })],
  ['userPaymentId of operation 3', METHOD, post(PATHS.claim, { ...BODIES.claim, userPaymentId: '$' })],
  [
    'fromMerchantId of operation 4',
    MERCHANT,
    post(PATHS.transfer, { ...BODIES.transfer, fromMerchantId: '$' }),
  ],
  ['toMerchantId of operation 4', MERCHANT, post(PATHS.transfer, { ...BODIES.transfer, toMerchantId: '$' })],
];

/** Every list, with and without filters. */
const LISTS: readonly (readonly [path: string, query: string])[] = [
  ...['', 'tokenId=USDC', 'tokenId=USDT'].map((query) => [PATHS.crypto, `pageSize=100&${query}`] as const),
  ...['fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat'].map(
    (type) => [PATHS.orders, `pageSize=100&orderType=${type}`] as const,
  ),
  ...['', 'fiat=MXN', 'flowType=DEPOSIT', 'flowType=BUY_CRYPTO'].map(
    (query) => [PATHS.flows, `pageSize=1000&${query}`] as const,
  ),
  ...[1001, 1002].map(
    (id) => [PATHS.virtual, `pageSize=50&merchantId=${id}&paymentId=105&fiat=MXN`] as const,
  ),
];

describe('a merchant’s token', () => {
  before(async () => {
    const { control } = bench;
    const other = { merchantId: 2001, fiat: 'MXN' };
    const person = { ...BODIES.penAccount.fieldList, customerName: CANARY };
    await bench.post(
      PATHS.activate,
      { ...BODIES.penAccount, ...other, fiat: 'PEN', fieldList: person },
      OTHER_TOKEN,
    );
    await bench.post(PATHS.activate, { ...activation, ...other }, OTHER_TOKEN);
    const account = { paymentId: 105, depositAlias: CANARY };
    await control.virtualAccount({ merchantId: 2001, ...account, status: 2 });
    const details = await bench.get(PATHS.details, { ...other, ...account }, OTHER_TOKEN);
    foreignIds.clabe = details.body.data.fieldList['Cuenta CLABE']!;
    const payment = { account: foreignIds.clabe, amount: '7654.32', senderName: CANARY };
    foreignIds.txId = (await control.deposit({ ...other, ...payment })).txId!;
    const order = { ...BODIES.order, merchantId: 2001, clientId: CANARY, fiatAmount: '9.87' };
    foreignIds.orderId = (await control.order(order)).orderId;
    await control.moveOrder(foreignIds.orderId, 50);
    await control.merchant({ merchantId: 2002, type: 'business', email: 'a@b.example' });
    const ends = { fromMerchantId: 2001, toMerchantId: 2002 };
    await control.cryptoTransfer({ ...BODIES.crypto, ...ends, clientId: CANARY });
    const { record } = await bench.flows({}, OTHER_TOKEN);
    foreignIds.account = String(record[0]!.settingsId);
  });

  for (const [name, { foreign, missing }, send] of PARAMETERS)
    it(`cannot distinguish another merchant’s id from a missing one, as ${name}`, async () => {
      const [one, other] = [await send(foreign()), await send(missing)];
      assert.equal(one.status, other.status);
      assert.equal(one.text.replaceAll(foreign(), '$'), other.text.replaceAll(missing, '$'));
    });

  for (const [name, { foreign, missing }, send] of selectors('2001'))
    it(`is compared with a token that distinguishes the two, as ${name}`, async () => {
      const [one, other] = [await send(foreign(), OTHER_TOKEN), await send(missing, OTHER_TOKEN)];
      assert.notEqual(one.text.replaceAll(foreign(), '$'), other.text.replaceAll(missing, '$'));
    });

  it('lists nothing of another merchant, whatever the filters', async () => {
    const { txId, orderId, account } = foreignIds;
    const ids = new RegExp(`"(?:txId|orderId|settingsId)":"?(?:${txId}|${orderId}|${account})\\b`);
    for (const [path, query] of LISTS) {
      const { status, text } = await bench.get(path, query.replace(/&$/, ''));
      assert.equal(status, 200, text);
      assert.doesNotMatch(text, /canary|7654\.32/);
      assert.doesNotMatch(text, ids);
      assert.doesNotMatch(text, /"merchantId":"?2001/);
    }
  });

  it('lists the merchant’s own records and no others', async () => {
    const [flows, orders, accounts] = await Promise.all([
      bench.get(PATHS.flows, {}, OTHER_TOKEN),
      bench.get(PATHS.orders, 'orderType=fiat_to_crypto', OTHER_TOKEN),
      bench.get(PATHS.virtual, 'merchantId=2001&paymentId=105&fiat=MXN', OTHER_TOKEN),
    ]);
    assert.match(flows.text, /7654\.32/);
    assert.match(orders.text, /canary/);
    assert.match(accounts.text, new RegExp(foreignIds.clabe));
    for (const { text } of [flows, orders, accounts]) assert.doesNotMatch(text, /"merchantId":"?100[12]/);
  });
});
