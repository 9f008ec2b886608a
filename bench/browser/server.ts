/**
 * Serves files from loopback as a merchant's server would: HTTP/1.1 with keep-alive, compressed with brotli,
 * uncached.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { File } from './pages/page.js';

/**
 * Starts the server on a free port. Files are compressed in advance, so that no request waits for
 * compression.
 */
export async function serve(
  files: ReadonlyMap<string, File>,
): Promise<{ origin: string; close: () => void }> {
  const responses = new Map([...files].map(([path, file]) => [path, responseOf(file)]));
  const server = createServer(({ url = '' }, response) => {
    const found = responses.get(new URL(url, 'http://x').pathname);
    if (found) response.writeHead(200, found.headers).end(found.body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function responseOf({ type, content }: File) {
  const isCompressed = type === 'image/png';
  const body = isCompressed ? content : brotliCompressSync(content);
  return {
    body,
    headers: {
      'Content-Type': type,
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
      ...(!isCompressed && { 'Content-Encoding': 'br' }),
    },
  };
}
