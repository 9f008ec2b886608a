import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { idOf, num, type Bench } from '../bench.js';
import { learn, learnTime, same } from '../divergence.js';
import { accountOf } from '../model/book.js';
import { isRefusal, pickOf, type Model, type Order, type OrderKind, type Side } from '../model/model.js';
import { makeOrder, moveOrder, refundOrder, TOKENS, type OrderAsk } from '../model/orders.js';
import { command, written, type Kind, type Writing } from './command.js';
import { amount, clientId, fiat, holder, holderOf, pick, writing } from './inputs.js';

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

/** Spec: Order. What a side's payment info holds the specification leaves out, and so does the model. */
export function recordOf(model: Model, order: Order, told: OrderRecord): object {
  const { id, clientId, sides, price, status, at, completed } = order;
  const [one, other] = sides;
  const times = {
    createTime: String(at.earliest),
    completedTime: completed ? String(completed.earliest) : '',
  };
  if (other)
    return {
      ...{ orderId: id.value, clientId, orderPrice: price, orderStatus: num(status), ...times },
      ...sideOf(model, order, 'onRamp', one),
      ...sideOf(model, order, 'offRamp', other),
      ...{ onRampPaymentInfo: told.onRampPaymentInfo, offRampPaymentInfo: told.offRampPaymentInfo },
    };
  return {
    ...{ orderId: id.value, clientId, merchantId: num(order.merchant), paymentId: num(one.paymentId) },
    ...{ country: COUNTRIES[one.fiat], crypto: order.crypto, fiat: one.fiat, orderType: order.kind },
    ...{ orderPrice: price, cryptoAmount: order.cryptoAmount, fiatAmount: fromMinor(one.amount) },
    ...{ fiatFee: fromMinor(one.fee), orderStatus: num(status), hasRefund: num(order.hasRefund ? 1 : 0) },
    ...times,
  };
}

function sideOf(model: Model, { merchant }: Order, name: string, side: Side): object {
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

/** Holds what an answer tells of an order against the model, and takes in what only it tells. */
function takeIn({ model }: Bench, order: Order, told: OrderRecord): void {
  learn(order.id, told.orderId, 'id of an order');
  learnTime(order.at, idOf(told.createTime), 'time of an order');
  if (order.completed) learnTime(order.completed, idOf(told.completedTime), 'completion of an order');
  learnSettings(model, order, told);
  same('answer', told, recordOf(model, order, told), 'an order');
}

/** What the API calls a merchant settings id is the id of the account. */
function learnSettings(model: Model, { merchant, sides }: Order, told: object): void {
  if (sides.length === 1) return;
  for (const [name, { fiat }] of [['onRamp', sides[0]] as const, ['offRamp', sides[1]] as const])
    learn(
      accountOf(model, merchant, fiat)!.id,
      idOf(Reflect.get(told, `${name}MerchantId`)),
      'id of an account',
    );
}

/** Makes an order and holds the answer against the model. */
export async function order(bench: Bench, ask: OrderAsk, as: Writing): Promise<void> {
  const expected = makeOrder(bench.model, ask, bench.moment());
  const call = { path: '/sandbox/orders', body: bodyOf(ask, as), as: 'control' as const };
  const { data } = await bench.ask<OrderRecord>(call, isRefusal(expected) ? expected : 201);
  if (!isRefusal(expected)) takeIn(bench, expected, data);
}

function bodyOf(ask: OrderAsk, as: Writing): object {
  const { kind, clientId, merchant, sides, crypto, cryptoAmount, price } = ask;
  const head = { clientId, merchantId: num(merchant), orderType: kind, orderPrice: price };
  const [one, other] = sides.map(({ fiat, paymentId, amount, fee }) => ({
    ...{ fiat, paymentId, amount: written(amount, as), fee: fee === 0n ? '0' : written(fee, as) },
  }));
  if (other) return { ...head, onRamp: one, offRamp: other };
  const { fiat, paymentId, amount, fee } = one!;
  return { ...head, paymentId, crypto, fiat, cryptoAmount, fiatAmount: amount, fiatFee: fee };
}

const fee = fc.constantFrom(0n, 1n, 50n, 199n);
const sideInput = fc.record({ paymentId: fc.constantFrom(105, 63, 90), amount, fee });
/** Now and then one nobody knows. */
export const token = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...TOKENS.keys()) },
  fc.constant('DOGE'),
);

const orderInput = fc.record({
  ...{ clientId, holder, writing, one: sideInput, crypto: token },
  cryptoAmount: fc.constantFrom('1', '0.00000001', '123456.789'),
  price: fc.constantFrom('17.25', '0.0000000001', '1'),
});

