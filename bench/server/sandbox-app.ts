import { channelsOf, createApp, type Db, onlyRow, verify } from '../../sandbox/inside.js';

/**
 * Sends a request to a sandbox; with a body, it is a POST. Returns the text of the response, and throws if
 * the request fails.
 */
export type Send = (path: string, body?: object) => Promise<string>;

/** A sandbox on this database, called without a network. */
export function sandboxOn(db: Db): Send {
  const app = createApp({
    db,
    seed: 1,
    tokens: new Map([['t', [1001n, 1002n]]]),
    controlToken: 'c',
    channels: channelsOf({}),
    baseUrl: () => 'http://127.0.0.1',
    later: () => undefined,
  });
  return async (path, body) => {
    const headers = {
      'x-bh-token': 't',
      authorization: 'Bearer c',
      ...(body && { 'content-type': 'application/json' }),
    };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, init));
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    return text;
  };
}

/** Throws if the ledger violates an invariant. */
export async function assertExact(db: Db, full = false): Promise<void> {
  const { ok, invariants } = await verify(db, { full });
  if (!ok) throw new Error(JSON.stringify(invariants));
}

/** The version of a database server, such as `18.4`. */
export async function versionOf(db: Db): Promise<string> {
  const { version } = onlyRow(
    await db.query<{ version: string }>(`select current_setting('server_version') as version`),
  );
  return version;
}
