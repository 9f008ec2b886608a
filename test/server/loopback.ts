import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns what `use` does with the URL of an HTTP server on loopback, and closes the server afterwards. */
export async function withLoopback<Result>(
  listener: RequestListener,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
