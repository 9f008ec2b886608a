import assert from 'node:assert/strict';
import type { Grant, HookDeposit, Payment, PaymentDeposit } from 'deposit-slip/kit';
import type { ExpectedEvent } from './model/model.js';
import type { DepositView, PaymentView } from './model/payment.js';

/** The data that a hook receives. */
export interface HookEvent {
  readonly id: string;
  readonly grant?: Grant;
  readonly payment?: Payment;
  readonly deposit?: HookDeposit;
  readonly merchantId?: string;
  readonly excess?: string;
  readonly again?: true;
  readonly candidates?: readonly { readonly grant: Grant; readonly payment: Payment }[];
}

type FlowOf = ReadonlyMap<string, string>;

/** The data that a hook received, in the form of the model, and the values that order its events. */
export function normalEvent(
  name: ExpectedEvent['name'],
  { grant, payment, deposit, merchantId, excess, again, candidates }: HookEvent,
  flowOf: FlowOf,
): { readonly key: string; readonly told: ExpectedEvent } {
  const told: ExpectedEvent = {
    name,
    ...(grant && { grant: grant.id }),
    ...(payment && { payment: normalPayment(payment, flowOf) }),
    ...(deposit && { deposit: normalDeposit(deposit, flowOf) }),
    ...(deposit && !payment && { merchant: merchantId! }),
    ...(excess !== undefined && { excess }),
    ...(again && { again }),
    ...(candidates && {
      candidates: candidates
        .map((each) => ({ grant: each.grant.id, payment: normalPayment(each.payment, flowOf) }))
        .toSorted((one, other) => (one.grant < other.grant ? -1 : 1)),
    }),
  };
  if (deposit) assert.equal(flowOf.get(deposit.id), deposit.flowId, 'the id of a deposit');
  // An undeclared member would be the merchant's own, and is not stored.
  assert.ok(!grant || !('note' in grant), 'a grant has its declared members only');
  if (name === 'paid') assertIsPaid(payment!);
  const subject = grant
    ? `${grant.merchantId} ${grant.id} ${payment!.fiat}`
    : `${merchantId} ${deposit!.flowId}`;
  return { key: subject, told };
}

/** Checks SECURITY.md P40 as a merchant would. */
function assertIsPaid({ asked, received, deposits, earlier }: Payment): void {
  const sum = deposits.reduce(
    (total, { amount, returned = '0' }) => total + minor(amount) - minor(returned),
    minor(earlier?.amount ?? '0'),
  );
  assert.equal(sum, minor(received), 'received is the sum of the deposits less returns');
  assert.ok(asked !== undefined && minor(received) >= minor(asked), `paid at ${received} of ${asked}`);
}

/** Hundredths of a decimal with two digits after the point, or none. */
function minor(decimal: string): bigint {
  return BigInt(decimal.includes('.') ? decimal.replace('.', '') : `${decimal}00`);
}

/** A payment as pages and hooks receive it, in the form of the model. */
export function normalPayment(payment: Payment, flowOf: FlowOf): PaymentView {
  return { ...payment, deposits: payment.deposits.map((deposit) => normalDeposit(deposit, flowOf)) };
}

function normalDeposit(deposit: PaymentDeposit & { readonly flowId?: string }, flowOf: FlowOf): DepositView {
  const { id, flowId: _flowId, paymentId: _paymentId, ...rest } = deposit;
  const flow = flowOf.get(id);
  assert.ok(flow !== undefined, `an id of no deposit: ${id}`);
  return { flow, ...rest };
}
