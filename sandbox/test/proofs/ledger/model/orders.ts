import { DEPOSIT_METHODS } from './accounts.js';
import { feeLegs, movement, post, rejectNotOpen, reversed } from './ledger.js';
import {
  found,
  rejectFuture,
  rejectIf,
  unobserved,
  type CryptoTransfer,
  type Leg,
  type Model,
  type Order,
  type OrderKind,
  type Side,
  type TimeRange,
} from './model.js';

export type OrderRequest = Pick<
  Order,
  'kind' | 'clientId' | 'merchant' | 'sides' | 'crypto' | 'cryptoAmount' | 'price'
>;

const CRYPTO_STATUSES = [10, 30, 31, 40, 50, 60, 70];

/** The statuses of each kind of order (spec: States and transitions). */
export const STATUSES: Readonly<Record<OrderKind, readonly number[]>> = {
  fiat_to_crypto: CRYPTO_STATUSES,
  crypto_to_fiat: CRYPTO_STATUSES,
  fiat_to_fiat: [10, 30, 31, 41, 51, 60, 71, 72],
};

const [PAID, RELEASED, CANCELED] = [50, 60, 70];

/** The decimals of the traded tokens. */
export const TOKENS: ReadonlyMap<string, number> = new Map([
  ['USDT', 6],
  ['USDC', 6],
  ['BTC', 8],
]);

/** Places an order. A clientId is unique among a merchant's orders of all kinds. */
export function placeOrder(model: Model, request: OrderRequest, at: TimeRange): Order {
  const { kind, merchant, clientId, sides } = request;
  const hasCrypto = kind !== 'fiat_to_fiat';
  const [one, other] = sides;
  const isOfCurrency = ({ paymentId, fiat }: Side) =>
    DEPOSIT_METHODS.some((method) => method.id === paymentId && method.fiat === fiat);
  rejectIf(!sides.every(isOfCurrency), 400, /\bpaymentId\b/);
  rejectIf(one.fiat === other?.fiat, 400, /\bfiat\b/);
  rejectIf(hasCrypto && !TOKENS.has(request.crypto), 400, /\bcrypto\b/);
  found(model.merchants.get(merchant));
  for (const { fiat } of sides) rejectNotOpen(model, merchant, fiat);
  const isTaken = model.orders.some((each) => each.merchant === merchant && each.clientId === clientId);
  rejectIf(isTaken, 409, /clientId/);
  const initial = { status: 10, paid: [], refunds: 0, hasRefund: false, completed: undefined };
  const order = { ...request, ...initial, id: unobserved<string>(), funding: unobserved(model.txIds), at };
  model.orders.push(order);
  return order;
}

/**
 * Changes the status of an order. A purchase is charged once, when it is paid or released. Canceling it
 * reverses the charge.
 */
export function moveOrder(model: Model, order: Order, status: number, requestTime: () => TimeRange): Order {
  rejectIf(!STATUSES[order.kind].includes(status), 400, /orderStatus/);
  rejectIf(status <= order.status || order.status >= RELEASED, 422, /cannot move/);
  const [{ fiat }] = order.sides;
  const legs = order.kind === 'fiat_to_crypto' ? chargeOf(order, status) : [];
  if (legs.length > 0) {
    post(model, { fiat, legs, extId: order.id.value!, at: requestTime() });
    if (status !== CANCELED) order.paid = legs;
  }
  order.status = status;
  if (status >= RELEASED) order.completed = requestTime();
  return order;
}

/** The entries of a purchase when it reaches a status. */
function chargeOf({ merchant, paid, funding, sides }: Order, status: number): readonly Leg[] {
  if (status === CANCELED) return reversed(paid);
  if (paid.length > 0 || (status !== PAID && status !== RELEASED)) return [];
  const [{ amount, fee }] = sides;
  return [
    ...movement(merchant, 'exchange', amount, { category: 'TRADE', flowType: 'BUY_CRYPTO', funding }),
    ...feeLegs(merchant, fee, 'BUY_CRYPTO', funding),
  ];
}

/**
 * Refunds the amount of a released purchase without its fee, or reverses that refund. Each happens at most
 * once.
 */
export function refundOrder(model: Model, order: Order, isRefunded: boolean, at: TimeRange): Order {
  const isUnchanged = order.hasRefund === isRefunded;
  const isSecond = isRefunded && order.refunds > 0;
  const isReleased = order.kind === 'fiat_to_crypto' && order.status === RELEASED;
  rejectIf(!isReleased || isUnchanged || isSecond, 422, /refund/);
  const { merchant, funding } = order;
  const [{ fiat, amount }] = order.sides;
  const refund = movement('exchange', merchant, amount, { category: 'TRADE', flowType: 'REFUND', funding });
  const legs = isRefunded ? refund : reversed(refund);
  post(model, { fiat, legs, extId: order.id.value!, at });
  order.hasRefund = isRefunded;
  if (isRefunded) order.refunds++;
  return order;
}

export type CryptoRequest = Pick<CryptoTransfer, 'from' | 'to' | 'token' | 'units' | 'clientId'>;

/** A crypto transfer: two records or none, once per sender and clientId (sandbox/README.md I4). */
export function transferCrypto(model: Model, request: CryptoRequest, at: TimeRange): CryptoTransfer {
  const { from, to, token, clientId } = request;
  for (const merchant of [from, to]) found(model.merchants.get(merchant));
  rejectIf(from === to, 400, /toMerchantId/);
  rejectFuture(at);
  rejectIf(!TOKENS.has(token), 400, /tokenId/);
  const isTaken = model.cryptoTransfers.some((each) => each.from === from && each.clientId === clientId);
  rejectIf(isTaken, 409, /clientId/);
  const transfer: CryptoTransfer = { ...request, at, ids: [unobserved(), unobserved()] };
  model.cryptoTransfers.push(transfer);
  return transfer;
}
