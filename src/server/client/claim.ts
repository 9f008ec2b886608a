import { type CLAIM_FIATS, CLAIM_PATH, claim, claimBody, type Claim } from '../../contract/claim.js';
import { decimalNumber, idNumber, writeBody } from './body.js';
import { readInput, type Caller } from './caller.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';

/** What is claimed (spec: Claim pending fund). */
export interface ClaimInput {
  readonly merchantId: Id;
  /** Makes a repeated claim the same one. Default: a new UUID. */
  readonly clientId?: string | undefined;
  readonly fiat: (typeof CLAIM_FIATS)[number];
  /** Decimal string. */
  readonly amount: string;
  /** The stored payment method it goes to. */
  readonly userPaymentId: Id;
}

/** Operation 3: money from the balance to a stored payment method. The result's `clientId` is the one that was sent. */
export async function claimFunds(call: Caller, input: ClaimInput, options?: CallOptions): Promise<Claim> {
  const clientId = input?.clientId ?? crypto.randomUUID();
  const named = { operation: 'funds.claim', clientId };
  const body = readInput(named, claimBody, {
    ...input,
    clientId,
    merchantId: idNumber(input?.merchantId),
    userPaymentId: idNumber(input?.userPaymentId),
  });
  const { data: made } = await call({
    ...named,
    path: CLAIM_PATH,
    sending: { body: writeBody({ ...body, amount: decimalNumber(body.amount) }) },
    answer: claim,
    isRepeatable: true,
    options,
  });
  return { ...made, clientId };
}
