import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { observe } from '../divergence.js';
import type { Harness } from '../harness.js';
import { pickFrom, type Model, type Transfer } from '../model/model.js';
import { maxPayable, transfer, TRANSFER_IDS, type TransferRequest } from '../model/payouts.js';
import { number } from '../record.js';
import { command, itemCommand, type CommandKind } from './command.js';
import {
  amount,
  clientId,
  fiat,
  format,
  formatAmount,
  holder,
  holderOf,
  merchant,
  ownAccounts,
  type AmountFormat,
  type Generated,
} from './inputs.js';

/** Operation 4, compared with the model. A repeated transfer must return the first response byte for byte. */
export async function sendTransfer(
  harness: Harness,
  request: TransferRequest,
  format: AmountFormat,
): Promise<void> {
  const { from, to, clientId, fiat, amount } = request;
  const ends = { fromMerchantId: from, toMerchantId: to };
  // A currency without a payment id is rejected with every payment id.
  const money = { fiat, paymentId: TRANSFER_IDS.get(fiat) ?? 58, fiatAmount: formatAmount(amount, format) };
  const call = { path: '/v2/merchant/transfer', body: { clientId, ...ends, ...money } };
  const operation = () => transfer(harness.model, request, harness.requestTime());
  await harness.compare('response', call, operation, 'a transfer', (made, text) => {
    observe(made.response, text, 'a transfer');
    return transferRecord(made);
  });
}

/** Spec: Internal fiat transfer result. */
function transferRecord({ clientId, sent, received, fiat, amount, fee, at }: Transfer): object {
  return {
    clientId,
    fromId: number(sent),
    toId: number(received),
    fiat,
    fiatAmount: fromMinor(amount),
    totalFiatAmount: fromMinor(amount + fee),
    fee: fromMinor(fee),
    createTime: number(at),
  };
}

const endsInput = { payer: holder, payee: fc.nat(3), clientId };
const ends = fc.record(endsInput);

/** Sender and recipient: mostly another account in the same currency, otherwise a merchant without one. */
function endsOf(
  model: Readonly<Model>,
  { payer, payee, clientId }: Generated<typeof ends>,
): Omit<TransferRequest, 'amount'> {
  const { merchant: from, fiat } = holderOf(model, payer);
  const open = ownAccounts(model).filter((each) => each.fiat === fiat && each.merchant !== from);
  const to = pickFrom(open, payee)?.merchant ?? (from === 7003n ? 7002n : 7003n);
  return { from, to, fiat, clientId };
}

/** Transfers all that the account can pay, plus `excess` minor units if present. */
const transferMaximum =
  (excess: bigint) =>
  (harness: Harness, input: Generated<typeof ends>): Promise<void> => {
    const request = endsOf(harness.model, input);
    const amount = maxPayable(harness.model, 'transfer', request.from, request.fiat) + excess;
    return sendTransfer(harness, { ...request, amount }, 'text');
  };

const transfers = ({ transfers }: Readonly<Model>) => transfers;

const strangersInput = fc.record({
  from: merchant,
  to: merchant,
  fiat: fc.constantFrom('ARS', 'BRL'),
  clientId,
  amount,
});

const change = fc.record({ to: merchant, fiat, amount }, { requiredKeys: [] });

export const TRANSFERS: readonly CommandKind[] = [
  command(
    'transfer',
    6,
    fc.record({ ...endsInput, amount, format }),
    (harness, { amount, format, ...ends }) =>
      sendTransfer(harness, { ...endsOf(harness.model, ends), amount }, format),
  ),
  itemCommand('transfer repeated', 2, transfers, { format }, (harness, previous, { format }) =>
    sendTransfer(harness, previous, format),
  ),
  itemCommand(
    'transfer repeated with a different body',
    2,
    transfers,
    { change },
    (harness, previous, { change }) => sendTransfer(harness, { ...previous, ...change }, 'text'),
  ),
  command('transfer of the whole balance', 2, ends, transferMaximum(0n)),
  command('transfer of one minor unit too much', 1, ends, transferMaximum(1n)),
  command(
    'transfer to the sender',
    1,
    fc.record({ ...endsInput, amount }),
    (harness, { amount, ...ends }) => {
      const request = endsOf(harness.model, ends);
      return sendTransfer(harness, { ...request, to: request.from, amount }, 'text');
    },
  ),
  command('transfer between any merchants and currencies', 1, strangersInput, (harness, request) =>
    sendTransfer(harness, request, 'text'),
  ),
];
