import { hasDuplicateKey } from 'deposit-slip/core';
import { isLosslessNumber, parse } from 'lossless-json';
import { Refusal } from './refusal.js';

const MAX_BODY = 64 * 1024;

/** Reads a JSON object from a body: type, size and form are checked in this order. Numbers stay lossless. */
export async function readJsonBody(request: Request): Promise<object> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json(?:\s*;|$)/i.test(type))
    throw new Refusal(415, 'The Content-Type must be application/json.');
  const text = await readText(request);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value))
    throw new Refusal(400, 'The body must be a JSON object.');
  return value;
}

/** JSON with its numbers lossless; a nesting deeper than the stack is no JSON to us. */
function parseJson(text: string): unknown {
  let isRepeated: boolean;
  let value: unknown;
  try {
    value = parse(text);
    isRepeated = hasDuplicateKey(text, JSON.parse(text));
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
  if (isRepeated) throw new Refusal(400, 'The body names a member more than once.');
  return value;
}

/** Reads what a form sent. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(type))
    throw new Refusal(415, 'The Content-Type must be application/x-www-form-urlencoded.');
  return new URLSearchParams(await readText(request));
}

/** Reads a body as text, up to the cap. */
async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyOf(request)) {
    size += chunk.byteLength;
    // The rest is not read, so nothing can follow on this connection: a caller that kept it would lose its next request.
    if (size > MAX_BODY)
      throw new Refusal(413, `The body is larger than ${MAX_BODY} bytes.`, { connection: 'close' });
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, 'The body is not UTF-8.');
  }
}

/** The parts of a body as they come. Whoever breaks it off hears no answer; it is still theirs, and no failure of ours. */
async function* bodyOf({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throw new Refusal(400, 'The body broke off.');
  }
}
