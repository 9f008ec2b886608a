/** What an answer waits behind until somebody lets it go. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Gates by name, each made when it is first spoken of: by who waits or by who opens. */
export class Gates {
  readonly #gates = new Map<string, Gate>();

  of(name: string): Gate {
    const gate = this.#gates.get(name) ?? gateOf();
    this.#gates.set(name, gate);
    return gate;
  }
}

function gateOf(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
