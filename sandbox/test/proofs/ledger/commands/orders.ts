import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { assertSame, observe, observeTime } from '../divergence.js';
import { integerOf, num, type Harness } from '../harness.js';
import { accountOf } from '../model/ledger.js';
import {
  isExpectedError,
  NOT_FOUND,
  pickFrom,
  type Model,
  type Order,
  type OrderKind,
  type Side,
} from '../model/model.js';
import { moveOrder, placeOrder, refundOrder, TOKENS, type OrderRequest } from '../model/orders.js';
import { command, itemCommand, type CommandKind } from './command.js';
import {
  amount,
  clientId,
  fiat,
  format,
  formatAmount,
  holder,
  holderOf,
  pick,
  type AmountFormat,
} from './inputs.js';

export interface OrderRecord {
  readonly orderId: string;
  readonly createTime: string;
  readonly completedTime: string;
  readonly onRampPaymentInfo?: object;
  readonly offRampPaymentInfo?: object;
}

const COUNTRIES: Readonly<Record<string, string>> = {
  MXN: 'Mexico',
  ARS: 'Argentina',
  COP: 'Colombia',
  BRL: 'Brazil',
  PEN: 'Peru',
  USD: 'United States',
  EUR: 'European Union',
};

/** Spec: Order. The specification leaves a side's payment info open, so it is taken from the record itself. */
export function orderRecord(model: Model, order: Order, record: OrderRecord): object {
  const { id, clientId, sides, price, status, at, completed } = order;
  const [one, other] = sides;
  const common = {
    orderId: id.value,
    clientId,
    orderPrice: price,
    orderStatus: num(status),
    createTime: String(at.earliest),
    completedTime: completed ? String(completed.earliest) : '',
  };
  if (other)
    return {
      ...common,
      ...sideRecord(model, order, 'onRamp', one),
      ...sideRecord(model, order, 'offRamp', other),
      onRampPaymentInfo: record.onRampPaymentInfo,
      offRampPaymentInfo: record.offRampPaymentInfo,
    };
  return {
    ...common,
    merchantId: num(order.merchant),
    paymentId: num(one.paymentId),
    country: COUNTRIES[one.fiat],
    crypto: order.crypto,
    fiat: one.fiat,
    orderType: order.kind,
    cryptoAmount: order.cryptoAmount,
    fiatAmount: fromMinor(one.amount),
    fiatFee: fromMinor(one.fee),
    hasRefund: num(order.hasRefund ? 1 : 0),
  };
}

function sideRecord(model: Model, { merchant }: Order, name: string, side: Side): object {
  const { fiat, paymentId, amount, fee } = side;
  return {
    [`${name}MerchantId`]: num(accountOf(model, merchant, fiat)!.id.value!),
    [`${name}PaymentId`]: num(paymentId),
    [`${name}Country`]: COUNTRIES[fiat],
    [`${name}Fiat`]: fiat,
    [`${name}FiatAmount`]: fromMinor(amount),
    [`${name}FiatFee`]: fromMinor(fee),
  };
}

/** Stores what a response reveals of an order, and compares the record with the model. */
function observeOrder({ model }: Harness, order: Order, record: OrderRecord): void {
  observe(order.id, record.orderId, 'id of an order');
  observeTime(order.at, integerOf(record.createTime), 'time of an order');
  if (order.completed)
    observeTime(order.completed, integerOf(record.completedTime), 'completion of an order');
  observeAccounts(model, order, record);
  assertSame('response', record, orderRecord(model, order, record), 'an order');
}

/** `onRampMerchantId` and `offRampMerchantId` are ids of accounts. */
function observeAccounts(model: Model, { merchant, sides }: Order, record: object): void {
  if (sides.length === 1) return;
  for (const [name, { fiat }] of [['onRamp', sides[0]] as const, ['offRamp', sides[1]] as const]) {
    const id = integerOf(Reflect.get(record, `${name}MerchantId`));
    observe(accountOf(model, merchant, fiat)!.id, id, 'id of an account');
  }
}

/** Places an order through the control API and compares the response with the model. */
export async function createOrder(
  harness: Harness,
  request: OrderRequest,
  format: AmountFormat,
): Promise<void> {
  const expected = placeOrder(harness.model, request, harness.requestTime());
  const data = await harness.control<OrderRecord>('orders', orderBody(request, format), expected, 201);
  if (!isExpectedError(expected)) observeOrder(harness, expected, data);
}

function orderBody(request: OrderRequest, format: AmountFormat): object {
  const { kind, clientId, merchant, sides, crypto, cryptoAmount, price } = request;
  const common = { clientId, merchantId: num(merchant), orderType: kind, orderPrice: price };
  const [one, other] = sides.map(({ amount, fee, ...side }) => {
    return {
      ...side,
      amount: formatAmount(amount, format),
      fee: fee === 0n ? '0' : formatAmount(fee, format),
    };
  });
  if (other) return { ...common, onRamp: one, offRamp: other };
  const { fiat, paymentId, amount, fee } = one!;
  return { ...common, paymentId, crypto, fiat, cryptoAmount, fiatAmount: amount, fiatFee: fee };
}

