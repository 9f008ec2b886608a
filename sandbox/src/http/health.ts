import { Hono } from 'hono';
import type { Db } from '../db/db.js';
import { ApiError } from './api-error.js';
import { errorResponse, json } from './response.js';

/**
 * `/healthz`: the process responds. `/readyz`: a write to its database would work; otherwise a 503. Both need
 * no token.
 */
export function healthRoutes({ db }: { readonly db: Db }): Hono {
  const app = new Hono();
  app.get('/healthz', () => json({ status: 'ok' }));
  let checking: Promise<void> | undefined;
  app.get('/readyz', async () => {
    // Concurrent requests share the check, so that frequent requests do not cause frequent writes.
    checking ??= db.checkWritable().finally(() => (checking = undefined));
    try {
      await checking;
    } catch {
      return errorResponse(new ApiError(503, 'The database accepts no writes.', { 'retry-after': '1' }));
    }
    return json({ status: 'ready' });
  });
  return app;
}
