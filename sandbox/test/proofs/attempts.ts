import {
  ConnectionError,
  ServerError,
  TimeoutError,
  UnreadableResponseError,
  type Claim,
  type MerchantClient,
  type Transfer,
} from 'deposit-slip/client';
import { fromMinor } from 'deposit-slip/core';
import fc from 'fast-check';
import { ControlError, type DepositRecord } from '../../src/index.js';
import type { Api } from './sandbox-process.js';

/** The result of a successful attempt. */
export type Result = Claim | Transfer | DepositRecord;

/** A payment that can be requested repeatedly. */
export interface Attempt {
  /** The clientId. A deposit has none, so its sender's name is used instead. */
  readonly id: string;
  readonly kind: 'claim' | 'transfer' | 'deposit';
  /** Every flow that the payment creates, as `1001 MXN FEE WITHDRAW -2.00`, sorted. */
  readonly flows: readonly string[];
  send(api: Api): Promise<Result>;
}

/** The seeded merchants, and the currencies of their payments. */
export const MERCHANTS = [1001, 1002] as const;
export const FIATS = ['MXN', 'ARS'] as const;
export type Merchant = (typeof MERCHANTS)[number];
export type Fiat = (typeof FIATS)[number];

/** Payment methods that claims are paid out to. */
export const STORED_METHODS = { 1001: { MXN: 501, ARS: 502 }, 1002: { MXN: 503, ARS: 504 } } as const;

export const otherMerchant = (merchant: Merchant): Merchant => (merchant === 1001 ? 1002 : 1001);

/** The account number that credits a merchant's own account. */
export async function depositAccount(
  client: MerchantClient,
  merchant: Merchant,
  fiat: Fiat,
): Promise<string> {
  const paymentId = fiat === 'MXN' ? 105 : 63;
  const { fieldList } = await client.pendingFund.get({ merchantId: String(merchant), paymentId, fiat });
  return Object.values(fieldList)[0]![0]!;
}

/** The input from which an attempt is made. */
interface Plan {
  readonly kind: Attempt['kind'];
  readonly merchant: Merchant;
  readonly fiat: Fiat;
  /** Amount in minor units. */
  readonly minor: bigint;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom('claim', 'transfer', 'deposit'),
  merchant: fc.constantFrom(...MERCHANTS),
  fiat: fc.constantFrom(...FIATS),
  minor: fc.bigInt({ min: 1n, max: 10_000n }),
});

const PLANS: readonly Plan[] = fc.sample(plan, 1000);

let created = 0;

/** Creates a random attempt with a unique id. `parts` sets some of its parts. */
export function newAttempt(parts: Partial<Plan> = {}): Attempt {
  const plan = { ...PLANS[created % PLANS.length]!, ...parts };
  const { flows, send } = ATTEMPTS[plan.kind](`attempt-${created}`, plan);
  return { id: `attempt-${created++}`, kind: plan.kind, flows: flows.toSorted(), send };
}

type AttemptOf = (id: string, plan: Plan) => Pick<Attempt, 'flows' | 'send'>;

const ATTEMPTS: Readonly<Record<Attempt['kind'], AttemptOf>> = {
  claim: (clientId, { merchant, fiat, minor }) => {
    const amount = fromMinor(minor);
    const userPaymentId = String(STORED_METHODS[merchant][fiat]);
    return {
      flows: [`${merchant} ${fiat} TRANSFER WITHDRAW -${amount}`, `${merchant} ${fiat} FEE WITHDRAW -2.00`],
      send: ({ client }) =>
        client.funds.claim({ clientId, merchantId: String(merchant), fiat, amount, userPaymentId }),
    };
  },
  transfer: (clientId, { merchant, fiat, minor }) => {
    const fiatAmount = fromMinor(minor);
    const recipient = otherMerchant(merchant);
    const ends = { fromMerchantId: String(merchant), toMerchantId: String(recipient) };
    return {
      flows: [
        `${merchant} ${fiat} TRANSFER TRANSFER_OUT -${fiatAmount}`,
        `${recipient} ${fiat} TRANSFER TRANSFER_IN ${fiatAmount}`,
        // The fee is 0.5 %, rounded up.
        `${merchant} ${fiat} FEE TRANSFER_OUT -${fromMinor((minor + 199n) / 200n)}`,
      ],
      send: ({ client }) => client.funds.transfer({ clientId, ...ends, fiat, fiatAmount }),
    };
  },
  deposit: (senderName, { merchant, fiat, minor }) => {
    const amount = fromMinor(minor);
    return {
      flows: [`${merchant} ${fiat} TRANSFER DEPOSIT ${amount}`],
      send: async ({ client, control }) => {
        const account = await depositAccount(client, merchant, fiat);
        return control.deposit({ merchantId: merchant, fiat, amount, account, senderName });
      },
    };
  },
};

/** Whether an error leaves the outcome of an attempt unknown (docs/client.md). */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ControlError) return error.status >= 500;
  // The control API's client has no specific error for a response that is missing or cut short.
  const unknown = [
    ConnectionError,
    TimeoutError,
    ServerError,
    UnreadableResponseError,
    TypeError,
    SyntaxError,
  ];
  return unknown.some((type) => error instanceof type);
}
