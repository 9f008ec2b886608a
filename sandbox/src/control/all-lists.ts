import { fiatParameter, idParameter, pendingFundQuery } from 'deposit-slip/contract';
import { z } from 'zod';
import { accessTo } from '../access.js';
import { trenchOf } from '../channels.js';
import type { Queries } from '../db/db.js';
import {
  listChannelTypes,
  listClaims,
  listFlows,
  listOrders,
  listPaymentMethods,
  listPostings,
  type ListFilter,
} from '../ledger/console-lists.js';
import type { Part } from '../ledger/page.js';
import { pendingFund } from '../operations/pending-fund.js';
import { details } from '../schemas/details.js';
import { channelType, claimRow, flowRow, orderRow, posting } from '../schemas/lists.js';
import { paymentMethodRecord } from '../schemas/setup.js';
import type { WireValue } from '../schemas/wire.js';
import { partQuery } from './lists.js';
import { controlRoute, type ControlRoute } from './route.js';

const merchantId = idParameter.optional();
const rowsQuery = z.strictObject({ ...partQuery, merchantId });
const entriesQuery = z.strictObject({
  ...partQuery,
  merchantId,
  fiat: fiatParameter.optional(),
  txId: idParameter.optional(),
});

type List = (db: Queries, filter: ListFilter, part: Part) => Promise<readonly object[]>;

/** A route that lists rows of all merchants in pages, newest first. */
function listRoute(
  name: string,
  rows: string,
  query: z.ZodType<ListFilter & Part>,
  row: z.ZodType,
  list: List,
): ControlRoute {
  return controlRoute({
    method: 'GET',
    path: `/${name}`,
    id: `${name}.listAll`,
    summary: `List ${rows} of all merchants, newest first`,
    query,
    response: z.strictObject({ [name]: z.array(row) }),
    handle: async ({ context, query: { limit, before, ...filter } }) => {
      return { [name]: await list(context.db, filter, { limit, before }) };
    },
  });
}

/** Routes that list the sandbox's rows for all merchants. The console shows these lists. */
export const listRoutes: readonly ControlRoute[] = [
  listRoute('postings', 'postings of the ledger', entriesQuery, posting, listPostings),
  listRoute('flows', 'flows', entriesQuery, flowRow, listFlows),
  listRoute('claims', 'claims', rowsQuery, claimRow, listClaims),
  listRoute('orders', 'orders', rowsQuery, orderRow, listOrders),
  controlRoute({
    method: 'GET',
    path: '/payment-methods',
    id: 'paymentMethods.list',
    summary: 'List the stored payment methods',
    response: z.strictObject({ paymentMethods: z.array(paymentMethodRecord) }),
    handle: async ({ context: { db } }) => ({ paymentMethods: await listPaymentMethods(db) }),
  }),
  controlRoute({
    method: 'GET',
    path: '/channel-types',
    id: 'channels.listTypes',
    summary: 'List the channels that a merchant can have',
    response: z.strictObject({ channelTypes: z.array(channelType) }),
    handle: async ({ context: { db, channels } }) => {
      const types = await listChannelTypes(db);
      return { channelTypes: types.map((type) => ({ ...type, channel: trenchOf(channels, type.channel) })) };
    },
  }),
  controlRoute({
    method: 'GET',
    path: '/pending-fund',
    id: 'pendingFund.getAny',
    // This issues details, as operation 8 does.
    isReadOnly: false,
    summary: 'Return the deposit details of any merchant',
    description:
      'The data of operation 8 for the same query, without its envelope and without an access token.',
    query: pendingFundQuery,
    response: details,
    errors: [404, 422],
    handle: async ({ context, request }) => {
      const id = new URL(request.url).searchParams.get('merchantId') ?? '';
      const access = accessTo(/^[1-9][0-9]{0,17}$/.test(id) ? [BigInt(id)] : []);
      return (await pendingFund.handle({ access, context, request })) as WireValue<typeof details>;
    },
  }),
];
