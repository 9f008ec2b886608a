import { TRANSFER_PATH } from '../../contract/paths.js';
import {
  TRANSFER_PAYMENT_IDS,
  transfer,
  transferBody,
  type Transfer,
  type TransferFiat,
} from '../../contract/transfer.js';
import { decimalNumber, idNumber, writeBody } from './body.js';
import { readBody, type Caller } from './caller.js';
import { isSameDecimal, isSum, isUnsigned } from './decimals.js';
import { withAgreement, isSameClientId, isSameFiat } from './agreement.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';

/** A transfer (spec: Transfer pending funds). The currency determines its `paymentId`. */
export interface TransferInput {
  /** Idempotency key: repeating a `clientId` repeats the same transfer. Default: a new UUID. */
  readonly clientId?: string | undefined;
  readonly fromMerchantId: Id;
  readonly toMerchantId: Id;
  readonly fiat: TransferFiat;
  /**
   * The amount moved: a decimal string in units of `fiat`, `'22.00'`. In a claim or a deposit, this member is
   * `amount`.
   */
  readonly fiatAmount: string;
}

/**
 * Operation 4: moves balance from one merchant to another. The result repeats the sent values exactly as they
 * were sent.
 */
export async function transferFunds(
  call: Caller,
  input: TransferInput,
  options?: CallOptions,
): Promise<Transfer> {
  const clientId = input?.clientId ?? crypto.randomUUID();
  const context = { operation: 'funds.transfer', clientId };
  const body = readBody(context, transferBody, {
    paymentId: paymentIdOf(input?.fiat),
    ...input,
    clientId,
    fromMerchantId: idNumber(input?.fromMerchantId),
    toMerchantId: idNumber(input?.toMerchantId),
  });
  const { data } = await call({
    ...context,
    path: TRANSFER_PATH,
    request: { body: writeBody({ ...body, fiatAmount: decimalNumber(body.fiatAmount) }) },
    schema: withAgreement(transfer, (answer) => ({
      clientId: isSameClientId(answer.clientId, clientId),
      fiat: isSameFiat(answer.fiat, body.fiat),
      fiatAmount: isSameDecimal(answer.fiatAmount, body.fiatAmount),
      fee: isUnsigned(answer.fee),
      totalFiatAmount: isSum(answer.totalFiatAmount, answer.fiatAmount, answer.fee),
    })),
    isIdempotent: true,
    options,
  });
  return { ...data, clientId, fiat: body.fiat };
}

/** An unknown currency has no payment id; the contract then reports the currency. */
function paymentIdOf(fiat: TransferFiat): number | undefined {
  return Object.hasOwn(TRANSFER_PAYMENT_IDS, fiat) ? TRANSFER_PAYMENT_IDS[fiat] : undefined;
}
