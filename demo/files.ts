import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Context } from 'hono';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Sends a script, a style sheet or the icon, with the content type of its extension. */
export async function sendFile(c: Context, path: string): Promise<Response> {
  const bytes = await readFile(path);
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
  });
}
