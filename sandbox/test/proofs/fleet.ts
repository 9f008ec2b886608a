import { startSandbox, type Sandbox } from '../../src/index.js';
import { sharedServer } from '../postgres.js';

/** Sandboxes beside each other on one database of a PostgreSQL server. */
export interface Fleet {
  readonly databaseUrl: string;
  readonly sandboxes: readonly Sandbox[];
  /** Stops them all; the database stays. */
  stop(): Promise<void>;
  /** Stops them and takes the database away. */
  drop(): Promise<void>;
}

/** Starts `count` sandboxes with `connections` each. */
export async function startFleet(count: number, connections: number): Promise<Fleet> {
  const server = await sharedServer();
  const databaseUrl = await server.createDatabase();
  const starting = Array.from({ length: count }, () => startSandbox({ databaseUrl, connections }));
  const sandboxes = await Promise.all(starting);
  const stop = async (): Promise<void> => {
    await Promise.all(sandboxes.map((sandbox) => sandbox.stop()));
  };
  return { databaseUrl, sandboxes, stop, drop: () => stop().then(() => server.dropDatabase(databaseUrl)) };
}

/** What a POST came back with, to the byte. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Posts JSON, with the seeded token and the control token. */
export async function post(
  { url, token, controlToken }: Pick<Sandbox, 'url' | 'token' | 'controlToken'>,
  path: string,
  body: object,
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    'x-bh-token': token,
    authorization: `Bearer ${controlToken}`,
  };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}
