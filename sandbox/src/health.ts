import { Hono } from 'hono';
import type { Db } from './db/db.js';
import { ApiError } from './http/api-error.js';
import { json } from './http/response.js';

/** `/healthz`: the process responds. `/readyz`: its database does too; otherwise a 503. Both need no token. */
export function healthRoutes({ db }: { readonly db: Db }): Hono {
  const app = new Hono();
  app.get('/healthz', () => json({ status: 'ok' }));
  app.get('/readyz', async () => {
    try {
      await db.query('select 1 from migration limit 1');
    } catch {
      throw new ApiError(503, 'The database does not respond.', { 'retry-after': '1' });
    }
    return json({ status: 'ready' });
  });
  return app;
}
