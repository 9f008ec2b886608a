/** Statuses a request can be refused with; the envelope's `code` is the same number. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500;

/** A request that is not served. The message is one sentence for the caller, and names the parameter at fault. */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: RefusalStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }
}

/** Unknown and foreign things are told apart by nobody (sandbox.md, Errors). */
export function notFound(what: string, id: bigint | string): Refusal {
  return new Refusal(404, `${what} ${id} was not found.`);
}
