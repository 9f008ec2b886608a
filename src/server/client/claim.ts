import { CLAIM_PATH } from '../../contract/paths.js';
import { type CLAIM_FIATS, claim, claimBody, type Claim } from '../../contract/claim.js';
import { decimalNumber, idNumber, writeBody } from './body.js';
import { readBody, type Caller } from './caller.js';
import { isSameDecimal, isSum, isUnsigned } from './decimals.js';
import { withAgreement, isSameClientId, isSameFiat } from './agreement.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';

/** A claim (spec: Claim pending fund). */
export interface ClaimInput {
  readonly merchantId: Id;
  /** Idempotency key: repeating a `clientId` repeats the same claim. Default: a new UUID. */
  readonly clientId?: string | undefined;
  readonly fiat: (typeof CLAIM_FIATS)[number];
  /**
   * The amount paid out, without the fee: a decimal string in units of `fiat`, `'22.00'`. In a transfer, this
   * member is `fiatAmount`.
   */
  readonly amount: string;
  /** The stored payment method to pay out to. */
  readonly userPaymentId: Id;
}

/**
 * Operation 3: withdraws balance to a stored payment method. The result repeats the sent values exactly as
 * they were sent.
 */
export async function claimFunds(call: Caller, input: ClaimInput, options?: CallOptions): Promise<Claim> {
  const clientId = input?.clientId ?? crypto.randomUUID();
  const context = { operation: 'funds.claim', clientId };
  const body = readBody(context, claimBody, {
    ...input,
    clientId,
    merchantId: idNumber(input?.merchantId),
    userPaymentId: idNumber(input?.userPaymentId),
  });
  const { data } = await call({
    ...context,
    path: CLAIM_PATH,
    request: { body: writeBody({ ...body, amount: decimalNumber(body.amount) }) },
    schema: withAgreement(claim, (answer) => ({
      merchantId: BigInt(answer.merchantId) === body.merchantId,
      clientId: isSameClientId(answer.clientId, clientId),
      fiat: isSameFiat(answer.fiat, body.fiat),
      // The result does not show whether the fee is part of the claimed amount (spec: Fiat withdrawal).
      amount:
        isUnsigned(answer.amount) &&
        [answer.amount, answer.totalAmount].some((amount) => isSameDecimal(amount, body.amount)),
      fee: isUnsigned(answer.fee),
      totalAmount: isSum(answer.totalAmount, answer.amount, answer.fee),
      userPaymentId: BigInt(answer.userPaymentId) === body.userPaymentId,
    })),
    isIdempotent: true,
    options,
  });
  const { merchantId, userPaymentId, fiat } = body;
  return { ...data, merchantId: `${merchantId}`, clientId, fiat, userPaymentId: `${userPaymentId}` };
}
