import { fromMinor, toMinor } from 'deposit-slip/core';
import type { DepositEvent, ReturnedEvent } from 'deposit-slip/kit';
import type { Table } from './table.js';

/** A booked deposit. */
export interface WalletEntry {
  /** The id of the wallet's grant. */
  readonly wallet: string;
  /** The id of the deposit. */
  readonly deposit: string;
  readonly fiat: string;
  /** Plain decimals. */
  readonly amount: string;
  /** The amount that was sent back. */
  readonly returned?: string;
}

/** Decimal strings by currency. A currency without deposits is absent. */
export type Balances = Readonly<Record<string, string>>;

/** The id of the grant of a visitor's wallet. */
export function walletOf(visit: string): string {
  return `wallet-${visit}`;
}

/** The wallets' ledger: each deposit is booked once, under the id of its event. */
export class Wallets {
  readonly #entries: Table<WalletEntry>;

  constructor(entries: Table<WalletEntry>) {
    this.#entries = entries;
  }

  /** Books a deposit. The kit may report it again with the same id. */
  async book({ id, grant, deposit }: DepositEvent): Promise<boolean> {
    if (!grant.id.startsWith(walletOf('')) || this.#entries.get(id)) return false;
    const { id: ofDeposit, fiat, amount } = deposit;
    await this.#entries.set(id, { wallet: grant.id, deposit: ofDeposit, fiat, amount });
    return true;
  }

  /** Deducts a return from its deposit: the event states the total amount returned. */
  async takeBack({ deposit: { id, returned } }: ReturnedEvent): Promise<boolean> {
    const found = [...this.#entries.entries()].find(([, { deposit }]) => deposit === id);
    if (!found || returned === undefined || found[1].returned === returned) return false;
    await this.#entries.set(found[0], { ...found[1], returned });
    return true;
  }

  balances(wallet: string): Balances {
    const sums = new Map<string, bigint>();
    for (const [, entry] of this.#entries.entries()) {
      if (entry.wallet !== wallet) continue;
      const { fiat, amount, returned = '0' } = entry;
      sums.set(fiat, (sums.get(fiat) ?? 0n) + toMinor(amount)! - toMinor(returned)!);
    }
    return Object.fromEntries([...sums].map(([fiat, sum]) => [fiat, fromMinor(sum)]));
  }
}
