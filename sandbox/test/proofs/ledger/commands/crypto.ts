import fc from 'fast-check';
import type { Harness } from '../harness.js';
import type { CryptoTransfer, Model } from '../model/model.js';
import { TOKENS, transferCrypto, type CryptoRequest } from '../model/orders.js';
import { digits } from '../record.js';
import { command, itemCommand, type CommandKind } from './command.js';
import { clientId, day, merchant } from './inputs.js';
import { token } from './orders.js';

/** The sender's and the recipient's record (spec: Internal crypto transfer record). */
export function cryptoRecords({ from, to, token, units, clientId, ids }: CryptoTransfer): object[] {
  const decimals = TOKENS.get(token)!;
  return [-units, units].map((amount, index) => ({
    id: digits(ids[index as 0 | 1]),
    tokenId: token,
    amount: decimalOf(amount, decimals),
    clientId,
    merchantId: String(index === 0 ? from : to),
    fromMerchantId: String(from),
    toMerchantId: String(to),
  }));
}

function decimalOf(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Records a crypto transfer through the control API and compares the response with the model. */
export async function sendCryptoTransfer(
  harness: Harness,
  request: CryptoRequest,
  at: bigint | undefined,
): Promise<void> {
  const { from, to, token, units, clientId } = request;
  const ends = { fromMerchantId: from, toMerchantId: to, tokenId: token, clientId };
  const body = { ...ends, amount: decimalOf(units, TOKENS.get(token) ?? 2), at };
  const call = { path: '/sandbox/crypto-transfers', body, success: 201 };
  const operation = () => transferCrypto(harness.model, request, harness.requestTime(at));
  await harness.compare('response', call, operation, 'a crypto transfer', (each) => {
    return { record: cryptoRecords(each) };
  });
}

const cryptoInput = fc.record({
  from: merchant,
  to: merchant,
  clientId,
  token,
  units: fc.oneof(fc.bigInt({ min: 1n, max: 1_000_000_000n }), fc.constant(999_999_999_999_999_999n)),
  at: day,
});

const used = ({ cryptoTransfers }: Readonly<Model>) => cryptoTransfers;

export const CRYPTO: readonly CommandKind[] = [
  command('crypto transfer', 2, cryptoInput, (harness, { at, ...request }) =>
    sendCryptoTransfer(harness, request, at),
  ),
  itemCommand(
    'crypto transfer with a used clientId',
    1,
    used,
    { input: cryptoInput },
    (harness, { from, clientId }, { input: { at, ...request } }) =>
      sendCryptoTransfer(harness, { ...request, from, clientId }, at),
  ),
];
