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

/** No answer came. */
class Unreachable extends Error {
  constructor(options: ErrorOptions) {
    super('The sandbox cannot be reached.', options);
    this.name = 'Unreachable';
  }
}

/** The control API, `/sandbox/*`. All methods throw `RequestFailed` for an error response, and another error if none came. */
export interface Api {
  get(path: string): Promise<Row>;
  post(path: string, body: object): Promise<Row>;
  delete(path: string): Promise<Row>;
  /** Opens a stream with one object on each line. It ends with the signal, or when the sandbox ends it. */
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
    const answer = (await response.json().catch(() => ({}))) as Row;
    // A ledger with violations is an answer too, with status 500.
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
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Row;
  }
}

function failureOf({ status }: Response, { msg }: Row): RequestFailed {
  const message = typeof msg === 'string' ? msg : `The sandbox answered with status ${status}.`;
  return new RequestFailed(status, message);
}