const orderCommand = (name: string, kind: Exclude<OrderKind, 'fiat_to_fiat'>, weight: number): Kind =>
  command({
    ...{ name, weight, input: orderInput },
    run: (bench, { holder, writing, one, ...rest }) => {
      const { merchant, fiat } = holderOf(bench.model, holder);
      return order(bench, { ...rest, merchant, kind, sides: [{ ...one, fiat }] }, writing);
    },
  });

/** Mostly a status of some kind, and the ones that move money more often. */
const status = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(50, 60, 70) },
  { weight: 2, arbitrary: fc.constantFrom(10, 30, 31, 40, 41, 51, 71, 72, 55, 40_000) },
);

/** Moves an order, refunds it or takes the refund back, and holds the answer against the model. */
export async function change(
  bench: Bench,
  changed: Order,
  body: { orderStatus: number } | { hasRefund: boolean },
): Promise<void> {
  const { model } = bench;
  const expected =
    'orderStatus' in body
      ? moveOrder(model, changed, body.orderStatus, () => bench.moment())
      : refundOrder(model, changed, body.hasRefund, bench.moment());
  const call = { path: `/sandbox/orders/${changed.id.value}`, body, as: 'control' as const };
  const { data } = await bench.ask<OrderRecord>(call, expected);
  if (!expected) takeIn(bench, changed, data);
}

const open = ({ orders }: Readonly<Model>) =>
  orders.filter(({ kind, status }) => kind === 'fiat_to_crypto' && status < 60);
const paid = (model: Readonly<Model>) => open(model).filter(({ status }) => status === 50);
const released = ({ orders }: Readonly<Model>) =>
  orders.filter(({ kind, status }) => kind === 'fiat_to_crypto' && status === 60);
const refunded = (model: Readonly<Model>) => released(model).filter(({ hasRefund }) => hasRefund);

export const ORDERS: readonly Kind[] = [
  orderCommand('purchase ordered', 'fiat_to_crypto', 6),
  orderCommand('sale ordered', 'crypto_to_fiat', 1),
  command({
    name: 'exchange ordered',
    input: fc.record({ drawn: orderInput, other: sideInput, to: fiat }),
    run: (bench, { drawn: { holder, writing, one, ...rest }, other, to }) => {
      const { merchant, fiat } = holderOf(bench.model, holder);
      const sides = [
        { ...one, fiat },
        { ...other, fiat: to },
      ] as const;
      return order(bench, { ...rest, merchant, kind: 'fiat_to_fiat', sides }, writing);
    },
  }),
  command({
    name: 'order moved',
    weight: 5,
    input: fc.record({ pick, status }),
    isPossible: ({ orders }) => orders.length > 0,
    run: (bench, { pick, status }) =>
      change(bench, pickOf(bench.model.orders, pick)!, { orderStatus: status }),
  }),
  command({
    name: 'purchase paid or released',
    weight: 5,
    input: fc.record({ pick, status: fc.constantFrom(50, 60) }),
    isPossible: (model) => open(model).length > 0,
    run: (bench, { pick, status }) =>
      change(bench, pickOf(open(bench.model), pick)!, { orderStatus: status }),
  }),
  command({
    name: 'paid purchase moved',
    weight: 5,
    input: fc.record({ pick, status: fc.constantFrom(30, 40, 60, 60, 70, 70) }),
    isPossible: (model) => paid(model).length > 0,
    run: (bench, { pick, status }) =>
      change(bench, pickOf(paid(bench.model), pick)!, { orderStatus: status }),
  }),
  command({
    name: 'order refunded',
    input: fc.record({ pick }),
    isPossible: ({ orders }) => orders.length > 0,
    run: (bench, { pick }) => change(bench, pickOf(bench.model.orders, pick)!, { hasRefund: true }),
  }),
  command({
    name: 'purchase refunded',
    weight: 6,
    input: fc.record({ pick }),
    isPossible: (model) => released(model).length > 0,
    run: (bench, { pick }) => change(bench, pickOf(released(bench.model), pick)!, { hasRefund: true }),
  }),
  command({
    name: 'refund taken back',
    weight: 6,
    input: fc.record({ pick, any: fc.constantFrom(false, false, false, true) }),
    isPossible: (model, { any }) => (any ? model.orders : refunded(model)).length > 0,
    run: (bench, { pick, any }) =>
      change(bench, pickOf(any ? bench.model.orders : refunded(bench.model), pick)!, { hasRefund: false }),
  }),
  command({
    name: 'order, activation or claim nobody knows',
    input: fc.constantFrom<[string, object]>(
      ['orders/999999999', { orderStatus: 30 }],
      ['orders/999999999', { hasRefund: true }],
      ['activations/999999999', { decision: 'accepted' }],
      ['claims/999999999/reject', {}],
    ),
    run: async (bench, [path, body]) => {
      await bench.ask(
        { path: `/sandbox/${path}`, body, as: 'control' },
        { status: 404, words: /was not found/ },
      );
    },
  }),
];
