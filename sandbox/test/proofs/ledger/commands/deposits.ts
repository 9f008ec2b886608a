import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { observe } from '../divergence.js';
import type { Harness } from '../harness.js';
import { leftOf, receiveDeposit, returnDeposit } from '../model/deposits.js';
import { pickFrom, type Deposit, type IncomingPayment, type Issuance, type Model } from '../model/model.js';
import { digits } from '../record.js';
import { command, itemCommand, type CommandKind } from './command.js';
import {
  amount,
  day,
  fiat,
  format,
  formatAmount,
  merchant,
  pick,
  rarely,
  type AmountFormat,
  type Generated,
} from './inputs.js';

const input = fc.record({ pick, second: pick, amount, format, day, merchant, fiat });
type Input = Generated<typeof input>;

/** Reports a payment through the control API and compares the response with the model. */
export async function sendDeposit(
  harness: Harness,
  payment: IncomingPayment,
  { format, day }: Pick<Input, 'format' | 'day'>,
): Promise<void> {
  const { merchant, ...rest } = payment;
  const body = { ...rest, merchantId: merchant, amount: formatAmount(payment.amount, format), at: day };
  const call = { path: '/sandbox/deposits', body, success: 201 };
  const { model } = harness;
  const operation = () => receiveDeposit(model, payment, harness.requestTime(day));
  const deposit = await harness.compare('response', call, operation, 'a deposit', (each) =>
    depositRecord(model, each),
  );
  if (deposit?.flow) observe(deposit.flow.extId, `D${deposit.id.value}`, 'extId of a deposit');
}

/** A deposit as the control API returns it. */
export function depositRecord({ merchants }: Model, deposit: Deposit): object {
  const { id, payment, unmatched, paymentId, flow, returns, at } = deposit;
  return {
    id: digits(id),
    matched: unmatched === null,
    unmatched,
    merchantId: String(payment.merchant),
    merchantName: merchants.get(payment.merchant)!.name,
    fiat: payment.fiat,
    amount: fromMinor(payment.amount),
    account: payment.account ?? null,
    reference: payment.reference ?? null,
    senderName: payment.senderName ?? null,
    paymentId,
    txId: flow && digits(flow.funding),
    flowId: flow && digits(flow.id),
    total: flow && fromMinor(flow.total),
    returned: fromMinor(payment.amount - leftOf(deposit)),
    returnFlowIds: returns.map(({ id }) => digits(id)),
    createTime: digits(at),
  };
}

/**
 * Has the bank return a share, in hundredths, of the rest of a deposit. Without a share, returns the whole
 * rest.
 */
export async function sendBack(
  harness: Harness,
  deposit: Deposit,
  { share, format, day }: { share: bigint | undefined; format: AmountFormat; day: bigint | undefined },
): Promise<void> {
  const { model } = harness;
  const sum = share === undefined ? undefined : (leftOf(deposit) * share) / 100n + 1n;
  const operation = () => returnDeposit(model, deposit, sum, harness.requestTime(day));
  const body = { amount: sum && formatAmount(sum, format), at: day };
  const call = { path: `/sandbox/deposits/${deposit.id.value}/return`, body };
  await harness.compare('response', call, operation, 'a returned deposit', (each) =>
    depositRecord(model, each),
  );
}

/** A payment without its amount. */
type Payee = Omit<IncomingPayment, 'amount'>;

/** A deposit whose payee is found in the model when the command runs. Impossible if there is none. */
function depositCommand(
  name: string,
  payeeOf: (model: Readonly<Model>, input: Input) => Payee | undefined,
  weight = 1,
): CommandKind {
  return command(
    name,
    weight,
    input,
    (harness, input) =>
      sendDeposit(harness, { ...payeeOf(harness.model, input)!, amount: input.amount }, input),
    (model, input) => payeeOf(model, input) !== undefined,
  );
}

const isOwnAccount = ({ alias, account }: Issuance) => alias === '' && account !== undefined;
const isVirtual = ({ alias, account }: Issuance) => alias !== '' && account !== undefined;

/** Pays to one of the issued details, by the reference that `referenceOf` takes from them. */
function paying(
  { issued }: Readonly<Model>,
  pick: number,
  isCandidate: (issuance: Issuance) => boolean,
  referenceOf: (issuance: Issuance) => Partial<Payee>,
): Payee | undefined {
  const issuance = pickFrom(issued.filter(isCandidate), pick);
  return issuance && { merchant: issuance.merchant, fiat: issuance.fiat, ...referenceOf(issuance) };
}

const byTxId = (model: Readonly<Model>, pick: number): Payee | undefined =>
  paying(
    model,
    pick,
    ({ txId }) => txId !== undefined,
    ({ txId }) => ({ txId: String(txId), senderName: 'Ana' }),
  );

const byAccount = (model: Readonly<Model>, pick: number, isCandidate = isOwnAccount): Payee | undefined =>
  paying(model, pick, isCandidate, ({ account }) => ({ account }));

/** References that were never issued. */
const UNKNOWN_REFERENCES: readonly Partial<Payee>[] = [
  {},
  { txId: '999999999' },
  { account: '012180000000000019' },
  { reference: 'GIFT' },
];

const canBeReturned = (deposit: Deposit) => deposit.flow !== null && leftOf(deposit) > 0n;
const kept = ({ deposits }: Readonly<Model>) => deposits.filter(canBeReturned);
const returnedOrUnmatched = ({ deposits }: Readonly<Model>) =>
  deposits.filter((deposit) => !canBeReturned(deposit));
const returnInput = {
  share: fc.option(fc.bigInt({ min: 0n, max: 110n }), { nil: undefined }),
  format,
  day: rarely(day),
};

export const DEPOSITS: readonly CommandKind[] = [
  depositCommand('deposit by txId', (model, { pick }) => byTxId(model, pick), 4),
  depositCommand('deposit by account', (model, { pick }) => byAccount(model, pick), 4),
  depositCommand('deposit by reference', (model, { pick, second }) =>
    paying(
      model,
      pick,
      ({ reference }) => reference !== undefined,
      ({ reference }) => ({ reference: second % 2 === 0 ? reference : `SVWZ+${reference} THANKS` }),
    ),
  ),
  depositCommand('deposit to a virtual account', (model, { pick }) => byAccount(model, pick, isVirtual), 2),
  depositCommand('deposit by txId and account', (model, { pick, second }) => {
    const one = byTxId(model, pick);
    const other = byAccount(model, second, ({ account }) => account !== undefined);
    return one && other && { ...one, account: other.account };
  }),
  depositCommand('deposit by unknown references', (_, { merchant, fiat, pick }) => {
    return { merchant, fiat, ...UNKNOWN_REFERENCES[pick % UNKNOWN_REFERENCES.length] };
  }),
  depositCommand('deposit that names another merchant', (model, { pick, merchant }) => {
    const payee = byAccount(model, pick);
    return payee && { ...payee, merchant };
  }),
  depositCommand('deposit that names another currency', (model, { pick, fiat }) => {
    const payee = byAccount(model, pick);
    return payee && { ...payee, fiat };
  }),
  itemCommand('deposit returned', 4, kept, returnInput, sendBack),
  itemCommand('returned or unmatched deposit returned', 2, returnedOrUnmatched, returnInput, sendBack),
];
