import { startSandbox, type Sandbox } from '../../src/index.js';
import { sharedServer } from '../postgres.js';

/** Several sandboxes on one PostgreSQL database. */
export interface Fleet {
  readonly databaseUrl: string;
  readonly sandboxes: readonly Sandbox[];
  /** Stops the sandboxes; the database stays. */
  stop(): Promise<void>;
  /** Stops the sandboxes and drops the database. */
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
