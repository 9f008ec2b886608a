import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { idOf, num, type Bench } from '../bench.js';
import { learn, learnTime, same } from '../divergence.js';
import { isRefusal, pickOf, type Model, type Transfer } from '../model/model.js';
import { mostPayable, transfer, TRANSFER_IDS, type TransferAsk } from '../model/payouts.js';
import { command, written, type Drawn, type Kind, type Writing } from './command.js';
import { amount, clientId, fiat, holder, holderOf, merchant, ownAccounts, pick, writing } from './inputs.js';

/** Asks for a transfer and holds the answer against the model; a repeated one must be the first answer to the letter. */
export async function askTransfer(bench: Bench, ask: TransferAsk, as: Writing): Promise<void> {
  const expected = transfer(bench.model, ask, bench.moment());
  const { from, to, clientId, fiat, amount } = ask;
  const ends = { fromMerchantId: num(from), toMerchantId: num(to) };
  // A currency without a payment id of its own is refused whatever id comes with it.
  const money = { fiat, paymentId: TRANSFER_IDS.get(fiat) ?? 58, fiatAmount: written(amount, as) };
  const call = { path: '/v2/merchant/transfer', body: { clientId, ...ends, ...money } };
  const { text, data } = await bench.ask<Told>(call, expected);
  if (isRefusal(expected)) return;
  if (expected.answer.value === undefined) {
    bench.learnTxId(expected.sent, idOf(data.fromId), 'fromId of a transfer');
    bench.learnTxId(expected.received, idOf(data.toId), 'toId of a transfer');
    learnTime(expected.at, idOf(data.createTime), 'time of a transfer');
  }
  learn(expected.answer, text, 'a transfer');
  same('answer', data, recordOf(expected), 'a transfer');
}

interface Told {
  readonly fromId: object;
  readonly toId: object;
  readonly createTime: object;
}

/** Spec: Internal fiat transfer result. */
function recordOf({ clientId, sent, received, fiat, amount, fee, at }: Transfer): object {
  return {
    clientId,
    fromId: num(sent.value!),
    toId: num(received.value!),
    fiat,
    fiatAmount: fromMinor(amount),
    totalFiatAmount: fromMinor(amount + fee),
    fee: fromMinor(fee),
    createTime: num(at.earliest),
  };
}

const drawnEnds = { payer: holder, payee: fc.nat(3), clientId };
const ends = fc.record(drawnEnds);

/** From and to: mostly to another account in the same currency, else to a merchant that has none. */
function endsOf(
  model: Readonly<Model>,
  { payer, payee, clientId }: Drawn<typeof ends>,
): Omit<TransferAsk, 'amount'> {
  const { merchant: from, fiat } = holderOf(model, payer);
  const open = ownAccounts(model).filter((each) => each.fiat === fiat && each.merchant !== from);
  const to = pickOf(open, payee)?.merchant ?? (from === 7003n ? 7002n : 7003n);
  return { from, to, fiat, clientId };
}

function sendAll(bench: Bench, drawn: Drawn<typeof ends>, over: bigint): Promise<void> {
  const ask = endsOf(bench.model, drawn);
  const amount = mostPayable(bench.model, 'transfer', ask.from, ask.fiat) + over;
  return askTransfer(bench, { ...ask, amount }, 'text');
}

export const TRANSFERS: readonly Kind[] = [
  command({
    name: 'transfer',
    weight: 6,
    input: fc.record({ ...drawnEnds, amount, writing }),
    run: (bench, { amount, writing, ...drawn }) =>
      askTransfer(bench, { ...endsOf(bench.model, drawn), amount }, writing),
  }),
  command({
    name: 'transfer repeated',
    weight: 2,
    input: fc.record({ pick, writing }),
    isPossible: ({ transfers }) => transfers.length > 0,
    run: (bench, { pick, writing }) => askTransfer(bench, pickOf(bench.model.transfers, pick)!, writing),
  }),
  command({
    name: 'transfer repeated with another body',
    weight: 2,
    input: fc.record({ pick, other: fc.record({ to: merchant, fiat, amount }, { requiredKeys: [] }) }),
    isPossible: ({ transfers }) => transfers.length > 0,
    run: (bench, { pick, other }) =>
      askTransfer(bench, { ...pickOf(bench.model.transfers, pick)!, ...other }, 'text'),
  }),
  command({
    name: 'transfer of all there is',
    weight: 2,
    input: ends,
    run: (bench, drawn) => sendAll(bench, drawn, 0n),
  }),
  command({
    name: 'transfer of a minor unit too much',
    input: ends,
    run: (bench, drawn) => sendAll(bench, drawn, 1n),
  }),
  command({
    name: 'transfer to itself',
    input: fc.record({ ...drawnEnds, amount }),
    run: (bench, { amount, ...drawn }) => {
      const ask = endsOf(bench.model, drawn);
      return askTransfer(bench, { ...ask, to: ask.from, amount }, 'text');
    },
  }),
  command({
    name: 'transfer by or to a stranger, or where no account is open',
    input: fc.record({ from: merchant, to: merchant, fiat: fc.constantFrom('ARS', 'BRL'), clientId, amount }),
    run: (bench, ask) => askTransfer(bench, ask, 'text'),
  }),
];
