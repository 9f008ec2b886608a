import type { Sandbox } from 'deposit-slip-sandbox';

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

/**
 * Opens a separate account at the sandbox for every order and every wallet, so that the account of a deposit
 * identifies its owner.
 */
export class Accounts {
  readonly #sandbox: Pick<Sandbox, 'control' | 'token'>;
  readonly #byOwner = new Map<string, Promise<number>>();
  #next = FIRST;

  constructor(sandbox: Pick<Sandbox, 'control' | 'token'>) {
    this.#sandbox = sandbox;
  }

  /** The merchant id of an owner's account. Opens the account if there is none. */
  of(owner: string, params: AccountParams): Promise<number> {
    const account = this.#byOwner.get(owner) ?? this.#open(params);
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

  async #open({ name, fiat: only }: AccountParams): Promise<number> {
    const merchantId = this.#next++;
    const { control, token } = this.#sandbox;
    await control.merchant({ merchantId, type: 'individual', name, token });
    const channels = await control.channels({ merchantId: MODEL });
    for (const { fiat, channel, status } of channels)
      if (status === 'active' && (only === undefined || fiat === only))
        await control.channel({ merchantId, fiat, channel, status });
    return merchantId;
  }
}
