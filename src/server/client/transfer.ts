import {
  TRANSFER_PATH,
  TRANSFER_PAYMENT_IDS,
  transfer,
  transferBody,
  type Transfer,
  type TransferFiat,
} from '../../contract/transfer.js';
import { decimalNumber, idNumber, writeBody } from './body.js';
import { readInput, type Caller } from './caller.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';

/** What is transferred (spec: Transfer pending funds). Its `paymentId` follows from the currency. */
export interface TransferInput {
  /** Makes a repeated transfer the same one. Default: a new UUID. */
  readonly clientId?: string | undefined;
  readonly fromMerchantId: Id;
  readonly toMerchantId: Id;
  readonly fiat: TransferFiat;
  /** Decimal string. */
  readonly fiatAmount: string;
}

/** Operation 4: money from one merchant's account to another's. The result's `clientId` is the one that was sent. */
export async function transferFunds(
  call: Caller,
  input: TransferInput,
  options?: CallOptions,
): Promise<Transfer> {
  const clientId = input?.clientId ?? crypto.randomUUID();
  const named = { operation: 'funds.transfer', clientId };
  const body = readInput(named, transferBody, {
    paymentId: paymentIdOf(input?.fiat),
    ...input,
    clientId,
    fromMerchantId: idNumber(input?.fromMerchantId),
    toMerchantId: idNumber(input?.toMerchantId),
  });
  const { data: made } = await call({
    ...named,
    path: TRANSFER_PATH,
    sending: { body: writeBody({ ...body, fiatAmount: decimalNumber(body.fiatAmount) }) },
    answer: transfer,
    isRepeatable: true,
    options,
  });
  return { ...made, clientId };
}

/** A currency that is none has no payment id; the contract names the currency. */
function paymentIdOf(fiat: TransferFiat): number | undefined {
  return Object.hasOwn(TRANSFER_PAYMENT_IDS, fiat) ? TRANSFER_PAYMENT_IDS[fiat] : undefined;
}
