/** An object of the control API. Its members are read by name, as a table shows them. */
export type Row = Readonly<Record<string, unknown>>;

/** An error response of the control API. `message` is its `msg`. */
export class RequestFailed extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RequestFailed';
    this.status = status;
  }
}

/** The sandbox did not respond. */
class Unreachable extends Error {
  constructor(options: ErrorOptions) {
    super('The sandbox cannot be reached.', options);
    this.name = 'Unreachable';
  }
}

/**
 * The control API, `/sandbox/*`. All methods throw `RequestFailed` for an error response, and `Unreachable`
 * if there is no response.
 */
export interface Api {
  get(path: string): Promise<Row>;
  post(path: string, body: object): Promise<Row>;
  delete(path: string): Promise<Row>;
  /**
   * Opens a stream of one JSON object per line. The generator ends when the sandbox closes the stream, and
   * throws when `signal` is aborted.
   */
  lines(path: string, signal: AbortSignal): Promise<AsyncGenerator<Row>>;
}

/** A client of the control API that sends this token. */
export function createApi(token: string): Api {
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(`/sandbox${path}`, { ...init, method, headers }).catch((cause: unknown) => {
      throw new Unreachable({ cause });
    });
  };
  const call = async (method: string, path: string, body?: object): Promise<Row> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await send(method, path, init);
    const answer = (await response.json().catch((cause: unknown) => {
      if (response.ok) throw new Unreachable({ cause });
      return {};
    })) as Row;
    // A ledger with violations is a response too, although its status is 500.
    if (!response.ok && !('invariants' in answer)) throw failureOf(response, answer);
    return answer;
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
    lines: async (path, signal) => {
      const response = await send('GET', path, { signal });
      if (!response.ok || !response.body) throw failureOf(response, {});
      return linesOf(response.body);
    },
  };
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Row> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new Unreachable({ cause });
    });
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Row;
  }
}

function failureOf({ status }: Response, { msg }: Row): RequestFailed {
  const message = typeof msg === 'string' ? msg : `The sandbox responded with status ${status}.`;
  return new RequestFailed(status, message);
}
