import { requestsDuring } from './servers.js';

/** A request of the page that waits until the test responds to it. */
export interface HeldRequest {
  /** The request's parameters and session. */
  readonly query: URLSearchParams;
  readonly session: string | null;
  readonly signal: AbortSignal;
  answer(body: object, status?: number): void;
}

/**
 * Runs a test during which every request of the page waits in a growing list until the test responds to it.
 */
export async function withHeldRequests(
  run: (held: readonly HeldRequest[]) => Promise<unknown>,
): Promise<void> {
  const held: HeldRequest[] = [];
  const hold: typeof fetch = (input, init) => {
    const { url, headers, signal } = new Request(input, init);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      held.push({
        query: new URL(url).searchParams,
        session: headers.get('authorization'),
        signal,
        answer: (body, status = 200) => resolve(Response.json(body, { status })),
      });
    });
  };
  await requestsDuring(
    () => run(held),
    () => hold,
  );
}
