import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { setFee } from '../../../../src/ledger/payouts.js';
import { idOf, num, type Bench } from '../bench.js';
import { learn, learnTime, same } from '../divergence.js';
import { accountOf } from '../model/book.js';
import { isRefusal, pickOf, type Claim, type Model } from '../model/model.js';
import { claim, mostPayable, rejectClaim, type ClaimAsk } from '../model/payouts.js';
import { command, written, type Drawn, type Kind, type Writing } from './command.js';
import { amount, clientId, day, merchant, pick, rarely, writing } from './inputs.js';

/** Asks for a claim and holds the answer against the model; a repeated one must be the first answer to the letter. */
export async function askClaim(bench: Bench, ask: ClaimAsk, as: Writing): Promise<void> {
  const expected = claim(bench.model, ask, bench.moment());
  const { merchant, clientId, method, fiat, amount } = ask;
  const body = { merchantId: num(merchant), clientId, fiat, userPaymentId: num(method) };
  const call = { path: '/v2/merchant/claimfunds', body: { ...body, amount: written(amount, as) } };
  const { text, data } = await bench.ask<{ txId: object; createTime: string }>(call, expected);
  if (isRefusal(expected)) return;
  if (expected.answer.value === undefined) {
    bench.learnTxId(expected.funding, idOf(data.txId), 'txId of a claim');
    learnTime(expected.at, idOf(data.createTime), 'time of a claim');
  }
  learn(expected.answer, text, 'a claim');
  same('answer', data, recordOf(expected), 'a claim');
}

/** Spec: Fiat withdrawal. */
function recordOf({ funding, merchant, clientId, fiat, amount, fee, method, at }: Claim): object {
  return {
    txId: num(funding.value!),
    merchantId: num(merchant),
    clientId: clientId ?? '',
    fiat,
    totalAmount: num(fromMinor(amount + fee)),
    amount: num(fromMinor(amount)),
    fee: num(fromMinor(fee)),
    userPaymentId: num(method),
    createTime: String(at.earliest),
  };
}

/** Has the bank send a claim back. */
async function reject(bench: Bench, sent: Claim, at: bigint | undefined): Promise<void> {
  const expected = rejectClaim(bench.model, sent, bench.moment(at));
  const txId = String(sent.funding.value);
  const body = at === undefined ? {} : { at: num(at) };
  const call = { path: `/sandbox/claims/${txId}/reject`, body, as: 'control' as const };
  const { data } = await bench.ask<object>(call, expected);
  if (!expected) same('answer', data, { txId, status: 'rejected' }, 'a claim rejected');
}

/** Where to: mostly a method whose account has something in it. */
const method = fc.record({ pick: fc.nat(9), least: fc.constantFrom(0n, 1n, 1n, 1n, 1n) });

type Payee = Pick<ClaimAsk, 'merchant' | 'fiat' | 'method'>;

function payeeOf(model: Readonly<Model>, { pick, least }: Drawn<typeof method>): Payee {
  const balanceOf = (merchant: bigint, fiat: string) => accountOf(model, merchant, fiat)?.balance ?? 0n;
  const fitting = model.methods.filter(({ merchant, fiat }) => balanceOf(merchant, fiat) >= least);
  const { id, merchant, fiat } = pickOf(fitting, pick) ?? model.methods[0]!;
  return { merchant, fiat, method: id };
}

function claimAll(bench: Bench, drawn: Drawn<typeof method>, over: bigint): Promise<void> {
  const payee = payeeOf(bench.model, drawn);
  const amount = mostPayable(bench.model, 'claim', payee.merchant, payee.fiat) + over;
  return askClaim(bench, { ...payee, amount, clientId: undefined }, 'text');
}

const underClientId = ({ claims }: Readonly<Model>) =>
  claims.filter(({ clientId }) => clientId !== undefined);
const rejected = ({ claims }: Readonly<Model>) => claims.filter(({ isRejected }) => isRejected);

const ASKED: readonly Kind[] = [
  command({
    name: 'claim',
    weight: 4,
    input: fc.record({ method, amount, writing }),
    run: (bench, { method, amount, writing }) =>
      askClaim(bench, { ...payeeOf(bench.model, method), amount, clientId: undefined }, writing),
  }),
  command({
    name: 'claim under a clientId',
    weight: 4,
    input: fc.record({ method, amount, writing, clientId }),
    run: (bench, { method, amount, writing, clientId }) =>
      askClaim(bench, { ...payeeOf(bench.model, method), amount, clientId }, writing),
  }),
  command({
    name: 'claim repeated',
    weight: 4,
    input: fc.record({ pick, writing }),
    isPossible: (model) => underClientId(model).length > 0,
    run: (bench, { pick, writing }) => askClaim(bench, pickOf(underClientId(bench.model), pick)!, writing),
  }),
  command({
    name: 'claim repeated with another body',
    input: fc.record({ pick, amount, method: rarely(method) }),
    isPossible: (model) => underClientId(model).length > 0,
    run: (bench, { pick, amount, method }) => {
      const before = pickOf(underClientId(bench.model), pick)!;
      const other = method ? payeeOf(bench.model, method) : { amount };
      return askClaim(bench, { ...before, ...other, merchant: before.merchant }, 'text');
    },
  }),
  command({
    name: 'claim of all there is',
    weight: 2,
    input: method,
    run: (bench, method) => claimAll(bench, method, 0n),
  }),
  command({
    name: 'claim of a minor unit too much',
    input: method,
    run: (bench, method) => claimAll(bench, method, 1n),
  }),
  command({
    name: 'claim to a method that does not fit',
    input: fc.record({ pick, merchant, fiat: fc.constantFrom('MXN', 'ARS'), amount }),
    run: (bench, { pick, ...ask }) => {
      const method = pickOf([...bench.model.methods.map(({ id }) => id), 999n], pick)!;
      return askClaim(bench, { ...ask, method, clientId: undefined }, 'text');
    },
  }),
];

// A claim is booked by the clock, which every time that can be given lies before.
const rejectInput = fc.record({ pick, day: rarely(day) });

const REJECTED: readonly Kind[] = [
  command({
    name: 'claim rejected',
    weight: 4,
    input: rejectInput,
    isPossible: ({ claims }) => claims.length > 0,
    run: (bench, { pick, day }) => reject(bench, pickOf(bench.model.claims, pick)!, day),
  }),
  command({
    name: 'claim rejected again',
    weight: 2,
    input: rejectInput,
    isPossible: (model) => rejected(model).length > 0,
    run: (bench, { pick, day }) => reject(bench, pickOf(rejected(bench.model), pick)!, day),
  }),
];

export const CLAIMS: readonly Kind[] = [...ASKED, ...REJECTED];

export const FEES: readonly Kind[] = [
  command({
    name: 'fee changed',
    weight: 3,
    input: fc.record({
      operation: fc.constantFrom('claim', 'transfer'),
      basisPoints: fc.constantFrom(0, 1, 50, 333, 10_000),
      fixed: fc.constantFrom(0n, 1n, 200n),
    }),
    // What `POST /sandbox/fees` does.
    run: async ({ db, model }, { operation, basisPoints, fixed }) => {
      await setFee(db, operation, { basisPoints, fixed });
      model.fees[operation] = { basisPoints: BigInt(basisPoints), fixed };
    },
  }),
];
