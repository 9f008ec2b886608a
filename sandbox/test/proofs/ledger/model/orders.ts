import { feeLegs, movement, notOpenError, post, reversed } from './ledger.js';
import {
  expectedError,
  futureTimeError,
  NOT_FOUND,
  unobserved,
  type CryptoTransfer,
  type ExpectedError,
  type Leg,
  type Model,
  type Order,
  type OrderKind,
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

/** Decimals of the tokens that are traded. */
export const TOKENS: ReadonlyMap<string, number> = new Map([
  ['USDT', 6],
  ['USDC', 6],
  ['BTC', 8],
]);

/** Places an order. A clientId is unique among a merchant's orders with crypto, and among those without. */
export function placeOrder(model: Model, request: OrderRequest, at: TimeRange): Order | ExpectedError {
  const { kind, merchant, clientId, sides } = request;
  const hasCrypto = kind !== 'fiat_to_fiat';
  const [one, other] = sides;
  if (other && one.fiat === other.fiat) return expectedError(400, /\bfiat\b/);
  if (hasCrypto && !TOKENS.has(request.crypto)) return expectedError(400, /\bcrypto\b/);
  if (!model.merchants.has(merchant)) return NOT_FOUND;
  for (const { fiat } of sides) {
    const error = notOpenError(model, merchant, fiat);
    if (error) return error;
  }
  const isTaken = model.orders.some(
    (each) =>
      each.merchant === merchant &&
      each.clientId === clientId &&
      (each.kind !== 'fiat_to_fiat') === hasCrypto,
  );
  if (isTaken) return expectedError(409, /clientId/);
  const initial = { status: 10, paid: [], refunds: 0, hasRefund: false, completed: undefined };
  const order = { ...request, ...initial, id: unobserved<string>(), funding: unobserved(model.txIds), at };
  model.orders.push(order);
  return order;
}

/** Changes the status of an order. A purchase is charged once, when it is paid or released, and canceling reverses it. */
export function moveOrder(
  model: Model,
  order: Order,
  status: number,
  requestTime: () => TimeRange,
): ExpectedError | undefined {
  if (!STATUSES[order.kind].includes(status)) return expectedError(400, /orderStatus/);
  if (status <= order.status || order.status >= RELEASED) return expectedError(422, /does not move/);
  const [{ fiat }] = order.sides;
  const legs = order.kind === 'fiat_to_crypto' ? chargeOf(order, status) : [];
  if (legs.length > 0) {
    const error = post(model, { fiat, legs, extId: order.id.value!, at: requestTime() });
    if (error) return error;
    if (status !== CANCELED) order.paid = legs;
  }
  order.status = status;
  if (status >= RELEASED) order.completed = requestTime();
  return undefined;
}

/** What a purchase books when it reaches a status. */
function chargeOf({ merchant, paid, funding, sides }: Order, status: number): readonly Leg[] {
  if (status === CANCELED) return reversed(paid);
  if (paid.length > 0 || (status !== PAID && status !== RELEASED)) return [];
  const [{ amount, fee }] = sides;
  return [
    ...movement(merchant, 'exchange', amount, { category: 'TRADE', flowType: 'BUY_CRYPTO', funding }),
    ...feeLegs(merchant, fee, 'BUY_CRYPTO', funding),
  ];
}

/** Refunds the amount of a released purchase, without its fee, or reverses that refund: each once. */
export function refundOrder(
  model: Model,
  order: Order,
  isRefunded: boolean,
  at: TimeRange,
): ExpectedError | undefined {
  const isUnchanged = order.hasRefund === isRefunded;
  const isSecond = isRefunded && order.refunds > 0;
  if (order.kind !== 'fiat_to_crypto' || order.status !== RELEASED || isUnchanged || isSecond)
    return expectedError(422, /refund/);
  const { merchant, funding } = order;
  const [{ fiat, amount }] = order.sides;
  const refund = movement('exchange', merchant, amount, { category: 'TRADE', flowType: 'REFUND', funding });
  const legs = isRefunded ? refund : reversed(refund);
  const error = post(model, { fiat, legs, extId: order.id.value!, at });
  if (error) return error;
  order.hasRefund = isRefunded;
  if (isRefunded) order.refunds++;
  return undefined;
}

export type CryptoRequest = Pick<CryptoTransfer, 'from' | 'to' | 'token' | 'units' | 'clientId'>;

/** A crypto transfer: two records or none, once per sender and clientId (sandbox/README.md I4). */
export function transferCrypto(
  model: Model,
  request: CryptoRequest,
  at: TimeRange,
): CryptoTransfer | ExpectedError {
  const { from, to, token, clientId } = request;
  const error = futureTimeError(at);
  if (error) return error;
  if (!model.merchants.has(from) || !model.merchants.has(to)) return NOT_FOUND;
  if (from === to) return expectedError(400, /toMerchantId/);
  if (!TOKENS.has(token)) return expectedError(400, /tokenId/);
  if (model.cryptoTransfers.some((each) => each.from === from && each.clientId === clientId))
    return expectedError(409, /clientId/);
  const transfer: CryptoTransfer = { ...request, at, ids: [unobserved(), unobserved()] };
  model.cryptoTransfers.push(transfer);
  return transfer;
}
