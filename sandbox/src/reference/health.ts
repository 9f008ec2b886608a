import { z } from 'zod';
import { errorResponses, HEADERS } from './errors.js';
import { jsonContent, schemaOf, type Json } from './json-schema.js';

/** The routes of health.ts, which need no token. */
export const HEALTH_PATHS: Readonly<Record<string, Json>> = {
  '/healthz': route('health.live', 'Whether the process responds', 'ok'),
  '/readyz': route('health.ready', 'Whether a write to the database would work', 'ready'),
};

function route(operationId: string, summary: string, status: string): Json {
  const schema = schemaOf(z.strictObject({ status: z.literal(status) }));
  const success = { description: 'Success.', headers: HEADERS, content: jsonContent({ schema }) };
  return {
    get: {
      operationId,
      tags: ['Control'],
      summary,
      security: [],
      responses: { 200: success, ...errorResponses([400, 403, 503]) },
    },
  };
}
