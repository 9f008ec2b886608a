import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import type { Harness } from '../harness.js';
import { DEPOSIT_METHODS } from '../model/accounts.js';
import { accountOf } from '../model/ledger.js';
import {
  ExpectedError,
  pickFrom,
  type Model,
  type Order,
  type OrderKind,
  type Side,
} from '../model/model.js';
import { moveOrder, placeOrder, refundOrder, TOKENS, type OrderRequest } from '../model/orders.js';
import { anything, digits, number, text } from '../record.js';
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
  rarely,
  type AmountFormat,
  type Generated,
} from './inputs.js';

const COUNTRIES: Readonly<Record<string, string>> = {
  MXN: 'Mexico',
  ARS: 'Argentina',
  COP: 'Colombia',
  BRL: 'Brazil',
  PEN: 'Peru',
  USD: 'United States',
  EUR: 'European Union',
};

/** Spec: Order. It leaves the payment info of each side open. */
export function orderRecord(model: Model, order: Order): object {
  const { id, clientId, sides, price, status, at, completed } = order;
  const [one, other] = sides;
  const common = {
    orderId: text(id),
    clientId,
    orderPrice: price,
    orderStatus: status,
    createTime: digits(at),
    completedTime: completed ? digits(completed) : '',
  };
  if (other)
    return {
      ...common,
      ...sideRecord(model, order, 'onRamp', one),
      ...sideRecord(model, order, 'offRamp', other),
    };
  return {
    ...common,
    merchantId: order.merchant,
    paymentId: one.paymentId,
    country: COUNTRIES[one.fiat],
    crypto: order.crypto,
    fiat: one.fiat,
    orderType: order.kind,
    cryptoAmount: order.cryptoAmount,
    fiatAmount: fromMinor(one.amount),
    fiatFee: fromMinor(one.fee),
    hasRefund: order.hasRefund ? 1 : 0,
  };
}

function sideRecord(model: Model, { merchant }: Order, name: string, side: Side): object {
  const { fiat, paymentId, amount, fee } = side;
  return {
    [`${name}MerchantId`]: number(accountOf(model, merchant, fiat)!.id),
    [`${name}PaymentId`]: paymentId,
    [`${name}Country`]: COUNTRIES[fiat],
    [`${name}Fiat`]: fiat,
    [`${name}FiatAmount`]: fromMinor(amount),
    [`${name}FiatFee`]: fromMinor(fee),
    [`${name}PaymentInfo`]: anything,
  };
}

/** Places an order through the control API and compares the response with the model. */
export async function createOrder(
  harness: Harness,
  request: OrderRequest,
  format: AmountFormat,
): Promise<void> {
  const { model } = harness;
  const call = { path: '/sandbox/orders', body: orderBody(request, format), success: 201 };
  const operation = () => placeOrder(model, request, harness.requestTime());
  await harness.compare('response', call, operation, 'an order', (order) => orderRecord(model, order));
}

function orderBody(request: OrderRequest, format: AmountFormat): object {
  const { kind, clientId, merchant, sides, crypto, cryptoAmount, price } = request;
  const common = { clientId, merchantId: merchant, orderType: kind, orderPrice: price };
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
/** A side without its currency, sometimes with a payment id that may belong to another currency. */
const sideInput = fc.record({ otherId: rarely(fc.constantFrom(105, 63, 90, 999)), amount, fee });

const toSide = ({ otherId, ...rest }: Generated<typeof sideInput>, fiat: string): Side => {
  const method = DEPOSIT_METHODS.find((each) => each.fiat === fiat)!;
  return { ...rest, fiat, paymentId: otherId ?? method.id };
};
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
    return createOrder(harness, { ...terms, merchant, kind, sides: [toSide(one, fiat)] }, format);
  });

/** A status of any kind of order or of none. Statuses that move money are more frequent. */
const status = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(50, 60, 70) },
  { weight: 2, arbitrary: fc.constantFrom(10, 30, 31, 40, 41, 51, 71, 72, 55, 40_000) },
);

/**
 * Changes the status or the refund of an order through the control API and compares the response with the
 * model.
 */
export async function updateOrder(
  harness: Harness,
  order: Order,
  body: { orderStatus: number } | { hasRefund: boolean },
): Promise<void> {
  const { model } = harness;
  const operation = () =>
    'orderStatus' in body
      ? moveOrder(model, order, body.orderStatus, () => harness.requestTime())
      : refundOrder(model, order, body.hasRefund, harness.requestTime());
  const call = { path: `/sandbox/orders/${order.id.value}`, body };
  await harness.compare('response', call, operation, 'an order', () => orderRecord(model, order));
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
  ['deposits/999999999/return', {}],
);

export const ORDERS: readonly CommandKind[] = [
  orderCommand('purchase ordered', 'fiat_to_crypto', 6),
  orderCommand('sale ordered', 'crypto_to_fiat', 1),
  command('exchange ordered', 1, exchangeInput, (harness, { order, other, to }) => {
    const { holder, format, one, ...terms } = order;
    const { merchant, fiat } = holderOf(harness.model, holder);
    const sides = [toSide(one, fiat), toSide(other, to)] as const;
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
  command('unknown order, activation, claim or deposit', 1, unknownPath, async (harness, [path, body]) => {
    await harness.send({ path: `/sandbox/${path}`, body }, new ExpectedError(404, /was not found/));
  }),
];
