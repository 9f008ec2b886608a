import type { HistoryDeposit } from 'deposit-slip/history';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds for which the news is shown. */
const DURATION = 8_000;

/** Announces each arrived deposit once, even if several elements report it. */
export class NewsController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  /** The ids of the deposits that were reported. */
  readonly #known = new Set<string>();
  #deposits: readonly HistoryDeposit[] = [];
  #isHeld = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** The current announcement. */
  get deposits(): readonly HistoryDeposit[] {
    return this.#isHeld ? [] : this.#deposits;
  }

  add(arrived: readonly HistoryDeposit[]): void {
    const fresh = arrived.filter(({ id }) => !this.#known.has(id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) this.#known.add(id);
    this.#deposits = [...fresh, ...this.#deposits];
    this.#tell();
  }

  /** Holds back announcements, or shows those that were held back. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    // An announcement that was already shown does not come back.
    if (isHeld) this.#deposits = [];
    this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#host.requestUpdate();
    if (this.deposits.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#deposits = [];
      this.#host.requestUpdate();
    }, DURATION);
  }
}
