import { Hono } from 'hono';
import { faultsBody, type Faults } from '../faults/index.js';
import { readJsonBody } from '../http/body.js';
import { readParameters } from '../http/parameters.js';
import { json } from '../http/response.js';

/** Routes that set, list and remove the faults of this process. */
export function faultRoutes(faults: Faults): Hono {
  const app = new Hono();
  app.post('/faults', async (c) => {
    faults.set(readParameters(await readJsonBody(c.req.raw), faultsBody).faults);
    return json({ faults: faults.active });
  });
  app.get('/faults', () => json({ faults: faults.active }));
  app.delete('/faults', () => {
    faults.set([]);
    return json({ faults: faults.active });
  });
  return app;
}
