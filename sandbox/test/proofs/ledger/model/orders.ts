import { feeLegs, move, notOpen, post, turned } from './book.js';
import {
  notYet,
  refusal,
  untold,
  type CryptoTransfer,
  type Leg,
  type Model,
  type Moment,
  type Order,
  type OrderKind,
  type Refusal,
} from './model.js';

export type OrderAsk = Pick<
  Order,
  'kind' | 'clientId' | 'merchant' | 'sides' | 'crypto' | 'cryptoAmount' | 'price'
>;

const ONE_SIDED = [10, 30, 31, 40, 50, 60, 70];

/** The statuses of each kind of order (spec: States and transitions). */
export const STATUSES: Readonly<Record<OrderKind, readonly number[]>> = {
  fiat_to_crypto: ONE_SIDED,
  crypto_to_fiat: ONE_SIDED,
  fiat_to_fiat: [10, 30, 31, 41, 51, 60, 71, 72],
};

const [PAID, RELEASED, CANCELED] = [50, 60, 70];

/** Decimals of the tokens that are traded. */
export const TOKENS: ReadonlyMap<string, number> = new Map([
  ['USDT', 6],
  ['USDC', 6],
  ['BTC', 8],
]);

/** A new order. A clientId is a merchant's own among its orders with crypto, and among the others. */
export function makeOrder(model: Model, ask: OrderAsk, at: Moment): Order | Refusal {
  const { kind, merchant, clientId, sides } = ask;
  const hasCrypto = kind !== 'fiat_to_fiat';
  const [one, other] = sides;
  if (other && one.fiat === other.fiat) return refusal(400, /\bfiat\b/);
  if (hasCrypto && !TOKENS.has(ask.crypto)) return refusal(400, /\bcrypto\b/);
  if (!model.merchants.has(merchant)) return refusal(404, /was not found/);
  for (const { fiat } of sides) {
    const refused = notOpen(model, merchant, fiat);
    if (refused) return refused;
  }
  const isTaken = model.orders.some(
    (each) =>
      each.merchant === merchant &&
      each.clientId === clientId &&
      (each.kind !== 'fiat_to_fiat') === hasCrypto,
  );
  if (isTaken) return refusal(409, /clientId/);
  const order: Order = {
    ...{ ...ask, id: untold(), funding: untold(), paid: [], refunds: 0, hasRefund: false },
    ...{ status: 10, at, completed: undefined },
  };
  model.orders.push(order);
  return order;
}

/** Moves an order on. A purchase is paid once, when it is paid or released; canceled, it gets all of it back. */
export function moveOrder(
  model: Model,
  order: Order,
  status: number,
  moment: () => Moment,
): Refusal | undefined {
  if (!STATUSES[order.kind].includes(status)) return refusal(400, /orderStatus/);
  if (status <= order.status || order.status >= RELEASED) return refusal(422, /does not move/);
  const isPurchase = order.kind === 'fiat_to_crypto';
  const [{ fiat }] = order.sides;
  const legs = isPurchase ? chargeOf(order, status) : [];
  if (legs.length > 0) {
    const refused = post(model, { fiat, legs, extId: order.id.value!, at: moment() });
    if (refused) return refused;
    if (status !== CANCELED) order.paid = legs;
  }
  order.status = status;
  if (status >= RELEASED) order.completed = moment();
  return undefined;
}

function chargeOf(order: Order, status: number): readonly Leg[] {
  const { merchant, paid, funding, sides } = order;
  const isPaid = paid.length > 0;
  if (status === CANCELED) return turned(paid);
  if (isPaid || (status !== PAID && status !== RELEASED)) return [];
  const [{ amount, fee }] = sides;
  return [
    ...move(merchant, 'exchange', amount, { category: 'TRADE', flowType: 'BUY_CRYPTO', funding }),
    ...feeLegs(merchant, fee, 'BUY_CRYPTO', funding),
  ];
}

/** A released purchase is given back without its fee, and that taken back: each once. */
export function refundOrder(
  model: Model,
  order: Order,
  isRefunded: boolean,
  at: Moment,
): Refusal | undefined {
  const isAsItWas = order.hasRefund === isRefunded;
  const isOver = isRefunded && order.refunds > 0;
  if (order.kind !== 'fiat_to_crypto' || order.status !== RELEASED || isAsItWas || isOver)
    return refusal(422, /refund/);
  const { merchant, funding } = order;
  const [{ fiat, amount }] = order.sides;
  const legs = move('exchange', merchant, amount, { category: 'TRADE', flowType: 'REFUND', funding });
  const refused = post(model, { fiat, legs: isRefunded ? legs : turned(legs), extId: order.id.value!, at });
  if (refused) return refused;
  order.hasRefund = isRefunded;
  if (isRefunded) order.refunds++;
  return undefined;
}

export type CryptoAsk = Pick<CryptoTransfer, 'from' | 'to' | 'token' | 'units' | 'clientId'>;

/** A transfer of crypto: two records or none, once under a sender's clientId (sandbox.md, I4). */
export function transferCrypto(model: Model, ask: CryptoAsk, at: Moment): CryptoTransfer | Refusal {
  const { from, to, token, clientId } = ask;
  const early = notYet(at);
  if (early) return early;
  if (!model.merchants.has(from) || !model.merchants.has(to)) return refusal(404, /was not found/);
  if (from === to) return refusal(400, /toMerchantId/);
  if (!TOKENS.has(token)) return refusal(400, /tokenId/);
  if (model.cryptoTransfers.some((each) => each.from === from && each.clientId === clientId))
    return refusal(409, /clientId/);
  const made: CryptoTransfer = { ...ask, at, ids: [untold(), untold()] };
  model.cryptoTransfers.push(made);
  return made;
}
