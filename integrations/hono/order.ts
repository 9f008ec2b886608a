import { renderFromKit } from 'deposit-slip/ssr';
import type { Context } from 'hono';
import { deposit } from './app.js';
import { pageWith, SLIP } from './page.js';

/** For `app.get('/order', order)`. */
export async function order(c: Context): Promise<Response> {
  return pageWith(await renderFromKit(deposit, c.req.raw, c, SLIP));
}
