import { accountOf, feeLegs, feeOf, move, notOpen, post, tooLate, turned } from './book.js';
import {
  isRefusal,
  notYet,
  ownMerchant,
  refusal,
  untold,
  type Claim,
  type Model,
  type Moment,
  type Refusal,
  type Transfer,
} from './model.js';

export type ClaimAsk = Pick<Claim, 'merchant' | 'clientId' | 'fiat' | 'amount' | 'method'>;
export type TransferAsk = Pick<Transfer, 'from' | 'to' | 'clientId' | 'fiat' | 'amount'>;

/** Fifteen digits before the point (sandbox/README.md, Amounts). */
const MOST = 99_999_999_999_999_999n;
const TOO_MUCH = refusal(400, /[aA]mount/);
const OTHER_BODY = refusal(409, /clientId/);

/** Operation 3. What was claimed under the clientId before is the same claim again, and nothing is booked. */
export function claim(model: Model, ask: ClaimAsk, at: Moment): Claim | Refusal {
  if (ask.amount > MOST) return TOO_MUCH;
  const merchant = ownMerchant(model, ask.merchant);
  if (isRefusal(merchant)) return merchant;
  const method = model.methods.find((each) => each.id === ask.method && each.merchant === ask.merchant);
  if (!method) return refusal(404, /was not found/);
  if (method.fiat !== ask.fiat) return refusal(400, /\bfiat\b/);
  const before = claimBefore(model, ask);
  if (before) return before.amount === ask.amount && before.method === ask.method ? before : OTHER_BODY;
  return notOpen(model, ask.merchant, ask.fiat) ?? newClaim(model, ask, at);
}

function claimBefore({ claims }: Model, { merchant, clientId }: ClaimAsk): Claim | undefined {
  if (clientId === undefined) return undefined;
  return claims.find((each) => each.merchant === merchant && each.clientId === clientId);
}

function newClaim(model: Model, ask: ClaimAsk, at: Moment): Claim | Refusal {
  const { merchant, clientId, fiat, amount } = ask;
  const fee = feeOf(model.fees.claim, amount);
  const funding = untold<bigint>();
  const legs = [
    ...move(merchant, 'bank', amount, { category: 'TRANSFER', flowType: 'WITHDRAW', funding }),
    ...feeLegs(merchant, fee, 'WITHDRAW', funding),
  ];
  const refused = post(model, { fiat, legs, extId: clientId ?? '', at });
  if (refused) return refused;
  const made: Claim = { ...ask, fee, funding, legs, at, answer: untold(), isRejected: false };
  model.claims.push(made);
  return made;
}

/** The bank sends a claim back, once: amount and fee return. */
export function rejectClaim(model: Model, sent: Claim, at: Moment): Refusal | undefined {
  const posting = { fiat: sent.fiat, legs: turned(sent.legs), extId: sent.clientId ?? '', at };
  const again = sent.isRejected ? refusal(422, /rejected before/) : undefined;
  const refused = notYet(at) ?? tooLate(model, posting) ?? again ?? post(model, posting);
  if (!refused) sent.isRejected = true;
  return refused;
}

/** The payment id of a transfer in each currency; the others have none (spec: Transfer pending funds). */
export const TRANSFER_IDS: ReadonlyMap<string, number> = new Map([
  ['MXN', 58],
  ['ARS', 63],
  ['COP', 68],
  ['BRL', 90],
  ['PEN', 95],
]);

/** Operation 4. What was sent under the clientId before is the same transfer again, and nothing is booked. */
export function transfer(model: Model, ask: TransferAsk, at: Moment): Transfer | Refusal {
  const { from, to, clientId, fiat, amount } = ask;
  if (!TRANSFER_IDS.has(fiat)) return refusal(400, /\bfiat\b/);
  if (amount > MOST) return TOO_MUCH;
  if (from === to) return refusal(400, /toMerchantId/);
  for (const id of [from, to]) {
    const merchant = ownMerchant(model, id);
    if (isRefusal(merchant)) return merchant;
  }
  const before = model.transfers.find((each) => each.from === from && each.clientId === clientId);
  if (before) {
    const isSame = before.to === to && before.fiat === fiat && before.amount === amount;
    return isSame ? before : OTHER_BODY;
  }
  return notOpen(model, from, fiat) ?? notOpen(model, to, fiat) ?? newTransfer(model, ask, at);
}

function newTransfer(model: Model, ask: TransferAsk, at: Moment): Transfer | Refusal {
  const { from, to, clientId, fiat, amount } = ask;
  const fee = feeOf(model.fees.transfer, amount);
  const [sent, received] = [untold<bigint>(), untold<bigint>()];
  const legs = [
    { owner: from, changed: -amount, category: 'TRANSFER', flowType: 'TRANSFER_OUT', funding: sent } as const,
    { owner: to, changed: amount, category: 'TRANSFER', flowType: 'TRANSFER_IN', funding: received } as const,
    ...feeLegs(from, fee, 'TRANSFER_OUT', sent),
  ];
  const refused = post(model, { fiat, legs, extId: clientId, at });
  if (refused) return refused;
  const made: Transfer = { ...ask, fee, sent, received, at, answer: untold() };
  model.transfers.push(made);
  return made;
}

/** The largest amount an account covers together with its fee; 1 where it covers none. */
export function mostPayable(
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
