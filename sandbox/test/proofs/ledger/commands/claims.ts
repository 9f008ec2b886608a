import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { setFee } from '../../../../src/ledger/payouts.js';
import { observe } from '../divergence.js';
import type { Harness } from '../harness.js';
import { accountOf } from '../model/ledger.js';
import { pickFrom, type Claim, type Model } from '../model/model.js';
import { claim, maxPayable, rejectClaim, type ClaimRequest } from '../model/payouts.js';
import { digits, num, number } from '../record.js';
import { command, itemCommand, type CommandKind } from './command.js';
import {
  amount,
  clientId,
  day,
  format,
  formatAmount,
  merchant,
  pick,
  rarely,
  type AmountFormat,
  type Generated,
} from './inputs.js';

/** Operation 3, compared with the model. A repeated claim must return the first response byte for byte. */
export async function sendClaim(
  harness: Harness,
  request: ClaimRequest,
  format: AmountFormat,
): Promise<void> {
  const { merchant, clientId, method, fiat, amount } = request;
  const payee = { merchantId: merchant, clientId, fiat, userPaymentId: method };
  const body = { ...payee, amount: formatAmount(amount, format) };
  const call = { path: '/v2/merchant/claimfunds', body };
  const operation = () => claim(harness.model, request, harness.requestTime());
  await harness.compare('response', call, operation, 'a claim', (made, text) => {
    observe(made.response, text, 'a claim');
    return claimRecord(made);
  });
}

/** Spec: Fiat withdrawal. */
function claimRecord({ funding, merchant, clientId, fiat, amount, fee, method, at }: Claim): object {
  return {
    txId: number(funding),
    merchantId: merchant,
    clientId: clientId ?? '',
    fiat,
    totalAmount: num(fromMinor(amount + fee)),
    amount: num(fromMinor(amount)),
    fee: num(fromMinor(fee)),
    userPaymentId: method,
    createTime: digits(at),
  };
}

/** Has the bank return a claim. */
async function reject(harness: Harness, claim: Claim, { day }: { day: bigint | undefined }): Promise<void> {
  const operation = () => rejectClaim(harness.model, claim, harness.requestTime(day));
  const call = { path: `/sandbox/claims/${claim.funding.value}/reject`, body: { at: day } };
  await harness.compare('response', call, operation, 'a rejected claim', ({ funding }) => {
    return { txId: digits(funding), status: 'rejected' };
  });
}

/** A stored payment method, mostly one whose account has a balance. */
const method = fc.record({ pick: fc.nat(9), least: fc.constantFrom(0n, 1n, 1n, 1n, 1n) });

type Payee = Pick<ClaimRequest, 'merchant' | 'fiat' | 'method'>;

function payeeOf(model: Readonly<Model>, { pick, least }: Generated<typeof method>): Payee {
  const balanceOf = (merchant: bigint, fiat: string) => accountOf(model, merchant, fiat)?.balance ?? 0n;
  const candidates = model.methods.filter(({ merchant, fiat }) => balanceOf(merchant, fiat) >= least);
  const { id, merchant, fiat } = pickFrom(candidates, pick) ?? model.methods[0]!;
  return { merchant, fiat, method: id };
}

/** Claims all that the account can pay, plus `excess` minor units if present. */
const claimMaximum =
  (excess: bigint) =>
  (harness: Harness, input: Generated<typeof method>): Promise<void> => {
    const payee = payeeOf(harness.model, input);
    const amount = maxPayable(harness.model, 'claim', payee.merchant, payee.fiat) + excess;
    return sendClaim(harness, { ...payee, amount, clientId: undefined }, 'text');
  };

const withClientId = ({ claims }: Readonly<Model>) => claims.filter(({ clientId }) => clientId !== undefined);

const claimed = ({ claims }: Readonly<Model>) => claims;
const returned = ({ claims }: Readonly<Model>) => claims.filter(({ isRejected }) => isRejected);

const claimInput = { method, amount, format };
// A few claims are returned at an explicit time, which always precedes the claim because claims are dated by
// the clock.
const rejectInput = { day: rarely(day) };

export const CLAIMS: readonly CommandKind[] = [
  command('claim', 4, fc.record(claimInput), (harness, { method, amount, format }) =>
    sendClaim(harness, { ...payeeOf(harness.model, method), amount, clientId: undefined }, format),
  ),
  command(
    'claim with a clientId',
    4,
    fc.record({ ...claimInput, clientId }),
    (harness, { method, amount, format, clientId }) =>
      sendClaim(harness, { ...payeeOf(harness.model, method), amount, clientId }, format),
  ),
  itemCommand('claim repeated', 4, withClientId, { format }, (harness, previous, { format }) =>
    sendClaim(harness, previous, format),
  ),
  itemCommand(
    'claim repeated with a different body',
    1,
    withClientId,
    { amount, method: rarely(method) },
    (harness, previous, { amount, method }) => {
      const change = method ? payeeOf(harness.model, method) : { amount };
      return sendClaim(harness, { ...previous, ...change, merchant: previous.merchant }, 'text');
    },
  ),
  command('claim of the whole balance', 2, method, claimMaximum(0n)),
  command('claim of one minor unit too much', 1, method, claimMaximum(1n)),
  command(
    'claim to a method of another account',
    1,
    fc.record({ pick, merchant, fiat: fc.constantFrom('MXN', 'ARS'), amount }),
    (harness, { pick, ...request }) => {
      const method = pickFrom([...harness.model.methods.map(({ id }) => id), 999n], pick)!;
      return sendClaim(harness, { ...request, method, clientId: undefined }, 'text');
    },
  ),
  itemCommand('claim rejected', 4, claimed, rejectInput, reject),
  itemCommand('claim rejected again', 2, returned, rejectInput, reject),
];

const feeInput = fc.record({
  operation: fc.constantFrom('claim', 'transfer'),
  basisPoints: fc.constantFrom(0, 1, 50, 333, 10_000),
  fixed: fc.constantFrom(0n, 1n, 200n),
});

export const FEES: readonly CommandKind[] = [
  // Calls the same function as `POST /sandbox/fees`.
  command('fee changed', 3, feeInput, async ({ db, model }, { operation, basisPoints, fixed }) => {
    await setFee(db, operation, { basisPoints, fixed });
    model.fees[operation] = { basisPoints: BigInt(basisPoints), fixed };
  }),
];
