import { accountOf, feeLegs, feeOf, movement, post, rejectBackdated, reversed } from './ledger.js';
import {
  found,
  ownMerchant,
  rejectFuture,
  rejectIf,
  unobserved,
  type Claim,
  type Model,
  type TimeRange,
  type Transfer,
} from './model.js';

export type ClaimRequest = Pick<Claim, 'merchant' | 'clientId' | 'fiat' | 'amount' | 'method'>;
export type TransferRequest = Pick<Transfer, 'from' | 'to' | 'clientId' | 'fiat' | 'amount'>;

/** An amount with fifteen digits before the decimal point (sandbox/README.md, Amounts). */
const MAX_AMOUNT = 99_999_999_999_999_999n;

/** A claim or transfer needs an active channel of its currency (spec: "Ids must be valid and active"). */
function rejectNotActive({ channels }: Model, merchant: bigint, fiat: string): void {
  const isActive = channels.some(
    (each) => each.merchant === merchant && each.fiat === fiat && each.status === 'active',
  );
  rejectIf(!isActive, 422, /no active/);
}

/** Operation 3. A repeated clientId returns the first claim and books nothing. */
export function claim(model: Model, request: ClaimRequest, at: TimeRange): Claim {
  const { merchant, clientId, fiat, amount, method } = request;
  rejectIf(amount > MAX_AMOUNT, 400, /[aA]mount/);
  ownMerchant(model, merchant);
  const stored = found(model.methods.find((each) => each.id === method && each.merchant === merchant));
  rejectIf(stored.fiat !== fiat, 400, /\bfiat\b/);
  const previous =
    clientId !== undefined &&
    model.claims.find((each) => each.merchant === merchant && each.clientId === clientId);
  if (previous) {
    rejectIf(previous.amount !== amount || previous.method !== method, 409, /clientId/);
    return previous;
  }
  rejectNotActive(model, merchant, fiat);
  return newClaim(model, request, at);
}

function newClaim(model: Model, request: ClaimRequest, at: TimeRange): Claim {
  const { merchant, clientId, fiat, amount } = request;
  const fee = feeOf(model.fees.claim, amount);
  const funding = unobserved(model.txIds);
  const legs = [
    ...movement(merchant, 'bank', amount, { category: 'TRANSFER', flowType: 'WITHDRAW', funding }),
    ...feeLegs(merchant, fee, 'WITHDRAW', funding),
  ];
  post(model, { fiat, legs, extId: clientId ?? '', at });
  const booked: Claim = { ...request, fee, funding, legs, at, response: unobserved(), isRejected: false };
  model.claims.push(booked);
  return booked;
}

/** The bank returns the amount and the fee of a claim, once. */
export function rejectClaim(model: Model, claim: Claim, at: TimeRange): Claim {
  const posting = { fiat: claim.fiat, legs: reversed(claim.legs), extId: claim.clientId ?? '', at };
  rejectFuture(at);
  rejectBackdated(model, posting);
  rejectIf(claim.isRejected, 422, /already been rejected/);
  post(model, posting);
  claim.isRejected = true;
  return claim;
}

/** The payment id of a transfer by currency. Other currencies have none (spec: Transfer pending funds). */
export const TRANSFER_IDS: ReadonlyMap<string, number> = new Map([
  ['MXN', 58],
  ['ARS', 63],
  ['COP', 68],
  ['BRL', 90],
  ['PEN', 95],
]);

/** Operation 4. A repeated clientId returns the first transfer and books nothing. */
export function transfer(model: Model, request: TransferRequest, at: TimeRange): Transfer {
  const { from, to, clientId, fiat, amount } = request;
  rejectIf(!TRANSFER_IDS.has(fiat), 400, /\bfiat\b/);
  rejectIf(amount > MAX_AMOUNT, 400, /[aA]mount/);
  rejectIf(from === to, 400, /toMerchantId/);
  for (const id of [from, to]) ownMerchant(model, id);
  const previous = model.transfers.find((each) => each.from === from && each.clientId === clientId);
  if (previous) {
    const isSame = previous.to === to && previous.fiat === fiat && previous.amount === amount;
    rejectIf(!isSame, 409, /clientId/);
    return previous;
  }
  for (const id of [from, to]) rejectNotActive(model, id, fiat);
  return newTransfer(model, request, at);
}

function newTransfer(model: Model, request: TransferRequest, at: TimeRange): Transfer {
  const { from, to, clientId, fiat, amount } = request;
  const fee = feeOf(model.fees.transfer, amount);
  const [sent, received] = [unobserved(model.txIds), unobserved(model.txIds)];
  const category = 'TRANSFER' as const;
  const legs = [
    { owner: from, changed: -amount, category, flowType: 'TRANSFER_OUT', funding: sent },
    { owner: to, changed: amount, category, flowType: 'TRANSFER_IN', funding: received },
    ...feeLegs(from, fee, 'TRANSFER_OUT', sent),
  ];
  post(model, { fiat, legs, extId: clientId, at });
  const booked: Transfer = { ...request, fee, sent, received, at, response: unobserved() };
  model.transfers.push(booked);
  return booked;
}

/** The largest amount that an account can pay together with the fee; 1 if it can pay nothing. */
export function maxPayable(
  model: Model,
  operation: 'claim' | 'transfer',
  merchant: bigint,
  fiat: string,
): bigint {
  const fee = model.fees[operation];
  const balance = accountOf(model, merchant, fiat)?.balance ?? 0n;
  let [low, high] = [0n, balance];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle + feeOf(fee, middle) <= balance) low = middle;
    else high = middle - 1n;
  }
  return low === 0n ? 1n : low;
}
