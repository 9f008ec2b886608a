/** A promise that is resolved from outside. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
}

/** Deferred promises by name, created by whichever side uses the name first. */
export class DeferredMap {
  readonly #byName = new Map<string, Deferred>();

  get(name: string): Deferred {
    const deferred = this.#byName.get(name) ?? createDeferred();
    this.#byName.set(name, deferred);
    return deferred;
  }
}

function createDeferred(): Deferred {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolver) => {
    resolve = resolver;
  });
  return { promise, resolve };
}
