import { formatSum, fromMinor, METHODS, toMinor } from 'deposit-slip/core';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Balances } from '../wallets.js';

/** Milliseconds in which a balance counts up to a new one. */
const DURATION = 700;
/** Milliseconds between two requests for the balance: the server books deposits without telling the page. */
const INTERVAL = 3_000;

/** Requests the balances, and counts the displayed one up to a new one. */
export class BalanceController implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly fiat: string };
  /** Undefined until they are known. */
  #balances: Balances | undefined;
  /** The displayed number while it counts, in minor units. */
  #counted: number | undefined;
  #frame = 0;
  /** The number of requests made: only the response to the latest counts. */
  #requested = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost & { readonly fiat: string }) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    void this.refresh();
    this.#timer = setInterval(() => document.hidden || void this.refresh(), INTERVAL);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#stop();
  }

  /** The balance in the currency of the host, as a decimal string; undefined until it is known. */
  get amount(): string | undefined {
    if (this.#counted !== undefined) return fromMinor(BigInt(Math.round(this.#counted)));
    return this.#balances && (this.#balances[this.#host.fiat] ?? '0.00');
  }

  async refresh(): Promise<void> {
    const turn = ++this.#requested;
    const answer = await fetch('/wallet/balances', { cache: 'no-store' }).catch(() => undefined);
    if (!answer?.ok) return;
    const balances = (await answer.json()) as Balances;
    if (turn !== this.#requested) return;
    const before = this.amount;
    this.#balances = balances;
    this.#count(before, balances[this.#host.fiat]);
  }

  /** Shows the balance in another currency at once. */
  reset(): void {
    this.#stop();
    this.#host.requestUpdate();
  }

  #count(before: string | undefined, after: string | undefined): void {
    const [from, to] = [before, after].map((amount) => Number(toMinor(amount ?? '') ?? NaN)) as [
      number,
      number,
    ];
    this.reset();
    if (!(from !== to) || Number.isNaN(from + to) || isCalm()) return;
    const start = performance.now();
    const step = (now: number): void => {
      const progress = Math.min(1, Math.max(0, (now - start) / DURATION));
      this.#counted = progress < 1 ? from + (to - from) * (1 - (1 - progress) ** 3) : undefined;
      this.#host.requestUpdate();
      if (progress < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#counted = undefined;
  }
}

/** Formats a sum for a country: the one that the language names, or else the currency's. */
export function formatMoney(amount: string, fiat: string, lang: string): string {
  const country = METHODS.find((method) => method.fiat === fiat)?.amountLocale;
  return formatSum(amount, fiat, lang.includes('-') ? lang : (country ?? lang));
}

function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
