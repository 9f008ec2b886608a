import { z } from 'zod';
import { fault } from './faults.js';
import { integer } from './wire.js';

const headers = z.record(z.string(), z.string());

/** A request of the journal: without tokens, and with long bodies shortened. */
export const recordedRequest = z.strictObject({
  id: integer(1),
  time: z
    .number()
    .meta({ type: 'integer', format: 'int64', description: 'When it arrived, Unix time in milliseconds.' }),
  route: z.string().nullable().describe('Name of the operation; null if the route does not exist.'),
  method: z.string(),
  path: z.string(),
  query: headers,
  body: z.string().nullable().describe('Null if it was not read.'),
  answer: z.strictObject({
    status: integer(200),
    headers,
    body: z.string(),
    code: z.number().nullable().describe('The `code` of its envelope; null if it has none.'),
    sent: z.enum(['all', 'part', 'nothing']).describe('How much of the response was sent.'),
  }),
  milliseconds: z.number().meta({ minimum: 0 }),
  faults: z.array(fault).describe('The faults that affected it, the outermost first.'),
  ids: z
    .strictObject({
      txId: z.string().optional(),
      fromId: z.string().optional(),
      toId: z.string().optional(),
    })
    .describe('The funding ids in its response.'),
  requestId: z.string().meta({ format: 'uuid' }),
});

/** A line of the stream of requests. */
export const streamLine = z.union([
  recordedRequest,
  z.strictObject({ missed: integer(1) }).describe('How many requests the reader missed.'),
]);
