import type { Sandbox } from 'deposit-slip-sandbox';

/** The first account the demo opens; those before it are the sandbox's own merchants. */
const FIRST = 5001;
/** A merchant of the sandbox whose channels a new account gets. */
const MODEL = 1001;

/** What a new account is opened with. */
export interface AccountParams {
  /** The name that the payer's bank shows. */
  readonly name: string;
  /** The only currency of the account. Default: every currency of the API. */
  readonly fiat?: string;
}

/** Opens an account of its own at the sandbox for every order and every wallet, so that each deposit into it is theirs. */
export class Accounts {
  readonly #sandbox: Pick<Sandbox, 'control' | 'token'>;
  readonly #byOwner = new Map<string, Promise<number>>();

  constructor(sandbox: Pick<Sandbox, 'control' | 'token'>) {
    this.#sandbox = sandbox;
  }

  /** The merchant id of an owner's account, which is opened if there is none. */
  of(owner: string, params: AccountParams): Promise<number> {
    const account = this.#byOwner.get(owner) ?? this.#open(FIRST + this.#byOwner.size, params);
    this.#byOwner.set(owner, account);
    return account;
  }

  /** Opens an owner's account ahead of its first use, while their page loads. If that fails, the first use fails. */
  prepare(owner: string, params: AccountParams): void {
    this.of(owner, params).catch(() => undefined);
  }

  async #open(merchantId: number, { name, fiat: only }: AccountParams): Promise<number> {
    const { control, token } = this.#sandbox;
    await control.merchant({ merchantId, type: 'individual', name, token });
    const channels = await control.channels({ merchantId: MODEL });
    for (const { fiat, channel, status } of channels)
      if (status === 'active' && (only === undefined || fiat === only))
        await control.channel({ merchantId, fiat, channel, status });
    return merchantId;
  }
}
