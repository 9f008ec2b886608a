import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { idOf, num, type Bench } from '../bench.js';
import { learn, learnTime, same } from '../divergence.js';
import { takeDeposit } from '../model/deposits.js';
import { isRefusal, pickOf, type Deposit, type Issuance, type Model, type Told } from '../model/model.js';
import { command, written, type Drawn, type Kind } from './command.js';
import { amount, day, fiat, merchant, pick, writing } from './inputs.js';

/** What identifies the payee and what can be said of it beside the amount. */
type Address = Omit<Told, 'amount'>;

const input = fc.record({ pick, second: pick, amount, writing, day, merchant, fiat });
type Input = Drawn<typeof input>;

/** Has a deposit arrive and holds what is told of it against the model. */
export async function deposit(
  bench: Bench,
  told: Told,
  { writing, day }: Pick<Input, 'writing' | 'day'>,
): Promise<void> {
  const { merchant, ...rest } = told;
  const body = { ...rest, merchantId: num(merchant), amount: written(told.amount, writing) };
  const at = day === undefined ? {} : { at: num(day) };
  const call = { path: '/sandbox/deposits', body: { ...body, ...at }, as: 'control' as const };
  const expected = takeDeposit(bench.model, told, bench.moment(day));
  const { data } = await bench.ask<DepositRecord>(call, isRefusal(expected) ? expected : 201);
  if (!isRefusal(expected)) takeIn(bench, expected, data);
}

export interface DepositRecord {
  readonly id: string;
  readonly txId: string | null;
  readonly flowId: string | null;
  readonly createTime: string;
}

function takeIn(bench: Bench, deposit: Deposit, data: DepositRecord): void {
  learn(deposit.id, idOf(data.id), 'id of a deposit');
  learnTime(deposit.at, idOf(data.createTime), 'time of a deposit');
  const { flow } = deposit;
  if (flow) {
    const { funding } = flow;
    // A funding can be paid more than once: its id is not a new one then.
    if (funding.value === undefined) bench.learnTxId(funding, idOf(data.txId), 'funding of a deposit');
    learn(flow.id, idOf(data.flowId), 'flow of a deposit');
    learn(flow.extId, `D${data.id}`, 'extId of a deposit');
  }
  same('answer', data, recordOf(bench.model, deposit), 'a deposit');
}

/** A deposit as the control API tells of it. */
export function recordOf({ merchants }: Model, { id, told, unmatched, paymentId, flow, at }: Deposit) {
  return {
    id: String(id.value),
    matched: unmatched === null,
    unmatched,
    merchantId: String(told.merchant),
    merchantName: merchants.get(told.merchant)!.name,
    fiat: told.fiat,
    amount: fromMinor(told.amount),
    account: told.account ?? null,
    reference: told.reference ?? null,
    senderName: told.senderName ?? null,
    paymentId: paymentId === null ? null : num(paymentId),
    txId: flow ? String(flow.funding.value) : null,
    flowId: flow ? String(flow.id.value) : null,
    total: flow ? fromMinor(flow.total) : null,
    createTime: String(at.earliest),
  };
}

/** A deposit whose address is found in the model when its turn comes. */
function depositCommand(
  name: string,
  addressOf: (model: Readonly<Model>, input: Input) => Address | undefined,
  weight = 1,
): Kind {
  return command({
    ...{ name, weight, input },
    isPossible: (model, input) => addressOf(model, input) !== undefined,
    run: (bench, input) => deposit(bench, { ...addressOf(bench.model, input)!, amount: input.amount }, input),
  });
}

const isFunding = ({ txId }: Issuance) => txId !== undefined;
const isAccount = ({ alias, account }: Issuance) => alias === '' && account !== undefined;
const isMessage = ({ reference }: Issuance) => reference !== undefined;
const isVirtual = ({ alias, account }: Issuance) => alias !== '' && account !== undefined;

function found({ issued }: Readonly<Model>, pick: number, isIt: (issuance: Issuance) => boolean) {
  return pickOf(issued.filter(isIt), pick);
}

const to = (issuance: Issuance, clues: Partial<Address>): Address => ({
  merchant: issuance.merchant,
  fiat: issuance.fiat,
  ...clues,
});

const byTxId = (model: Readonly<Model>, pick: number): Address | undefined => {
  const one = found(model, pick, isFunding);
  return one && to(one, { txId: String(one.txId), senderName: 'Ana' });
};

const byAccount = (model: Readonly<Model>, pick: number, isIt = isAccount): Address | undefined => {
  const one = found(model, pick, isIt);
  return one && to(one, { account: one.account });
};

/** Clues that lead nowhere. */
const NOWHERE: readonly Partial<Address>[] = [
  {},
  { txId: '999999999' },
  { account: '012180000000000019' },
  { reference: 'GIFT' },
];

export const DEPOSITS: readonly Kind[] = [
  depositCommand('deposit by txId', (model, { pick }) => byTxId(model, pick), 4),
  depositCommand('deposit by account', (model, { pick }) => byAccount(model, pick), 4),
  depositCommand('deposit by reference', (model, { pick, second }) => {
    const one = found(model, pick, isMessage);
    return one && to(one, { reference: second % 2 === 0 ? one.reference : `SVWZ+${one.reference} THANKS` });
  }),
  depositCommand('deposit to a virtual account', (model, { pick }) => byAccount(model, pick, isVirtual), 2),
  depositCommand('deposit by two clues', (model, { pick, second }) => {
    const one = byTxId(model, pick);
    const other = byAccount(model, second, ({ account }) => account !== undefined);
    return one && other && { ...one, ...(other.account !== undefined && { account: other.account }) };
  }),
  depositCommand('deposit that leads nowhere', (_, { merchant, fiat, pick }) => ({
    ...{ merchant, fiat },
    ...NOWHERE[pick % NOWHERE.length],
  })),
  depositCommand('deposit said to be for another merchant', (model, { pick, merchant }) => {
    const one = byAccount(model, pick);
    return one && { ...one, merchant };
  }),
  depositCommand('deposit said to be in another currency', (model, { pick, fiat }) => {
    const one = byAccount(model, pick);
    return one && { ...one, fiat };
  }),
];
