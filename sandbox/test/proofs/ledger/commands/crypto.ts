import fc from 'fast-check';
import { idOf, num, type Bench } from '../bench.js';
import { learn, same } from '../divergence.js';
import { isRefusal, pickOf, type CryptoTransfer } from '../model/model.js';
import { TOKENS, transferCrypto, type CryptoAsk } from '../model/orders.js';
import { command, type Kind } from './command.js';
import { clientId, day, merchant, pick } from './inputs.js';
import { token } from './orders.js';

export interface CryptoRecord {
  readonly id: string;
}

/** Spec: Internal crypto transfer record; the sender's and the recipient's. */
export function cryptoRecords({ from, to, token, units, clientId, ids }: CryptoTransfer): object[] {
  const decimals = TOKENS.get(token)!;
  return [-units, units].map((amount, at) => ({
    id: String(ids[at as 0 | 1].value),
    tokenId: token,
    amount: decimalOf(amount, decimals),
    clientId,
    merchantId: String(at === 0 ? from : to),
    fromMerchantId: String(from),
    toMerchantId: String(to),
  }));
}

function decimalOf(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Records a transfer of crypto and holds the answer against the model. */
export async function sendCrypto(bench: Bench, ask: CryptoAsk, at: bigint | undefined): Promise<void> {
  const expected = transferCrypto(bench.model, ask, bench.moment(at));
  const { from, to, token, units, clientId } = ask;
  const body = {
    ...{ fromMerchantId: num(from), toMerchantId: num(to), tokenId: token, clientId },
    ...{ amount: decimalOf(units, TOKENS.get(token) ?? 2), ...(at && { at: num(at) }) },
  };
  const call = { path: '/sandbox/crypto-transfers', body, as: 'control' as const };
  const { data } = await bench.ask<{ record: CryptoRecord[] }>(call, isRefusal(expected) ? expected : 201);
  if (isRefusal(expected)) return;
  same('answer', data.record.length, 2, 'records of a crypto transfer');
  for (const [index, { id }] of data.record.entries())
    learn(expected.ids[index as 0 | 1], idOf(id), 'id of a crypto record');
  same('answer', data.record, cryptoRecords(expected), 'a crypto transfer');
}

const cryptoInput = fc.record({
  ...{ from: merchant, to: merchant, clientId },
  token,
  units: fc.oneof(fc.bigInt({ min: 1n, max: 1_000_000_000n }), fc.constant(999_999_999_999_999_999n)),
  at: day,
});

export const CRYPTO: readonly Kind[] = [
  command({
    name: 'crypto transfer',
    weight: 2,
    input: cryptoInput,
    run: (bench, { at, ...ask }) => sendCrypto(bench, ask, at),
  }),
  command({
    name: 'crypto transfer under a clientId that was used',
    input: fc.record({ pick, ask: cryptoInput }),
    isPossible: ({ cryptoTransfers }) => cryptoTransfers.length > 0,
    run: (bench, { pick, ask: { at, ...ask } }) => {
      const { from, clientId } = pickOf(bench.model.cryptoTransfers, pick)!;
      return sendCrypto(bench, { ...ask, from, clientId }, at);
    },
  }),
];
