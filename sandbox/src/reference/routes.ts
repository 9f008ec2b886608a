import { readFileSync } from 'node:fs';
import { openapi } from 'deposit-slip/contract';
import { Hono } from 'hono';
import type { AppContext } from '../app-context.js';
import { json } from '../http/response.js';
import { page } from '../simulator/page.js';
import { referencePage } from './page.js';

const STYLES = readFileSync(new URL('../../assets/api.css', import.meta.url), 'utf8');

const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference, as an OpenAPI document and as a page. */
export function referenceRoutes({ baseUrl }: AppContext): Hono {
  const app = new Hono();
  app.get('/sandbox/openapi.json', () => json(openapi(baseUrl())));
  app.get('/sandbox/api.css', (c) => c.body(STYLES, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.get('/sandbox/api', async () => {
    const response = page(await referencePage(openapi(baseUrl())));
    response.headers.set('content-security-policy', POLICY);
    return response;
  });
  return app;
}
