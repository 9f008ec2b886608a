import { toNodeHandler, type NodeContext } from 'deposit-slip/kit';
import { renderFromKit } from 'deposit-slip/ssr';
import type { Request as ExpressRequest } from 'express';
import { deposit } from './app.js';
import { pageWith, SLIP } from './page.js';

/** For `app.get('/order', order)`. */
export const order = toNodeHandler(async (request, context: NodeContext<ExpressRequest>) =>
  pageWith(await renderFromKit(deposit, request, context, SLIP)),
);
