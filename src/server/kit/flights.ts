interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly isFresh: boolean;
}

/** Lets identical requests at one time share one piece of work: fifty clicks are one request to the API. */
export class Flights<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  /**
   * Joins the work under way for `key`, or starts `work`. With `fresh`, work that is not fresh itself is not joined but
   * waited for, so that its older result cannot be stored over the newer one.
   */
  join(key: string, work: () => Promise<Result>, { fresh = false } = {}): Promise<Result> {
    const running = this.#flights.get(key);
    if (running && (running.isFresh || !fresh)) return running.result;
    const result = running ? running.result.then(work, work) : work();
    const flight = { result, isFresh: fresh };
    this.#flights.set(key, flight);
    const land = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    result.then(land, land);
    return result;
  }
}
