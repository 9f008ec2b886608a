/** A sandbox with flows of every type, and a kit that has read its deposits. */
import assert from 'node:assert/strict';
import { createMerchantClient } from 'deposit-slip/client';
import { createDepositKit, type Grant, type KitHooks, type Store } from 'deposit-slip/kit';
import type { PgQueries } from 'deposit-slip/kit/postgres';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { recordingLogger, SECRET, sendTo, txIdOf } from '../shop.js';
import { setClock } from '../kit/store/database.js';

const [MINUTE, DAY] = [60_000, 86_400_000];

/** An order in pesos. Its reference is a formula that a spreadsheet must not run. */
const ORDER: Grant = {
  id: 'order-1',
  reference: '=1+1',
  merchantId: 1001,
  methods: [{ paymentId: 137, fiat: 'ARS' }],
  amount: '100.00',
};

/** The events in a sandbox. */
export interface SandboxDay {
  readonly sandbox: Sandbox;
  readonly period: {
    readonly merchantId: number;
    readonly fiat: string;
    readonly from: number;
    readonly to: number;
  };
  /** The flow of a deposit that is one part of the order. */
  readonly partId: string;
  /** The flow of a deposit that belongs to no payment. */
  readonly unmatchedId: string;
  /**
   * The kit's reports of returns: how much of the deposit they had taken back by then, and how much of its
   * payment was left.
   */
  readonly returns: readonly object[];
}

/** Makes flows of every type, in a time that the store has read. `db`: the database of the store. */
export async function makeDay(store: Store, db: PgQueries): Promise<SandboxDay> {
  const sandbox = await startSandbox();
  const { url: baseUrl, token, control } = sandbox;
  const from = Date.now();
  const logger = recordingLogger();
  const returns: object[] = [];
  const returned: KitHooks['returned'] = ({ deposit, payment }) =>
    void returns.push([deposit.returned, payment?.status, payment?.received]);
  const options = { baseUrl, token, secret: SECRET, store, logger, on: { returned } };
  const kit = createDepositKit({ ...options, authorize: () => ORDER });
  const slip = await sendTo(kit);
  assert.equal(slip.status, 200, slip.text);
  const client = createMerchantClient({ baseUrl, token });
  const parties = { merchantId: 1001, fiat: 'ARS' } as const;

  const txId = txIdOf(slip);
  const part = await control.deposit({ ...parties, amount: '40.00', txId });
  await control.deposit({ ...parties, amount: '60.00', txId });
  const second = await control.deposit({ ...parties, amount: '5.01', txId });
  for (const part of [{ amount: '2.00' }, { amount: '1.01' }, {}])
    await control.returnDeposit(second.id, part);
  const { fieldList } = await client.pendingFund.get({ merchantId: '1001', paymentId: 63, fiat: 'ARS' });
  const account = String((fieldList as Record<string, unknown>)['CVU number']);
  const unmatched = await control.deposit({ ...parties, amount: '7.77', account });

  const claim = { merchantId: '1001', fiat: 'ARS', amount: '30.00', userPaymentId: '502' } as const;
  await client.funds.claim(claim);
  await control.rejectClaim((await client.funds.claim(claim)).txId);
  const transfer = { fiat: 'ARS', fiatAmount: '20.00' } as const;
  await client.funds.transfer({ ...transfer, fromMerchantId: '1001', toMerchantId: '1002' });
  await client.funds.transfer({ ...transfer, fromMerchantId: '1002', toMerchantId: '1001' });

  const order = {
    merchantId: 1001,
    orderType: 'fiat_to_crypto',
    paymentId: 63,
    fiat: 'ARS',
    crypto: 'USDT',
    cryptoAmount: '1',
    orderPrice: '1200.00',
    fiatAmount: '1200.00',
    fiatFee: '6.00',
  } as const;
  const canceled = await control.order({ ...order, clientId: 'canceled' });
  await control.moveOrder(canceled.orderId, 50);
  await control.moveOrder(canceled.orderId, 70);
  const refunded = await control.order({ ...order, clientId: 'refunded' });
  await control.moveOrder(refunded.orderId, 60);
  await control.refundOrder(refunded.orderId, true);
  await control.refundOrder(refunded.orderId, false);

  const to = Date.now() + 1;
  // The next reading begins a day before: later than what is read again.
  await setClock(db, Date.now() + DAY + 10 * MINUTE);
  await kit.tick();
  assert.deepEqual(
    logger.lines.filter((line) => line.includes('failed')),
    [],
  );
  return {
    sandbox,
    period: { ...parties, from, to },
    partId: part.flowId!,
    unmatchedId: unmatched.flowId!,
    returns,
  };
}
