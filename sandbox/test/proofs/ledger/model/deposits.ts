import { move, post } from './book.js';
import {
  isRefusal,
  known,
  notYet,
  refusal,
  untold,
  type Deposit,
  type Issuance,
  type Model,
  type Moment,
  type Refusal,
  type Told,
} from './model.js';

/** Takes a deposit in: credited where its clues agree on one account that takes deposits, else kept with the reason. */
export function takeDeposit(model: Model, told: Told, at: Moment): Deposit | Refusal {
  const early = notYet(at);
  if (early) return early;
  if (!model.merchants.has(told.merchant)) return refusal(404, /was not found/);
  const found = judged(model, told);
  const deposit = typeof found === 'string' ? kept(told, found, at) : credited(model, told, found, at);
  if (!isRefusal(deposit)) model.deposits.push(deposit);
  return deposit;
}

function kept(told: Told, unmatched: string, at: Moment): Deposit {
  return { id: untold(), told, unmatched, paymentId: null, flow: null, at };
}

function credited(
  model: Model,
  told: Told,
  { merchant, paymentId, txId }: Issuance,
  at: Moment,
): Deposit | Refusal {
  const { fiat, amount } = told;
  const funding = txId === undefined ? untold<bigint>() : known(txId);
  const legs = move('bank', merchant, amount, { category: 'TRANSFER', flowType: 'DEPOSIT', funding });
  const refused = post(model, { fiat, legs, extId: untold(), at });
  if (refused) return refused;
  return { id: untold(), told, unmatched: null, paymentId, flow: model.flows.at(-1)!, at };
}

function judged(model: Model, told: Told): Issuance | string {
  const found = reconciled(model, told);
  if (typeof found === 'string') return found;
  if (found.merchant !== told.merchant) return 'other merchant';
  if (found.fiat !== told.fiat) return 'other currency';
  return isActive(model, found) ? found : 'account not active';
}

/** Clues that lead nowhere are passed over; the others must agree. A funding says more than an account. */
function reconciled({ issued }: Model, { txId, account, reference }: Told): Issuance | string {
  if (txId === undefined && account === undefined && reference === undefined) return 'no clue';
  const found = [
    ...issued.filter((each) => each.txId !== undefined && String(each.txId) === txId),
    ...issued.filter((each) => each.account !== undefined && each.account === account),
    ...issued.filter((each) => each.reference !== undefined && reference?.includes(each.reference)),
  ];
  const [first] = found;
  if (!first) return 'unknown';
  if (found.some(({ merchant, fiat }) => merchant !== first.merchant || fiat !== first.fiat))
    return 'contradiction';
  const fundings = found.filter((each) => each.txId !== undefined);
  if (new Set(fundings.map((each) => each.txId)).size > 1) return 'contradiction';
  return fundings[0] ?? first;
}

function isActive({ virtualAccounts }: Model, { merchant, paymentId, alias }: Issuance): boolean {
  const isIts = (each: { merchant: bigint; paymentId: number; alias: string }) =>
    each.merchant === merchant && each.paymentId === paymentId && each.alias === alias;
  return alias === '' || virtualAccounts.some((each) => isIts(each) && each.status === 2);
}
