import {
  accountOf,
  backdatedError,
  feeLegs,
  feeOf,
  movement,
  notOpenError,
  post,
  reversed,
} from './ledger.js';
import {
  expectedError,
  futureTimeError,
  isExpectedError,
  NOT_FOUND,
  ownMerchant,
  unobserved,
  type Claim,
  type ExpectedError,
  type Model,
  type TimeRange,
  type Transfer,
} from './model.js';

export type ClaimRequest = Pick<Claim, 'merchant' | 'clientId' | 'fiat' | 'amount' | 'method'>;
export type TransferRequest = Pick<Transfer, 'from' | 'to' | 'clientId' | 'fiat' | 'amount'>;

/** Fifteen digits before the decimal point (sandbox/README.md, Amounts). */
const MAX_AMOUNT = 99_999_999_999_999_999n;
const AMOUNT_TOO_LARGE = expectedError(400, /[aA]mount/);
const DIFFERENT_BODY = expectedError(409, /clientId/);

/** Operation 3. A repeated clientId returns the first claim and books nothing. */
export function claim(model: Model, request: ClaimRequest, at: TimeRange): Claim | ExpectedError {
  const { merchant, clientId, fiat, amount, method } = request;
  if (amount > MAX_AMOUNT) return AMOUNT_TOO_LARGE;
  const owner = ownMerchant(model, merchant);
  if (isExpectedError(owner)) return owner;
  const stored = model.methods.find((each) => each.id === method && each.merchant === merchant);
  if (!stored) return NOT_FOUND;
  if (stored.fiat !== fiat) return expectedError(400, /\bfiat\b/);
  const previous =
    clientId !== undefined &&
    model.claims.find((each) => each.merchant === merchant && each.clientId === clientId);
  if (previous) return previous.amount === amount && previous.method === method ? previous : DIFFERENT_BODY;
  return notOpenError(model, merchant, fiat) ?? newClaim(model, request, at);
}

function newClaim(model: Model, request: ClaimRequest, at: TimeRange): Claim | ExpectedError {
  const { merchant, clientId, fiat, amount } = request;
  const fee = feeOf(model.fees.claim, amount);
  const funding = unobserved(model.txIds);
  const legs = [
    ...movement(merchant, 'bank', amount, { category: 'TRANSFER', flowType: 'WITHDRAW', funding }),
    ...feeLegs(merchant, fee, 'WITHDRAW', funding),
  ];
  const error = post(model, { fiat, legs, extId: clientId ?? '', at });
  if (error) return error;
  const booked: Claim = { ...request, fee, funding, legs, at, response: unobserved(), isRejected: false };
  model.claims.push(booked);
  return booked;
}

/** The bank returns a claim, amount and fee, once. */
export function rejectClaim(model: Model, claim: Claim, at: TimeRange): ExpectedError | undefined {
  const posting = { fiat: claim.fiat, legs: reversed(claim.legs), extId: claim.clientId ?? '', at };
  const repeated = claim.isRejected ? expectedError(422, /rejected before/) : undefined;
  const error = futureTimeError(at) ?? backdatedError(model, posting) ?? repeated ?? post(model, posting);
  if (!error) claim.isRejected = true;
  return error;
}

/** The payment id of a transfer in each currency; the others have none (spec: Transfer pending funds). */
export const TRANSFER_IDS: ReadonlyMap<string, number> = new Map([
  ['MXN', 58],
  ['ARS', 63],
  ['COP', 68],
  ['BRL', 90],
  ['PEN', 95],
]);

/** Operation 4. A repeated clientId returns the first transfer and books nothing. */
export function transfer(model: Model, request: TransferRequest, at: TimeRange): Transfer | ExpectedError {
  const { from, to, clientId, fiat, amount } = request;
  if (!TRANSFER_IDS.has(fiat)) return expectedError(400, /\bfiat\b/);
  if (amount > MAX_AMOUNT) return AMOUNT_TOO_LARGE;
  if (from === to) return expectedError(400, /toMerchantId/);
  for (const id of [from, to]) {
    const merchant = ownMerchant(model, id);
    if (isExpectedError(merchant)) return merchant;
  }
  const previous = model.transfers.find((each) => each.from === from && each.clientId === clientId);
  if (previous) {
    const isSame = previous.to === to && previous.fiat === fiat && previous.amount === amount;
    return isSame ? previous : DIFFERENT_BODY;
  }
  return notOpenError(model, from, fiat) ?? notOpenError(model, to, fiat) ?? newTransfer(model, request, at);
}

function newTransfer(model: Model, request: TransferRequest, at: TimeRange): Transfer | ExpectedError {
  const { from, to, clientId, fiat, amount } = request;
  const fee = feeOf(model.fees.transfer, amount);
  const [sent, received] = [unobserved(model.txIds), unobserved(model.txIds)];
  const category = 'TRANSFER' as const;
  const legs = [
    { owner: from, changed: -amount, category, flowType: 'TRANSFER_OUT', funding: sent },
    { owner: to, changed: amount, category, flowType: 'TRANSFER_IN', funding: received },
    ...feeLegs(from, fee, 'TRANSFER_OUT', sent),
  ];
  const error = post(model, { fiat, legs, extId: clientId, at });
  if (error) return error;
  const booked: Transfer = { ...request, fee, sent, received, at, response: unobserved() };
  model.transfers.push(booked);
  return booked;
}

/** The largest amount an account can pay together with the fee; 1 if it can pay nothing. */
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
