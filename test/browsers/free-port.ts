import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Lower than the ephemeral ports, which the system can assign to another server or connection at any moment.
 */
const [FIRST, LAST] = [20_000, 32_000];

/** A free port, so that runs side by side do not use the same one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port.');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
