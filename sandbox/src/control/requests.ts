import { countValue, idValue, timeValue } from 'deposit-slip/contract';
import { Hono } from 'hono';
import { z } from 'zod';
import { route } from '../faults/schema.js';
import { ApiError, notFound } from '../http/api-error.js';
import { readQuery } from '../http/parameters.js';
import { json } from '../http/response.js';
import type { Journal, JournalEntry } from '../journal/journal.js';
import { streamJournal } from '../journal/stream.js';
import { viewOf, type RecordedRequest } from '../journal/view.js';

/** What the routes of the journal work with. */
export interface RequestsContext {
  readonly journal: Journal;
  /** Tokens that are never shown. */
  readonly secrets: () => readonly string[];
  /** Sends a request to the API. */
  readonly send: (request: Request) => Promise<Response>;
}

const MAX_LIMIT = 10_000;

const filter = {
  route: route.optional(),
  merchantId: idValue.optional(),
  clientId: z.string().optional(),
  status: countValue.optional(),
  since: timeValue.optional(),
};
const listQuery = z.strictObject({
  ...filter,
  limit: countValue
    .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, { error: `between 1 and ${MAX_LIMIT}` })
    .default(100),
});
const streamQuery = z.strictObject({ ...filter, after: countValue.optional() });

/** Routes of the journal: the requests to the API and their answers. */
export function requestRoutes({ journal, secrets, send }: RequestsContext): Hono {
  const app = new Hono();
  const view = (entry: JournalEntry): RecordedRequest => viewOf(entry, secrets());
  app.get('/requests', (c) => {
    const { limit, ...rest } = readQuery(c.req.url, listQuery);
    return json({ requests: journal.list(rest, limit).map(view) });
  });
  app.delete('/requests', () => {
    journal.clear();
    return json({ ok: true });
  });
  app.get('/requests/stream', (c) => {
    const { after = journal.newest, ...rest } = readQuery(c.req.url, streamQuery);
    const body = streamJournal(journal, rest, { after, write: view });
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
  });
  app.post('/requests/:id/replay', async (c) => {
    const response = await send(requestOf(entryAt(journal, c.req.param('id')), c.req.raw.signal));
    const requestId = response.headers.get('x-request-id');
    const replayed = journal.list({}, MAX_LIMIT).find((each) => each.requestId === requestId);
    if (!replayed) throw new ApiError(500, 'The request was sent, but it has left the journal already.');
    return json(view(replayed), 201);
  });
  return app;
}

function entryAt(journal: Journal, text: string): JournalEntry {
  const entry = /^[1-9][0-9]{0,15}$/.test(text) ? journal.find(Number(text)) : undefined;
  if (!entry) throw notFound('Request', JSON.stringify(text.slice(0, 40)));
  return entry;
}

/** The same request once more: with its token, and the same bytes. */
function requestOf({ method, target, headers, body }: JournalEntry, signal: AbortSignal): Request {
  if (method === 'POST' && body === undefined)
    throw new ApiError(409, 'The body of this request was not read, so it cannot be sent again.');
  const url = new URL(target, 'http://localhost');
  return new Request(url, { method, headers, signal, ...(body !== undefined && { body }) });
}
