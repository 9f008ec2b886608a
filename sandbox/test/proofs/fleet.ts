import { startSandbox, type Sandbox } from '../../src/index.js';
import { sharedServer } from '../postgres.js';
import { watchBackends, type Backends } from './backends.js';

/** Several sandboxes on one PostgreSQL database. */
export interface Fleet {
  readonly databaseUrl: string;
  readonly sandboxes: readonly Sandbox[];
  readonly backends: Backends;
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
  const backends = await watchBackends(databaseUrl);
  const drop = async (): Promise<void> => {
    await stop();
    await backends.close();
    await server.dropDatabase(databaseUrl);
  };
  return { databaseUrl, sandboxes, backends, stop, drop };
}
