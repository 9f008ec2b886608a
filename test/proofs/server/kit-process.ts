import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { Pool } from 'pg';
import { sharedServer } from '../../../sandbox/test/postgres.js';
import { ROOT } from '../../root.js';
import type { HookLine } from './kit-copy.js';

const SCRIPT = `${ROOT}/test/proofs/server/kit-copy.ts`;

/** The API from which copies of the kit read deposits, and the database in which they store them. */
interface KitEnv {
  readonly API_URL: string;
  readonly API_TOKEN: string;
  readonly DATABASE_URL: string;
  /** The longest that a hook takes, in milliseconds. */
  readonly HOOK_MS?: string;
  /** The timeout of a request to the API in milliseconds. */
  readonly TIMEOUT?: string;
}

/** A process with a copy of the kit (kit-copy.ts). */
export class KitProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string>, url: string) {
    this.#child = child;
    this.#lines = lines;
    this.url = url;
  }

  static async start(env: KitEnv): Promise<KitProcess> {
    const args = ['--conditions=@deposit-slip/source', '--import', 'tsx', SCRIPT];
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const url = await lines.next();
    if (url.done) throw new Error('A copy of the kit did not start.');
    return new KitProcess(child, lines, url.value);
  }

  /** The next action of a hook. Undefined once the process has ended. */
  async next(): Promise<HookLine | undefined> {
    const line = await this.#lines.next();
    return line.done ? undefined : (JSON.parse(line.value) as HookLine);
  }

  /**
   * Sends a request with the cookie of an order, such as `order-1 1001 10.00`. Rejects if the process is
   * killed meanwhile.
   */
  send(order: string, query = ''): Promise<Response> {
    return fetch(this.url + query, { headers: { cookie: order } });
  }

  /** Kills the process as a crash would. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

/** A new PostgreSQL database with the kit's tables. The caller must end the pool. */
export async function createDatabase(): Promise<{ readonly url: string; readonly pool: Pool }> {
  const server = await sharedServer();
  const url = await server.createDatabase();
  const pool = new Pool({ connectionString: url });
  await createPostgresStore(pool).migrate();
  return { url, pool };
}
