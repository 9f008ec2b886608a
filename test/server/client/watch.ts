import type { FollowedFlow, FollowInput } from 'deposit-slip/client';
import { desk, envelope, type Answer } from './desk.js';
import type { ListApi } from './list-api.js';

/** The longest a wait of the usual interval can be, in milliseconds. */
export const LOOK = 6_000;

/** A watch, and what it has given so far. */
export interface Watch {
  readonly given: FollowedFlow[];
  ids(): number[];
  /** How it ended: nothing yet, by itself, or in an error. */
  readonly end: { as?: 'ended' | Error };
  abort(): void;
}

/** Follows merchant 1001 by a fetch; `stopAfter` breaks behind so many flows. */
export function follow(
  fetch: typeof globalThis.fetch,
  input: Partial<FollowInput> = {},
  stopAfter = Infinity,
): Watch {
  const controller = new AbortController();
  const { flows } = desk('', { fetch, retries: 0 }).client;
  const given: FollowedFlow[] = [];
  const end: Watch['end'] = {};
  const read = async (): Promise<void> => {
    for await (const flow of flows.follow({ merchantId: '1001', signal: controller.signal, ...input }))
      if (given.push(flow) >= stopAfter) break;
  };
  void read().then(
    () => (end.as = 'ended'),
    (error: Error) => (end.as = error),
  );
  return { given, ids: () => given.map(({ id }) => Number(id)), end, abort: () => controller.abort() };
}

/** A fetch that answers from a script first: undefined stands for the API itself. */
export function withFaults(api: ListApi, script: readonly (Answer | undefined)[]): typeof globalThis.fetch {
  let asked = 0;
  return (async (address: string, init: RequestInit) => {
    const answer = script[asked++];
    if (answer === undefined) return api.fetch(address, init);
    if (answer instanceof Error) throw answer;
    return typeof answer === 'string' ? envelope(answer) : answer.clone();
  }) as typeof globalThis.fetch;
}
