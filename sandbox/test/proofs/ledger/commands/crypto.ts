import fc from 'fast-check';
import { assertSame, observe } from '../divergence.js';
import { integerOf, num, type Harness } from '../harness.js';
import { isExpectedError, type CryptoTransfer, type Model } from '../model/model.js';
import { TOKENS, transferCrypto, type CryptoRequest } from '../model/orders.js';
import { command, itemCommand, type CommandKind } from './command.js';
import { clientId, day, merchant } from './inputs.js';
import { token } from './orders.js';

export interface CryptoRecord {
  readonly id: string;
}

/** The sender's and the recipient's record (spec: Internal crypto transfer record). */
export function cryptoRecords({ from, to, token, units, clientId, ids }: CryptoTransfer): object[] {
  const decimals = TOKENS.get(token)!;
  return [-units, units].map((amount, index) => ({
    id: String(ids[index as 0 | 1].value),
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
  const expected = transferCrypto(harness.model, request, harness.requestTime(at));
  const { from, to, token, units, clientId } = request;
  const ends = { fromMerchantId: num(from), toMerchantId: num(to), tokenId: token, clientId };
  const body = { ...ends, amount: decimalOf(units, TOKENS.get(token) ?? 2), ...(at && { at: num(at) }) };
  const { record } = await harness.control<{ record: CryptoRecord[] }>(
    'crypto-transfers',
    body,
    expected,
    201,
  );
  if (isExpectedError(expected)) return;
  assertSame('response', record.length, 2, 'number of records of a crypto transfer');
  for (const [index, { id }] of record.entries())
    observe(expected.ids[index as 0 | 1], integerOf(id), 'id of a crypto record');
  assertSame('response', record, cryptoRecords(expected), 'a crypto transfer');
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
