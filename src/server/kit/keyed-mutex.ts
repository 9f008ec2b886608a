/** Runs tasks with the same key one after another, so that no task reads what another is about to write. */
export class KeyedMutex {
  readonly #latest = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#latest.get(key) ?? Promise.resolve()).then(work, work);
    this.#latest.set(key, result);
    try {
      return await result;
    } finally {
      if (this.#latest.get(key) === result) this.#latest.delete(key);
    }
  }
}
