import type { Watch } from './state.js';

/** Milliseconds without news from the API after which the page says that it cannot see new deposits. */
const STALE_AFTER = 60_000;

/**
 * Measures how long ago the merchant's back end last read deposits from the API. Counts from the moment when
 * the reported time last changed, because the page's clock may be wrong.
 */
export class Freshness {
  #checked: number | undefined;
  #seenAt = 0;

  /** A slip is shown. */
  begin(checked: number | undefined): void {
    this.#checked = checked;
    this.#seenAt = performance.now();
  }

  /** Records a response. An endpoint that reports no time is assumed to have read deposits just now. */
  see(checked: number | undefined): void {
    if (checked === undefined || checked !== this.#checked) this.begin(checked);
  }

  /** What a page that watches can say: that it does, or that it cannot see new deposits. */
  adjust(watch: Watch): Watch {
    if (watch !== 'watching' && watch !== 'blind') return watch;
    return performance.now() - this.#seenAt >= STALE_AFTER ? 'blind' : 'watching';
  }
}
