import { Hono } from 'hono';
import type { AppContext } from '../app-context.js';
import { page } from '../html-document.js';
import { json } from '../http/response.js';
import { sandboxDocument } from './document.js';
import { readPackageFile } from '../package-files.js';
import type { Json } from './json-schema.js';
import { referencePage } from './page.js';

const STYLES = readPackageFile('assets/api.css');

const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The API reference, as an OpenAPI document and as an HTML page. It is generated on the first request, so
 * that the start need not wait for it.
 */
export function referenceRoutes(context: AppContext): Hono {
  const app = new Hono();
  let made: Json | undefined;
  const document = (): Json => (made ??= sandboxDocument(context));
  app.get('/sandbox/openapi.json', () => json(document()));
  app.get('/sandbox/api.css', (c) => c.body(STYLES, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.get('/sandbox/api', async () => {
    const response = page(await referencePage(document(), context));
    response.headers.set('content-security-policy', POLICY);
    return response;
  });
  return app;
}
