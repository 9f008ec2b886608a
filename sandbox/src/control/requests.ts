import { countValue, idValue, timeValue } from 'deposit-slip/contract';
import { z } from 'zod';
import { route } from '../faults/schema.js';
import { ApiError, notFound } from '../http/api-error.js';
import type { Journal, JournalEntry } from '../journal/journal.js';
import { streamJournal } from '../journal/stream.js';
import { viewOf } from '../journal/view.js';
import { done } from '../schemas/control.js';
import { recordedRequest, streamLine } from '../schemas/requests.js';
import { idText, integer } from '../schemas/wire.js';
import { controlRoute, type ControlRoute } from './route.js';

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
  polls: z
    .enum(['1', '0'], { error: '1 or 0' })
    .default('1')
    .describe('With 0, successful polls for new deposits are counted instead of listed.'),
  limit: countValue
    .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, { error: `between 1 and ${MAX_LIMIT}` })
    .default(100),
});
const streamQuery = z.strictObject({ ...filter, after: countValue.optional() });

/** Routes of the journal: the requests to the API and their responses. */
export const requestRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/requests',
    id: 'requests.list',
    summary: 'List the last requests to the API and their responses, newest first',
    query: listQuery,
    response: z.strictObject({
      requests: z.array(recordedRequest),
      polls: integer(0).optional().describe('With polls=0: the number of polls that match.'),
      newest: integer(0).optional().describe('With polls=0: the id of the newest request, even of a poll.'),
    }),
    handle: async ({ context, query: { limit, polls, ...rest } }) => {
      const secrets = await context.secrets();
      const { journal } = context;
      const listed = journal.list(polls === '0' ? { ...rest, poll: false } : rest, limit);
      const requests = listed.map((entry) => viewOf(entry, secrets));
      if (polls === '1') return { requests };
      return { requests, polls: journal.count({ ...rest, poll: true }), newest: journal.newest };
    },
  }),
  controlRoute({
    method: 'DELETE',
    path: '/requests',
    id: 'requests.clear',
    summary: 'Remove all recorded requests',
    response: done,
    handle: ({ context }) => {
      context.journal.clear();
      return { ok: true };
    },
  }),
  controlRoute({
    method: 'GET',
    path: '/requests/stream',
    id: 'requests.stream',
    summary: 'Stream the requests to the API',
    description: 'Each line is one request, or the number of requests that a slow reader missed.',
    query: streamQuery,
    response: streamLine,
    contentType: 'application/x-ndjson',
    handle: ({ context, query: { after = context.journal.newest, ...rest } }) => {
      // Read again for each entry, because tokens may be added while a stream is open.
      const write = async (entry: JournalEntry) => viewOf(entry, await context.secrets());
      const body = streamJournal(context.journal, rest, { after, write, signal: context.stopping });
      return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/requests/{id}/replay',
    id: 'requests.replay',
    summary: 'Send a recorded request again',
    description: 'Sends the same bytes with the same token. Returns the new entry.',
    params: { id: idText },
    status: 201,
    response: recordedRequest,
    errors: [409],
    handle: async ({ context, param, request }) => {
      const { journal, send } = context;
      // Checked before the request is sent: afterwards, a failure would wrongly report that nothing was done.
      const secrets = await context.secrets();
      const response = await send(requestOf(entryAt(journal, param('id')), request.signal));
      const requestId = response.headers.get('x-request-id');
      const replayed = journal.list({}, MAX_LIMIT).find((each) => each.requestId === requestId);
      if (!replayed) throw new ApiError(500, 'The request was sent, but the journal has already dropped it.');
      return viewOf(replayed, secrets);
    },
  }),
];

function entryAt(journal: Journal, text: string): JournalEntry {
  const entry = /^[1-9][0-9]{0,15}$/.test(text) ? journal.find(Number(text)) : undefined;
  if (!entry) throw notFound('Request', JSON.stringify(text.slice(0, 40)));
  return entry;
}

/** Repeats the request with the same token and the same bytes. */
function requestOf({ method, target, headers, body }: JournalEntry, signal: AbortSignal): Request {
  if (method === 'POST' && body === undefined)
    throw new ApiError(409, 'The body of this request was not read, so it cannot be sent again.');
  const url = new URL(target, 'http://localhost');
  return new Request(url, { method, headers, signal, ...(body !== undefined && { body }) });
}
