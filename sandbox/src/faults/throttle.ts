import type { Deferred } from '../app-context.js';
import { isStatusWithoutBody, rememberText } from '../http/response.js';

const PIECES_PER_SECOND = 10;

/** A response whose body is sent in pieces. */
export function throttleResponse(
  response: Response,
  text: string,
  bytesPerSecond: number,
  later: Deferred,
): Response {
  const { status, headers } = response;
  if (isStatusWithoutBody(status)) return response;
  const bytes = Buffer.from(text);
  const size = Math.ceil(bytesPerSecond / PIECES_PER_SECOND);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise<void>((resolve) => later((1000 * size) / bytesPerSecond, resolve));
      controller.enqueue(bytes.subarray(sent, sent + size));
      sent += size;
      if (sent >= bytes.length) controller.close();
    },
  });
  const throttled = new Response(body, { status, headers });
  throttled.headers.set('content-length', String(bytes.length));
  return rememberText(throttled, text);
}
