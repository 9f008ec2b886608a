import {
  ConnectionError,
  ServerError,
  TimeoutError,
  UnreadableAnswerError,
  type Claim,
  type Transfer,
} from 'deposit-slip/client';
import { fromMinor } from 'deposit-slip/core';
import fc from 'fast-check';
import { ControlError, type DepositRecord } from '../../src/index.js';
import type { Api } from './service.js';

/** What an attempt was answered with. */
export type Answer = Claim | Transfer | DepositRecord;

/** A payment somebody asks for, once or again. */
export interface Attempt {
  /** Its clientId; of a deposit, which has none, the name of its sender. */
  readonly id: string;
  readonly kind: 'claim' | 'transfer' | 'deposit';
  /** Every flow it makes, in words: `1001 MXN FEE WITHDRAW -2.00`, sorted. */
  readonly flows: readonly string[];
  send(api: Api): Promise<Answer>;
}

/** What an attempt is made of. Amounts in minor units. */
interface Plan {
  readonly kind: Attempt['kind'];
  readonly merchant: 1001 | 1002;
  readonly fiat: 'MXN' | 'ARS';
  readonly minor: bigint;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom('claim', 'transfer', 'deposit'),
  merchant: fc.constantFrom(1001, 1002),
  fiat: fc.constantFrom('MXN', 'ARS'),
  minor: fc.bigInt({ min: 1n, max: 10_000n }),
});

const PLANS: readonly Plan[] = fc.sample(plan, 1000);

const STORED_METHODS = { 1001: { MXN: '501', ARS: '502' }, 1002: { MXN: '503', ARS: '504' } } as const;

let made = 0;

/** Another attempt, never the same one: any, or one that is like this. */
export function newAttempt(like: Partial<Plan> = {}): Attempt {
  const plan = { ...PLANS[made % PLANS.length]!, ...like };
  return MAKERS[plan.kind](`attempt-${made++}`, plan);
}

const MAKERS: Readonly<Record<Attempt['kind'], (id: string, plan: Plan) => Attempt>> = {
  claim: (id, { merchant, fiat, minor }) => ({
    id,
    kind: 'claim',
    flows: [
      `${merchant} ${fiat} TRANSFER WITHDRAW -${fromMinor(minor)}`,
      `${merchant} ${fiat} FEE WITHDRAW -2.00`,
    ].sort(),
    send: ({ client }) =>
      client.funds.claim({
        ...{ clientId: id, merchantId: String(merchant), fiat, amount: fromMinor(minor) },
        userPaymentId: STORED_METHODS[merchant][fiat],
      }),
  }),
  transfer: (id, { merchant, fiat, minor }) => {
    const other = merchant === 1001 ? 1002 : 1001;
    return {
      id,
      kind: 'transfer',
      flows: [
        `${merchant} ${fiat} TRANSFER TRANSFER_OUT -${fromMinor(minor)}`,
        `${other} ${fiat} TRANSFER TRANSFER_IN ${fromMinor(minor)}`,
        // Half a percent, rounded up.
        `${merchant} ${fiat} FEE TRANSFER_OUT -${fromMinor((minor + 199n) / 200n)}`,
      ].sort(),
      send: ({ client }) =>
        client.funds.transfer({
          ...{ clientId: id, fromMerchantId: String(merchant), toMerchantId: String(other), fiat },
          fiatAmount: fromMinor(minor),
        }),
    };
  },
  deposit: (id, { merchant, fiat, minor }) => ({
    id,
    kind: 'deposit',
    flows: [`${merchant} ${fiat} TRANSFER DEPOSIT ${fromMinor(minor)}`],
    send: async ({ client, control }) => {
      const paymentId = fiat === 'MXN' ? 105 : 63;
      const { fieldList } = await client.pendingFund.get({ merchantId: String(merchant), paymentId, fiat });
      const account = Object.values(fieldList)[0]![0]!;
      return control.deposit({
        merchantId: merchant,
        fiat,
        amount: fromMinor(minor),
        account,
        senderName: id,
      });
    },
  }),
};

/** Whether an error leaves open what became of an attempt (docs/client.md). */
export function isUnknown(error: unknown): boolean {
  if (error instanceof ControlError) return error.status >= 500;
  const unknown = [ConnectionError, TimeoutError, ServerError, UnreadableAnswerError];
  // The control API's client has no errors of its own for an answer that did not come, or broke off.
  return (
    unknown.some((of) => error instanceof of) || error instanceof TypeError || error instanceof SyntaxError
  );
}
