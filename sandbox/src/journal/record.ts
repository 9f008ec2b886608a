import type { MiddlewareHandler } from 'hono';
import type { Faults } from '../faults/index.js';
import { knownBodyText } from '../http/body.js';
import { cutPointOf } from '../http/cut.js';
import { knownParametersOf } from '../http/request-parameters.js';
import { bodyText } from '../http/response.js';
import { OPERATIONS } from '../operations/index.js';
import type { Answer, Journal } from './journal.js';
import { shorten } from './shorten.js';

const REQUEST_HEADERS = ['x-bh-token', 'content-type'];
const RESPONSE_HEADERS = ['content-type', 'retry-after', 'allow'];

/** Adds every request and its response to the journal. Mounted outside of all other handlers of the API. */
export function recordRequests(journal: Journal, faults: Faults): MiddlewareHandler {
  return async (c, next) => {
    const time = Date.now();
    const started = performance.now();
    await next();
    const milliseconds = Math.round((performance.now() - started) * 1000) / 1000;
    const { raw, method, path } = c.req;
    // Already awaited, if the operation got that far. A body that is not text cannot be sent again.
    const body = await knownBodyText(raw)?.catch(() => undefined);
    journal.add({
      ...{ time, method, milliseconds, body },
      operation: OPERATIONS.find((each) => each.path === path && each.verb === method),
      target: raw.url.slice(raw.url.indexOf('/', raw.url.indexOf('//') + 2)),
      headers: pick(raw.headers, REQUEST_HEADERS),
      parameters: knownParametersOf(raw),
      answer: await answerOf(c.res, raw),
      faults: faults.appliedTo(raw),
      requestId: c.res.headers.get('x-request-id') ?? '',
    });
  };
}

async function answerOf(response: Response, request: Request): Promise<Answer> {
  const { status, headers } = response;
  const text = await bodyText(response);
  return {
    ...{ status, headers: pick(headers, RESPONSE_HEADERS), body: shorten(text), code: codeOf(text) },
    sent: sentOf(response, request),
  };
}

/** The `code` of an envelope; null if the text is not an envelope or its code is not a number. */
function codeOf(text: string): number | null {
  try {
    const { code } = Object(JSON.parse(text)) as { readonly code?: unknown };
    return typeof code === 'number' ? code : null;
  } catch {
    return null;
  }
}

function sentOf(response: Response, { signal }: Request): Answer['sent'] {
  const point = cutPointOf(response);
  if (point === 'start' || signal.aborted) return 'nothing';
  return point === undefined ? 'all' : 'part';
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked[name] = value;
  }
  return picked;
}