const fee = fc.constantFrom(0n, 1n, 50n, 199n);
const sideInput = fc.record({ paymentId: fc.constantFrom(105, 63, 90), amount, fee });
/** Sometimes an unknown token. */
export const token = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...TOKENS.keys()) },
  fc.constant('DOGE'),
);

const orderInput = fc.record({
  clientId,
  holder,
  format,
  one: sideInput,
  crypto: token,
  cryptoAmount: fc.constantFrom('1', '0.00000001', '123456.789'),
  price: fc.constantFrom('17.25', '0.0000000001', '1'),
});

const orderCommand = (name: string, kind: Exclude<OrderKind, 'fiat_to_fiat'>, weight: number): CommandKind =>
  command(name, weight, orderInput, (harness, { holder, format, one, ...terms }) => {
    const { merchant, fiat } = holderOf(harness.model, holder);
    return createOrder(harness, { ...terms, merchant, kind, sides: [{ ...one, fiat }] }, format);
  });

/** A status of any kind of order or none; those that move money are more frequent. */
const status = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(50, 60, 70) },
  { weight: 2, arbitrary: fc.constantFrom(10, 30, 31, 40, 41, 51, 71, 72, 55, 40_000) },
);

/** Changes the status or the refund of an order through the control API and compares the response with the model. */
export async function updateOrder(
  harness: Harness,
  order: Order,
  body: { orderStatus: number } | { hasRefund: boolean },
): Promise<void> {
  const { model } = harness;
  const expected =
    'orderStatus' in body
      ? moveOrder(model, order, body.orderStatus, () => harness.requestTime())
      : refundOrder(model, order, body.hasRefund, harness.requestTime());
  const data = await harness.control<OrderRecord>(`orders/${order.id.value}`, body, expected);
  if (!expected) observeOrder(harness, order, data);
}

const move = (harness: Harness, order: Order, { status }: { status: number }) =>
  updateOrder(harness, order, { orderStatus: status });
const refund = (harness: Harness, order: Order) => updateOrder(harness, order, { hasRefund: true });

const all = ({ orders }: Readonly<Model>) => orders;
const open = ({ orders }: Readonly<Model>) =>
  orders.filter(({ kind, status }) => kind === 'fiat_to_crypto' && status < 60);
const released = ({ orders }: Readonly<Model>) =>
  orders.filter(({ kind, status }) => kind === 'fiat_to_crypto' && status === 60);
const refunded = (model: Readonly<Model>) => released(model).filter(({ hasRefund }) => hasRefund);
const paid = (model: Readonly<Model>) => open(model).filter(({ status }) => status === 50);

const paidOrReleased = fc.constantFrom(50, 60);
const afterPaid = fc.constantFrom(30, 40, 60, 60, 70, 70);
const exchangeInput = fc.record({ order: orderInput, other: sideInput, to: fiat });
const reversalInput = fc.record({ pick, any: fc.constantFrom(false, false, false, true) });
const unknownPath = fc.constantFrom<[string, object]>(
  ['orders/999999999', { orderStatus: 30 }],
  ['orders/999999999', { hasRefund: true }],
  ['activations/999999999', { decision: 'accepted' }],
  ['claims/999999999/reject', {}],
);

export const ORDERS: readonly CommandKind[] = [
  orderCommand('purchase ordered', 'fiat_to_crypto', 6),
  orderCommand('sale ordered', 'crypto_to_fiat', 1),
  command('exchange ordered', 1, exchangeInput, (harness, { order, other, to }) => {
    const { holder, format, one, ...terms } = order;
    const { merchant, fiat } = holderOf(harness.model, holder);
    const sides = [
      { ...one, fiat },
      { ...other, fiat: to },
    ] as const;
    return createOrder(harness, { ...terms, merchant, kind: 'fiat_to_fiat', sides }, format);
  }),
  itemCommand('order moved', 5, all, { status }, move),
  itemCommand('open purchase paid or released', 5, open, { status: paidOrReleased }, move),
  itemCommand('paid purchase moved', 5, paid, { status: afterPaid }, move),
  itemCommand('order refunded', 1, all, {}, refund),
  itemCommand('released purchase refunded', 6, released, {}, refund),
  command(
    'refund reversed',
    6,
    reversalInput,
    (harness, { pick, any }) => {
      const order = pickFrom((any ? all : refunded)(harness.model), pick)!;
      return updateOrder(harness, order, { hasRefund: false });
    },
    (model, { any }) => (any ? all : refunded)(model).length > 0,
  ),
  command('unknown order, activation or claim', 1, unknownPath, (harness, [path, body]) =>
    harness.control(path, body, NOT_FOUND),
  ),
];
