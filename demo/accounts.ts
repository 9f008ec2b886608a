import type { Sandbox } from 'deposit-slip-sandbox';

/** The first account of the wallet's payers; those before it are the sandbox's own merchants. */
const FIRST = 5001;
/** A merchant of the sandbox whose channels a new account gets. */
const MODEL = 1001;

/** Opens an account of its own at the sandbox for every payer of the wallet, so that each deposit into it is theirs. */
export class Accounts {
  readonly #sandbox: Pick<Sandbox, 'control' | 'token'>;
  readonly #byVisit = new Map<string, Promise<number>>();

  constructor(sandbox: Pick<Sandbox, 'control' | 'token'>) {
    this.#sandbox = sandbox;
  }

  /** The merchant id of a payer's account. */
  of(visit: string): Promise<number> {
    const account = this.#byVisit.get(visit) ?? this.#open(FIRST + this.#byVisit.size);
    this.#byVisit.set(visit, account);
    return account;
  }

  async #open(merchantId: number): Promise<number> {
    const { control, token } = this.#sandbox;
    await control.merchant({ merchantId, type: 'individual', name: 'Sol Wallet', token });
    const channels = await control.channels({ merchantId: MODEL });
    for (const { fiat, channel, status } of channels)
      if (status === 'active') await control.channel({ merchantId, fiat, channel, status });
    return merchantId;
  }
}
