import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { controlRoutes } from './control/routes.js';
import { Faults } from './faults/index.js';
import { refused, success } from './http/answer.js';
import { Refusal } from './http/refusal.js';
import { OPERATIONS } from './operations/index.js';
import type { Operation } from './operations/operation.js';
import { referenceRoutes } from './reference/routes.js';
import { agreementRoutes } from './simulator/agreement.js';
import { simulatorRoutes } from './simulator/routes.js';
import type { World } from './world.js';

/** The sandbox as one web-standard application: `app.fetch(request)`. */
export function createApp(world: World): Hono {
  const app = new Hono();
  const faults = new Faults(world.seed);
  app.onError((error) => refused(toRefusal(error)));
  app.notFound(() => refused(new Refusal(404, 'There is no such route.')));
  app.use(async (c, next) => {
    await next();
    // Not by c.header, which makes the whole response anew for each of them: every response here is our own.
    const { headers } = c.res;
    headers.set('x-request-id', randomUUID());
    headers.set('date', new Date().toUTCString());
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('x-content-type-options', 'nosniff');
  });
  mountOperations(app, world, faults);
  app.route('/', simulatorRoutes(world));
  app.route('/', agreementRoutes(world));
  app.route('/', referenceRoutes(world));
  app.route('/sandbox', controlRoutes(world, faults));
  return app;
}

function mountOperations(app: Hono, world: World, faults: Faults): void {
  const open = new Set(OPERATIONS.filter(({ needsToken }) => !needsToken).map(({ path }) => path));
  // The token comes before everything: an unknown route or a wrong verb is told only to those who have one.
  app.use('/v2/*', async (c, next) => {
    if (!open.has(c.req.path)) merchantsOf(world, c.req.raw);
    await next();
  });
  for (const operation of OPERATIONS) {
    app.on(operation.verb, operation.path, ({ req: { raw: request } }) =>
      // Through the faults in force, if any is for this operation.
      faults.around({ operation, world, request }, () => answer(operation, world, request)),
    );
  }
  for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
    const verbs = OPERATIONS.filter((operation) => operation.path === path).map(({ verb }) => verb);
    app.all(path, () => {
      throw new Refusal(405, `This route takes ${verbs.join(' and ')} only.`, { allow: verbs.join(', ') });
    });
  }
}

async function answer(operation: Operation, world: World, request: Request): Promise<Response> {
  const merchants = operation.needsToken ? merchantsOf(world, request) : [];
  const data = await operation.answer({ merchants, world, request });
  return data instanceof Response ? data : success(data);
}

/** The merchants a request's token opens (spec: Authentication, 1). */
function merchantsOf({ tokens }: World, request: Request): readonly bigint[] {
  const merchants = tokens.get(request.headers.get('x-bh-token') ?? '');
  if (!merchants) throw new Refusal(401, 'The access token in X-BH-TOKEN is missing or not valid.');
  return merchants;
}

function toRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  console.error(error);
  return new Refusal(500, 'The sandbox failed. Its log says why.');
}
