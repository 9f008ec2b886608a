import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { accessTo, authenticate } from './access.js';
import type { AppContext } from './app-context.js';
import { consoleRoutes } from './console-page.js';
import { controlRoutes } from './control/routes.js';
import { Faults } from './faults/index.js';
import { healthRoutes } from './http/health.js';
import { ApiError } from './http/api-error.js';
import { toApiError } from './http/database-errors.js';
import { errorResponse, success } from './http/response.js';
import { Journal } from './journal/journal.js';
import { recordRequests } from './journal/record.js';
import { addedTokens } from './ledger/setup.js';
import { headerRoutes } from './html-document.js';
import { OPERATIONS } from './operations/index.js';
import type { Operation } from './operations/operation.js';
import { referenceRoutes } from './reference/routes.js';
import { agreementRoutes } from './simulator/agreement.js';
import { simulatorRoutes } from './simulator/routes.js';

/** Builds the sandbox as a Hono application: `app.fetch(request)`. */
export function createApp(context: AppContext): Hono {
  const app = new Hono();
  const faults = new Faults(context.seed);
  const journal = new Journal();
  // Operations and routes of the control API handle their errors themselves; pages change something with POST
  // only.
  app.onError((error, c) => errorResponse(toApiError(error, c.req.method === 'GET', context.logger)));
  app.notFound(() => errorResponse(new ApiError(404, 'This route does not exist.')));
  app.use('/v2/*', recordRequests(journal, faults));
  app.use(async (c, next) => {
    await next();
    // Set directly: c.header would copy the whole response for each header, and every response here is our
    // own.
    const { headers } = c.res;
    headers.set('x-request-id', randomUUID());
    headers.set('date', new Date().toUTCString());
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('x-content-type-options', 'nosniff');
  });
  app.route('/', healthRoutes(context));
  mountOperations(app, context, faults);
  app.route('/', headerRoutes(context));
  app.route('/', simulatorRoutes(context));
  app.route('/', agreementRoutes(context));
  app.route('/', referenceRoutes(context));
  app.route('/', consoleRoutes(context));
  const secrets = async () => [
    ...context.tokens.keys(),
    context.controlToken,
    ...(await addedTokens(context.db)),
  ];
  const send = async (request: Request) => app.fetch(request);
  app.route('/sandbox', controlRoutes(context, faults, { journal, secrets, send }));
  return app;
}

function mountOperations(app: Hono, context: AppContext, faults: Faults): void {
  const open = new Set(OPERATIONS.filter(({ needsToken }) => !needsToken).map(({ path }) => path));
  // Checked first: without a valid token, an unknown route or a wrong HTTP method is a 401 too.
  app.use('/v2/*', async (c, next) => {
    if (!open.has(c.req.path)) await authenticate(context, c.req.raw);
    await next();
  });
  for (const operation of OPERATIONS) {
    app.on(operation.verb, operation.path, ({ req: { raw: request } }) => {
      const own = { ...context, db: context.db.forRequest() };
      return faults.serve({ operation, context: own, request }, () => respond(operation, own, request));
    });
  }
  for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
    const verbs = OPERATIONS.filter((operation) => operation.path === path).map(({ verb }) => verb);
    app.all(path, () => {
      throw new ApiError(405, `This route accepts ${verbs.join(' and ')} only.`, { allow: verbs.join(', ') });
    });
  }
}

/** Carries out an operation. An error is a response too, so that faults affect it like any other. */
async function respond(operation: Operation, context: AppContext, request: Request): Promise<Response> {
  try {
    const access = operation.needsToken ? await authenticate(context, request) : accessTo([]);
    return success(await operation.handle({ access, context, request }));
  } catch (error) {
    return errorResponse(toApiError(error, operation.isReadOnly, context.logger));
  }
}
