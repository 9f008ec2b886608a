import { fiatParameter, idParameter } from 'deposit-slip/contract';
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import { trenchOf } from '../channels.js';
import { readQuery } from '../http/parameters.js';
import { json } from '../http/response.js';
import {
  listChannelTypes,
  listClaims,
  listFlows,
  listOrders,
  listPaymentMethods,
  listPostings,
} from '../ledger/console-lists.js';
import { pendingFund } from '../operations/pending-fund.js';
import { partQuery } from './lists.js';

const merchantId = idParameter.optional();
const rowsQuery = z.strictObject({ ...partQuery, merchantId });
const entriesQuery = z.strictObject({
  ...partQuery,
  merchantId,
  fiat: fiatParameter.optional(),
  txId: idParameter.optional(),
});

/** Name of the route and of the list in its response -> the query and the list. */
const LISTS = {
  postings: [entriesQuery, listPostings],
  flows: [entriesQuery, listFlows],
  claims: [rowsQuery, listClaims],
  orders: [rowsQuery, listOrders],
} as const;

/** Routes that list the world over all merchants: what the console shows. Lists are paged by `limit` and `before`. */
export function consoleListRoutes(context: AppContext): Hono {
  const { db, channels } = context;
  const app = new Hono();
  for (const [name, [query, list]] of Object.entries(LISTS))
    app.get(`/${name}`, async (c) => {
      const { limit, before, ...filter } = readQuery(c.req.url, query);
      return json({ [name]: await list(db, filter, { limit, before }) });
    });
  app.get('/payment-methods', async () => json({ paymentMethods: await listPaymentMethods(db) }));
  app.get('/channel-types', async () => {
    const types = await listChannelTypes(db);
    return json({
      channelTypes: types.map((type) => ({ ...type, channel: trenchOf(channels, type.channel) })),
    });
  });
  app.get('/pending-fund', (c) => showDetails(context, c.req.raw));
  return app;
}

/** The answer of operation 8 to this query, without its envelope and without a token: a tester may see every merchant. */
async function showDetails(context: AppContext, request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('merchantId') ?? '';
  const merchants = /^[1-9][0-9]{0,17}$/.test(id) ? [BigInt(id)] : [];
  return json(await pendingFund.handle({ merchants, context, request }));
}
