import { createMerchantClient } from 'deposit-slip/client';
import { TRANSFER_PAYMENT_IDS } from 'deposit-slip/contract';
import { fromMinor } from 'deposit-slip/core';
import fc from 'fast-check';
import type { Sandbox } from '../../src/index.js';
import { CLAIM, TRANSFER } from '../test-sandbox.js';
import { post, type Answer } from './fleet.js';

const KINDS = ['transfer', 'claim', 'deposit', 'rejection'] as const;
type Kind = (typeof KINDS)[number];

const STORED_METHODS = { 1001: { MXN: 501, ARS: 502 }, 1002: { MXN: 503, ARS: 504 } } as const;
type Merchant = keyof typeof STORED_METHODS;

const OWN_DETAILS = { MXN: 105, ARS: 63 } as const;
type Fiat = keyof typeof OWN_DETAILS;

/** What a client does next, to one of four accounts. */
interface Deed {
  readonly kind: Kind;
  readonly merchant: Merchant;
  readonly fiat: Fiat;
  readonly amount: string;
}

// Small amounts, and such as soon leave nothing: a refusal for the balance is frequent, and right.
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 10_000n }), fc.bigInt({ min: 10_000n, max: 40_000_000n }));

const DEEDS: readonly Deed[] = fc.sample(
  fc.record({
    kind: fc.oneof(
      ...KINDS.map((kind) => ({ arbitrary: fc.constant(kind), weight: kind === 'transfer' ? 16 : 1 })),
    ),
    merchant: fc.constantFrom<Merchant[]>(1001, 1002),
    fiat: fc.constantFrom<Fiat[]>('MXN', 'ARS'),
    amount: amount.map(fromMinor),
  }),
  5000,
);

const SHORT = 'The balance is not sufficient.';
const TWICE = /^Claim [0-9]+ was rejected before\.$/;

type Request = readonly [path: string, body: object];

/** Clients of several sandboxes, all at once, on four accounts: transfers mostly, claims, deposits, rejected claims. */
export class Traffic {
  /** How many requests did what they asked for. */
  readonly done: Record<Kind, number> = { transfer: 0, claim: 0, deposit: 0, rejection: 0 };
  /** How many the ledger refused as it should. */
  refused = 0;
  /** Every other answer, word for word. */
  readonly unexpected: string[] = [];

  readonly #sandboxes: readonly Sandbox[];
  readonly #claims: string[] = [];
  #begun = 0;

  constructor(sandboxes: readonly Sandbox[]) {
    this.#sandboxes = sandboxes;
  }

  /** Goes on until so many transfers are made. */
  async run({ clients, transfers }: { readonly clients: number; readonly transfers: number }): Promise<void> {
    const accounts = await readAccounts(this.#sandboxes[0]!);
    const client = async (sandbox: Sandbox): Promise<void> => {
      while (this.done.transfer < transfers && this.unexpected.length === 0)
        await this.#act(sandbox, DEEDS[this.#begun++ % DEEDS.length]!, accounts);
    };
    const all = Array.from({ length: clients }, (_, at) =>
      client(this.#sandboxes[at % this.#sandboxes.length]!),
    );
    await Promise.all(all);
  }

  async #act(sandbox: Sandbox, deed: Deed, accounts: Accounts): Promise<void> {
    const request = this.#requestOf(deed, accounts);
    if (!request) return;
    const answer = await post(sandbox, ...request);
    const { data, msg } = JSON.parse(answer.text) as { data?: { txId?: number }; msg?: string };
    if (isSuccess(answer)) {
      this.done[deed.kind]++;
      if (deed.kind === 'claim') this.#claims.push(String(data?.txId));
    } else if (answer.status === 422 && (msg === SHORT || TWICE.test(msg ?? ''))) {
      this.refused++;
      // Who has nothing left gets something, or soon nobody could pay.
      if (msg === SHORT) await this.#act(sandbox, { ...deed, kind: 'deposit' }, accounts);
    } else {
      this.unexpected.push(`${request[0]}: ${answer.status} ${answer.text}`);
    }
  }

  /** Nothing where there is no claim to reject. */
  #requestOf({ kind, merchant, fiat, amount }: Deed, accounts: Accounts): Request | undefined {
    const clientId = `deed-${this.#begun++}`;
    if (kind === 'transfer') {
      const between = { fromMerchantId: merchant, toMerchantId: merchant === 1001 ? 1002 : 1001 };
      const paymentId = TRANSFER_PAYMENT_IDS[fiat];
      return [TRANSFER, { clientId, ...between, fiat, paymentId, fiatAmount: amount }];
    }
    if (kind === 'claim') {
      const userPaymentId = STORED_METHODS[merchant][fiat];
      return [CLAIM, { clientId, merchantId: merchant, fiat, amount, userPaymentId }];
    }
    if (kind === 'deposit')
      return ['/sandbox/deposits', { merchantId: merchant, fiat, amount, account: accounts[merchant][fiat] }];
    // Some stay on the list, to be rejected once more.
    const txId = this.#begun % 3 === 0 ? this.#claims.at(-1) : this.#claims.pop();
    return txId === undefined ? undefined : [`/sandbox/claims/${txId}/reject`, {}];
  }
}

function isSuccess({ status }: Answer): boolean {
  return status === 200 || status === 201;
}

type Accounts = Readonly<Record<Merchant, Readonly<Record<Fiat, string>>>>;

/** Where deposits for each account go. */
async function readAccounts({ url, token }: Sandbox): Promise<Accounts> {
  const client = createMerchantClient({ baseUrl: url, token });
  const read = async (merchantId: Merchant, fiat: Fiat): Promise<string> => {
    const query = { merchantId: String(merchantId), paymentId: OWN_DETAILS[fiat], fiat };
    const { fieldList } = await client.pendingFund.get(query);
    return Object.values(fieldList)[0]![0]!;
  };
  const both = async (merchant: Merchant) => ({
    MXN: await read(merchant, 'MXN'),
    ARS: await read(merchant, 'ARS'),
  });
  return { 1001: await both(1001), 1002: await both(1002) };
}
