/** Milliseconds after which a page says that new deposits cannot be seen. */
const STALE_AFTER = 60_000;

/**
 * How long ago the merchant's back end last saw the deposits of the API. It counts from when the time it
 * tells last changed, because the clock of the page may be wrong.
 */
export class Freshness {
  #checked: number | undefined;
  #seenAt = 0;

  /** A slip is shown. */
  begin(checked: number | undefined): void {
    this.#checked = checked;
    this.#seenAt = performance.now();
  }

  /** A response came. An endpoint that tells no time has just looked. */
  see(checked: number | undefined): void {
    if (checked === undefined || checked !== this.#checked) this.begin(checked);
  }

  get isStale(): boolean {
    return performance.now() - this.#seenAt >= STALE_AFTER;
  }
}
