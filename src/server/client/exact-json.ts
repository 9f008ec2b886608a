import { parse } from 'lossless-json';
import { hasDuplicateKey } from '../../core/reader/duplicate-keys.js';
import { failure, type Failure } from './errors.js';

/** The most that is read of a body, in bytes (reading.md, R27). Counted as it comes: a length header proves nothing. */
export const MAX_BODY = 256 * 1024;

const JSON_TYPE = /^application\/(?:[a-z0-9.-]+\+)?json[ \t]*(?:;|$)/i;

/**
 * Reads a body as JSON. Each number whose text a JavaScript number gives back unchanged, and holds safely, is that number;
 * any other (22.00, 2^53, 1e3) is its exact text, a string: so `String(value)` is always the text that came, and no digit
 * of an id or an amount is lost. Rejects only where the connection breaks.
 */
export async function readJson(response: Response): Promise<{ readonly value: unknown } | Failure> {
  const { status } = response;
  if (!JSON_TYPE.test(response.headers.get('content-type') ?? '')) {
    return failure('unreadable', { status, reason: 'content-type' });
  }
  const bytes = await readBytes(response);
  if (!bytes) return failure('unreadable', { status, reason: 'too-large' });
  const text = decode(bytes);
  if (text === undefined) return failure('unreadable', { status, reason: 'not-utf-8' });
  return parseExactly(text) ?? failure('unreadable', { status, reason: 'not-json' });
}

/** The body, or undefined once it is larger than the cap; then nothing more of it is read. */
async function readBytes(response: Response): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > MAX_BODY) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Strict JSON, or undefined for anything a parser can complain of, nesting too deep for the stack among it. */
function parseExactly(text: string): { readonly value: unknown } | undefined {
  try {
    const value = parse(text, null, { parseNumber: exactNumber });
    return hasDuplicateKey(text, value) ? undefined : { value };
  } catch {
    return undefined;
  }
}

function exactNumber(text: string): number | string {
  const number = Number(text);
  return String(number) === text && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}
