interface Call<Result> {
  readonly result: Promise<Result>;
  readonly isFresh: boolean;
}

/**
 * Shares one call among all concurrent callers with the same key, so that fifty clicks make one request to
 * the API.
 */
export class SingleFlight<Result> {
  readonly #calls = new Map<string, Call<Result>>();

  /**
   * Joins the pending call for `key`, or starts `work`. With `fresh`, a pending call that is not fresh is not
   * joined but awaited first, so that its older result cannot overwrite the newer one in the store.
   */
  run(key: string, work: () => Promise<Result>, { fresh = false } = {}): Promise<Result> {
    const pending = this.#calls.get(key);
    if (pending && (pending.isFresh || !fresh)) return pending.result;
    const result = pending ? pending.result.then(work, work) : work();
    const call = { result, isFresh: fresh };
    this.#calls.set(key, call);
    const remove = (): void => {
      if (this.#calls.get(key) === call) this.#calls.delete(key);
    };
    result.then(remove, remove);
    return result;
  }
}
