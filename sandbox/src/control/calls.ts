/** An error response of the control API. `message` is its `msg`. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
  }
}

/** Functions that send a request to the control API. They throw a `ControlError` for an error response. */
export interface Calls {
  /** Returns the JSON of the response. */
  call(path: string, init?: RequestInit): Promise<unknown>;
  /** Returns the bytes of the response. */
  download(path: string): Promise<Uint8Array>;
}

/** The calls to the sandbox at `url`. */
export function createCalls(url: string, controlToken: string): Calls {
  const send = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' };
    return fetch(`${url}/sandbox${path}`, { ...init, headers });
  };
  return {
    call: async (path, init) => {
      const response = await send(path, init);
      const body: unknown = await response.json();
      if (!response.ok && !isVerification(body)) throw new ControlError(response.status, messageOf(body));
      return body;
    },
    download: async (path) => {
      const response = await send(path);
      if (!response.ok) throw new ControlError(response.status, messageOf(await response.json()));
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

function isVerification(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'invariants' in body;
}

function messageOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'msg' in body
    ? String(body.msg)
    : 'The request failed.';
}
