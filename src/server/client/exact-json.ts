import { parse } from 'lossless-json';
import { hasDuplicateKey } from '../../core/reader/duplicate-keys.js';
import { failure, type Failure } from './errors.js';

/**
 * The maximum size of a body in bytes (docs/reading-policy.md R27), counted while reading, because headers
 * may be wrong.
 */
export const MAX_BODY = 256 * 1024;

const JSON_TYPE = /^application\/(?:[a-z0-9.-]+\+)?json[ \t]*(?:;|$)/i;

/**
 * Reads a body as JSON. A safe number that JavaScript prints exactly as it was written becomes a number; any
 * other (22.00, 2^53, 1e3) becomes a string with its exact text. `String(value)` is therefore always the text
 * of the body, and no digit of an id or amount is lost. Rejects only if the connection breaks.
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

/** The body, or undefined if it exceeds the maximum size; then the rest is not read. */
async function readBytes(response: Response): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    length += chunk.value.byteLength;
    if (length > MAX_BODY) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(chunk.value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
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

/**
 * Parses strict JSON. Undefined for any error, including duplicate keys and nesting too deep for the stack.
 */
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
