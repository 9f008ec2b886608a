import { hasDuplicateKey } from 'deposit-slip/core';
import { isLosslessNumber, parse } from 'lossless-json';
import { ApiError } from './api-error.js';

const MAX_BODY = 64 * 1024;

// A body can be read once only, but the operation, the faults and the journal all need it.
const texts = new WeakMap<Request, Promise<string>>();
const objects = new WeakMap<Request, object>();

/** The text of a request's body, which is read once. Throws 413 or 400. */
export function readBodyText(request: Request): Promise<string> {
  const text = texts.get(request) ?? readText(request);
  texts.set(request, text);
  return text;
}

/** The text of a request's body if it has been read, otherwise undefined. */
export function knownBodyText(request: Request): Promise<string> | undefined {
  return texts.get(request);
}

/** The JSON object of a request's body if it has been read, otherwise undefined. */
export function parsedBody(request: Request): object | undefined {
  return objects.get(request);
}

/**
 * Reads a JSON object from a request body; its numbers keep every digit. Checks content type, size and syntax
 * in this order and throws 415, 413 or 400.
 */
export async function readJsonBody(request: Request): Promise<object> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json(?:\s*;|$)/i.test(type))
    throw new ApiError(415, 'The Content-Type must be application/json.');
  const parsed = objects.get(request);
  if (parsed) return parsed;
  const value = parseJson(await readBodyText(request));
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value))
    throw new ApiError(400, 'The body must be a JSON object.');
  objects.set(request, value);
  return value;
}

/** Parses JSON without losing digits. Nesting too deep for the stack counts as invalid JSON. */
function parseJson(text: string): unknown {
  let isRepeated: boolean;
  let value: unknown;
  try {
    value = parse(text);
    isRepeated = hasDuplicateKey(text, JSON.parse(text));
  } catch {
    throw new ApiError(400, 'The body is not valid JSON.');
  }
  if (isRepeated) throw new ApiError(400, 'The body repeats a member.');
  return value;
}

/** Reads a submitted HTML form. Throws 415, 413 or 400. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(type))
    throw new ApiError(415, 'The Content-Type must be application/x-www-form-urlencoded.');
  return new URLSearchParams(await readText(request));
}

/** Reads a body of at most `MAX_BODY` bytes as UTF-8 text. */
async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    // The rest of the body stays unread, so the connection cannot be reused: the next request on it would be
    // lost.
    if (size > MAX_BODY)
      throw new ApiError(413, `The body is larger than ${MAX_BODY} bytes.`, { connection: 'close' });
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ApiError(400, 'The body is not valid UTF-8.');
  }
}

/** The chunks of a body. A client that disconnects in between causes a 400, not a failure of the sandbox. */
async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throw new ApiError(400, 'The body is incomplete.');
  }
}
