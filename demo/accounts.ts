import { ControlError, type Sandbox } from 'deposit-slip-sandbox';
import type { Table } from './table.js';

/** The number of the first account the demo opens; lower numbers are the sandbox's own merchants. */
const FIRST = 5001;
/** A merchant of the sandbox whose channels a new account copies. */
const MODEL = 1001;

/** The details of a new account. */
export interface AccountParams {
  /** The name that the payer's bank shows. */
  readonly name: string;
  /** The only currency of the account. Default: every currency of the API. */
  readonly fiat?: string;
}

/** An owner's account. The sandbox may stop while it opens one. */
export interface Account {
  readonly merchantId: number;
  readonly isOpen: boolean;
}

/**
 * Opens a separate account at the sandbox for every order and every wallet, so that the account of a deposit
 * identifies its owner.
 */
export class Accounts {
  readonly #sandbox: Pick<Sandbox, 'control' | 'token'>;
  readonly #table: Table<Account>;
  /** The merchants that the sandbox starts with. */
  readonly #existing: ReadonlySet<number>;
  readonly #byOwner = new Map<string, Promise<number>>();
  #next: number;

  private constructor(
    sandbox: Pick<Sandbox, 'control' | 'token'>,
    table: Table<Account>,
    existing: Iterable<number>,
  ) {
    this.#sandbox = sandbox;
    this.#table = table;
    this.#existing = new Set(existing);
    const known = [...table.entries()].map(([, { merchantId }]) => merchantId);
    this.#next = Math.max(FIRST - 1, ...known) + 1;
  }

  /** The accounts in a table. The sandbox may have been reset since they were opened. */
  static async open(sandbox: Pick<Sandbox, 'control' | 'token'>, table: Table<Account>): Promise<Accounts> {
    const merchants = table.size === 0 ? [] : await sandbox.control.merchants();
    return new Accounts(
      sandbox,
      table,
      merchants.map(({ merchantId }) => Number(merchantId)),
    );
  }

  /** The merchant id of an owner's account. Opens the account if there is none. */
  of(owner: string, params: AccountParams): Promise<number> {
    const account = this.#byOwner.get(owner) ?? this.#open(owner, params);
    this.#byOwner.set(owner, account);
    return account;
  }

  /**
   * Opens an owner's account ahead of its first use, while the owner's page loads. If that fails, the first
   * use fails.
   */
  prepare(owner: string, params: AccountParams): void {
    this.of(owner, params).catch(() => undefined);
  }

  /** The number is stored first, so that no other account ever gets it. */
  async #open(owner: string, { name, fiat: only }: AccountParams): Promise<number> {
    const kept = this.#table.get(owner);
    if (kept?.isOpen && this.#existing.has(kept.merchantId)) return kept.merchantId;
    const merchantId = kept?.merchantId ?? this.#next++;
    await this.#table.set(owner, { merchantId, isOpen: false });
    const { control, token } = this.#sandbox;
    await control.merchant({ merchantId, type: 'individual', name, token }).catch((error: unknown) => {
      // The process ended while it was opening this account.
      if (!(kept && error instanceof ControlError && error.status === 409)) throw error;
    });
    const channels = await control.channels({ merchantId: MODEL });
    for (const { fiat, channel, status } of channels)
      if (status === 'active' && (only === undefined || fiat === only))
        await control.channel({ merchantId, fiat, channel, status });
    await this.#table.set(owner, { merchantId, isOpen: true });
    return merchantId;
  }
}
