import { createMerchantClient } from 'deposit-slip/client';
import { TRANSFER_PAYMENT_IDS } from 'deposit-slip/contract';
import { fromMinor } from 'deposit-slip/core';
import fc from 'fast-check';
import type { Sandbox } from '../../src/index.js';
import { PATHS, post } from '../requests.js';
import {
  depositAccount,
  FIATS,
  MERCHANTS,
  otherMerchant,
  STORED_METHODS,
  type Fiat,
  type Merchant,
} from './attempts.js';

const KINDS = ['transfer', 'claim', 'deposit', 'rejection', 'return'] as const;
type Kind = (typeof KINDS)[number];

/** The next request of a client, to one of four accounts. */
interface Action {
  readonly kind: Kind;
  readonly merchant: Merchant;
  readonly fiat: Fiat;
  readonly amount: string;
}

// Small amounts, and amounts that soon exhaust a balance, so that responses about an insufficient balance are
// frequent and correct.
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 10_000n }), fc.bigInt({ min: 10_000n, max: 40_000_000n }));

const ACTIONS: readonly Action[] = fc.sample(
  fc.record({
    kind: fc.oneof(
      ...KINDS.map((kind) => ({ arbitrary: fc.constant(kind), weight: kind === 'transfer' ? 16 : 1 })),
    ),
    merchant: fc.constantFrom(...MERCHANTS),
    fiat: fc.constantFrom(...FIATS),
    amount: amount.map(fromMinor),
  }),
  5000,
);

const INSUFFICIENT = 'The balance is not sufficient.';
const REVERSED_BEFORE =
  /^(?:Claim [0-9]+ has already been rejected|Only [0-9.]+ of the deposit is left to return)\.$/;

/** A response: of an operation, of the control API, or an error. */
interface Answer {
  readonly id?: string;
  readonly data?: { readonly txId?: number };
  readonly msg?: string;
}

type Request = readonly [path: string, body: object];

/**
 * Many concurrent clients of several sandboxes, on four accounts: mostly transfers, with some claims,
 * deposits, rejections and returns.
 */
export class Traffic {
  /** Number of successful requests of each kind. */
  readonly done: Record<Kind, number> = {
    transfer: 0,
    claim: 0,
    deposit: 0,
    rejection: 0,
    return: 0,
  };
  /** Number of requests that the ledger correctly rejected. */
  rejected = 0;
  /** All other responses. */
  readonly unexpected: string[] = [];

  readonly #sandboxes: readonly Sandbox[];
  /** Ids of the claims that can be rejected. */
  readonly #claims: string[] = [];
  /** Ids of the deposits that can be returned. */
  readonly #deposits: string[] = [];
  #sent = 0;

  constructor(sandboxes: readonly Sandbox[]) {
    this.#sandboxes = sandboxes;
  }

  /** Runs until this many transfers have succeeded, or a response is unexpected. */
  async run({ clients, transfers }: { readonly clients: number; readonly transfers: number }): Promise<void> {
    const accounts = await readAccounts(this.#sandboxes[0]!);
    const client = async (index: number): Promise<void> => {
      const sandbox = this.#sandboxes[index % this.#sandboxes.length]!;
      while (this.done.transfer < transfers && this.unexpected.length === 0)
        await this.#perform(sandbox, ACTIONS[this.#sent++ % ACTIONS.length]!, accounts);
    };
    await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  }

  async #perform(sandbox: Sandbox, action: Action, accounts: Accounts): Promise<void> {
    const request = this.#requestFor(action, accounts);
    if (!request) return;
    const { status, text } = await post(sandbox, ...request);
    const { id, data, msg = '' } = JSON.parse(text) as Answer;
    if (status === 200 || status === 201) {
      this.done[action.kind]++;
      if (action.kind === 'claim') this.#claims.push(String(data?.txId));
      if (action.kind === 'deposit') this.#deposits.push(id!);
    } else if (status === 422 && (msg === INSUFFICIENT || REVERSED_BEFORE.test(msg))) {
      this.rejected++;
      // Refills the account; otherwise, soon no account could pay.
      if (msg === INSUFFICIENT) await this.#perform(sandbox, { ...action, kind: 'deposit' }, accounts);
    } else {
      this.unexpected.push(`${request[0]}: ${status} ${text}`);
    }
  }

  /** Undefined if there is no claim to reject, or no deposit to return. */
  #requestFor({ kind, merchant, fiat, amount }: Action, accounts: Accounts): Request | undefined {
    const clientId = `action-${this.#sent++}`;
    if (kind === 'transfer') {
      const ends = { fromMerchantId: merchant, toMerchantId: otherMerchant(merchant) };
      const paymentId = TRANSFER_PAYMENT_IDS[fiat];
      return [PATHS.transfer, { clientId, ...ends, fiat, paymentId, fiatAmount: amount }];
    }
    if (kind === 'claim') {
      const userPaymentId = STORED_METHODS[merchant][fiat];
      return [PATHS.claim, { clientId, merchantId: merchant, fiat, amount, userPaymentId }];
    }
    if (kind === 'deposit')
      return ['/sandbox/deposits', { merchantId: merchant, fiat, amount, account: accounts[merchant][fiat] }];
    // One in three stays in the list, so that it is reversed a second time.
    const list = kind === 'rejection' ? this.#claims : this.#deposits;
    const id = this.#sent % 3 === 0 ? list.at(-1) : list.pop();
    if (id === undefined) return undefined;
    return kind === 'rejection'
      ? [`/sandbox/claims/${id}/reject`, {}]
      : [`/sandbox/deposits/${id}/return`, this.#sent % 2 === 0 ? {} : { amount }];
  }
}

type Accounts = Readonly<Record<Merchant, Readonly<Record<Fiat, string>>>>;

/** The account numbers to which deposits are paid. */
async function readAccounts({ url, token }: Sandbox): Promise<Accounts> {
  const client = createMerchantClient({ baseUrl: url, token });
  const accountsOf = async (merchant: Merchant) => ({
    MXN: await depositAccount(client, merchant, 'MXN'),
    ARS: await depositAccount(client, merchant, 'ARS'),
  });
  return { 1001: await accountsOf(1001), 1002: await accountsOf(1002) };
}
