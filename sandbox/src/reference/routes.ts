import { Hono } from 'hono';
import type { AppContext } from '../app-context.js';
import { json } from '../http/response.js';
import { sandboxDocument } from './document.js';
import type { Json } from './json-schema.js';

/** The OpenAPI document, which is generated on the first request, so that the start need not wait for it. */
export function referenceRoutes(context: Pick<AppContext, 'channels'>): Hono {
  const app = new Hono();
  let made: Json | undefined;
  app.get('/sandbox/openapi.json', () => json((made ??= sandboxDocument(context))));
  return app;
}
