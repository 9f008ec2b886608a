/**
 * The routes of the control API are tables: an array of `controlRoute({method, path, id, summary, query?,
 * body?, response, handle})` in a file of each part (control/route.ts explains the members). `CONTROL_ROUTES`
 * below joins them; it is both mounted and documented in `/sandbox/openapi.json`. To add a route, add an
 * entry; schemas of responses are in schemas/.
 */
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import type { Faults } from '../faults/index.js';
import { ApiError } from '../http/api-error.js';
import { done, verification } from '../schemas/control.js';
import { verify } from '../ledger/verify.js';
import { isSameSecret } from '../secrets.js';
import { reset } from '../seed/seed.js';
import { json } from '../http/response.js';
import { channelRoutes } from './channels.js';
import { listRoutes } from './all-lists.js';
import { depositRoutes } from './deposits.js';
import { faultRoutes } from './faults.js';
import { operatorRoutes } from './operator.js';
import { requestRoutes } from './requests.js';
import { clockRoutes, setupRoutes, snapshotRoutes } from './setup.js';
import { controlRoute, mount, type ControlRoute, type RequestsContext } from './route.js';

const verifyQuery = z.strictObject({ full: z.enum(['1', '0'], { error: '1 or 0' }).default('0') });

const stateRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/verify',
    id: 'ledger.verify',
    summary: 'Check the invariants of the ledger',
    description:
      'Checks what was written since the last check that found no violation; with full=1, everything. The status is 500 if an invariant is violated.',
    query: verifyQuery,
    response: verification,
    otherResponses: { 500: verification },
    handle: async ({ context, query }) => {
      const result = await verify(context.db, { full: query.full === '1' });
      return result.ok ? result : json(result, 500);
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/reset',
    id: 'state.reset',
    summary: 'Restore the initial state',
    description: 'Also removes all faults and recorded requests.',
    response: done,
    handle: async ({ context }) => {
      await reset(context.db, context.seedData);
      context.faults.set([]);
      context.journal.clear();
      return { ok: true };
    },
  }),
];

/** Every route of the control API, in the order of the document. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...depositRoutes,
  ...operatorRoutes,
  ...channelRoutes,
  ...listRoutes,
  ...faultRoutes,
  ...requestRoutes,
  ...setupRoutes,
  ...clockRoutes,
  ...snapshotRoutes,
  ...stateRoutes,
];

/**
 * The control API, with which a test acts as the bank or the operator. It is not part of the product's API.
 */
export function controlRoutes(context: AppContext, faults: Faults, requests: RequestsContext): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    if (!isSameSecret(c.req.header('authorization') ?? '', `Bearer ${context.controlToken}`))
      throw new ApiError(401, 'The control token is missing or invalid.');
    await next();
  });
  mount(app, CONTROL_ROUTES, { ...context, ...requests, faults });
  return app;
}
