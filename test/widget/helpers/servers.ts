/** The script of an endpoint: what it responds. */
export interface Script {
  body?: unknown;
  /** Sent unchanged, in place of `body`. */
  text?: string;
  /** Base64, in place of `body`. */
  bytes?: string;
  status?: number;
  /** Content type; JSON by default. */
  type?: string;
  headers?: Record<string, string>;
  /** Spaces appended to the body. */
  size?: number;
  /** The only session the endpoint accepts; others get 401. */
  session?: string;
  /** Bodies for one kind of request: `arrival`, `history`, the cursor of a history, or a payment id. */
  bodyFor?: Record<string, unknown>;
  /** Responds only after `release()`. */
  isHeld?: boolean;
}

export interface ScriptedEndpoint {
  readonly url: string;
  /** The parameters and the session of every request so far, a line each. */
  requests(): Promise<string[]>;
  release(): Promise<void>;
  /** Changes the bodies of responses from now on. */
  answer(bodyFor: Record<string, unknown>): Promise<void>;
}

/** An endpoint that responds as its script says (server/scripted.ts). */
export function scripted({ body, text, headers, bodyFor, isHeld, ...plain }: Script): ScriptedEndpoint {
  const id = unique('scripted');
  const query = new URLSearchParams({ log: id });
  if (isHeld) query.set('gate', id);
  if (body !== undefined) query.set('body', JSON.stringify(body));
  if (text !== undefined) query.set('body', text);
  if (bodyFor) query.set('bodyFor', JSON.stringify(bodyFor));
  if (headers) query.set('headers', JSON.stringify(headers));
  for (const [name, value] of Object.entries(plain)) query.set(name, String(value));
  return {
    url: `/scripted?${query}`,
    requests: async () => (await (await fetch(`/scripted/log?log=${id}`)).json()) as string[],
    release: async () => void (await fetch(`/scripted/open?gate=${id}`)),
    answer: async (bodyFor) =>
      void (await fetch(`/scripted/log?log=${id}`, { method: 'POST', body: JSON.stringify(bodyFor) })),
  };
}

/** The address of a scripted endpoint, for tests that need nothing else of it. */
export function endpoint(script: Script): string {
  return scripted(script).url;
}

/**
 * Returns every request that the page makes while a function runs. `wrap` can change how they are answered.
 */
export async function requestsDuring(
  run: (requests: readonly Request[]) => Promise<unknown>,
  wrap: (native: typeof fetch) => typeof fetch = (native) => native,
): Promise<readonly Request[]> {
  const native = window.fetch;
  const answer = wrap(native.bind(window));
  const requests: Request[] = [];
  window.fetch = (input, init) => {
    requests.push(new Request(input, init));
    return answer(input, init);
  };
  try {
    await run(requests);
  } finally {
    window.fetch = native;
  }
  return requests;
}

/** A deposit at the sandbox's bank. */
export async function pay(deposit: object, path = '/bank/pay'): Promise<void> {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(deposit) });
  if (!response.ok) throw new Error(`The bank answered ${response.status}.`);
}

/** The next message of a frame that the filter accepts. */
export function messageFrom<Data>(
  frame: HTMLIFrameElement,
  isAccepted: (data: Partial<Data>) => unknown = () => true,
): Promise<Data> {
  return new Promise((resolve) => {
    const onMessage = ({ source, data }: MessageEvent<Data>): void => {
      if (source !== frame.contentWindow || !isAccepted(data)) return;
      removeEventListener('message', onMessage);
      resolve(data);
    };
    addEventListener('message', onMessage);
  });
}

/** Opens a page in a frame and resolves with the first message from it that is a report. */
export async function reportOf<Report>(
  path: string,
  isReport?: (data: Partial<Report>) => unknown,
): Promise<Report> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 700px; height: 500px';
  frame.src = path;
  const report = messageFrom(frame, isReport);
  document.body.append(frame);
  return report.finally(() => frame.remove());
}

let serial = 0;
/** A unique name. */
export function unique(name: string): string {
  return `${name}-${++serial}-${crypto.randomUUID()}`;
}
