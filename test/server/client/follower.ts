import { afterEach } from 'node:test';
import type { FollowedFlow, FollowInput } from 'deposit-slip/client';
import type { ListApi } from './list-api.js';
import { responseOf, scriptedClient, type Answer } from './scripted-client.js';

/** The longest pause between two polls at the default interval, in milliseconds. */
export const POLL = 6_000;

/** A running `flows.follow`, and what it has yielded. */
export interface Follower {
  readonly flows: FollowedFlow[];
  ids(): number[];
  /** The cursor of the last flow. */
  cursor(): string;
  /** How it ended; undefined while it runs. */
  readonly outcome: { value?: 'done' | Error };
  abort(): void;
}

const running = new Set<Follower>();
afterEach(() => {
  for (const follower of running) follower.abort();
  running.clear();
});

/** Follows merchant 1001 until the end of the test; `stopAfter` breaks after a number of flows. */
export function follow(
  fetch: typeof globalThis.fetch,
  input: Partial<FollowInput> = {},
  stopAfter = Infinity,
): Follower {
  const controller = new AbortController();
  const { client } = scriptedClient('', { fetch });
  const flows: FollowedFlow[] = [];
  const outcome: Follower['outcome'] = {};
  const read = async (): Promise<void> => {
    const followed = client.flows.follow({ merchantId: '1001', signal: controller.signal, ...input });
    for await (const flow of followed) if (flows.push(flow) >= stopAfter) break;
  };
  void read().then(
    () => (outcome.value = 'done'),
    (error: Error) => (outcome.value = error),
  );
  const follower: Follower = {
    flows,
    ids: () => flows.map(({ id }) => Number(id)),
    cursor: () => flows.at(-1)!.cursor,
    outcome,
    abort: () => controller.abort(),
  };
  running.add(follower);
  return follower;
}

/** A fetch that first responds with a script; undefined stands for the response of the API itself. */
export function withFaults(api: ListApi, script: readonly (Answer | undefined)[]): typeof globalThis.fetch {
  let requests = 0;
  return (async (address: string, init: RequestInit) => {
    const answer = script[requests++];
    return answer === undefined ? api.fetch(address, init) : responseOf(answer);
  }) as typeof globalThis.fetch;
}
