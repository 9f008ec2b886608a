import { idMember, idParameter, textMember } from 'deposit-slip/contract';
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import { channelIdOf, trenchOf } from '../channels.js';
import { ApiError, notFound } from '../http/api-error.js';
import { readJsonBody } from '../http/body.js';
import { readParameters, readQuery } from '../http/parameters.js';
import { json } from '../http/response.js';
import { currenciesOf, listChannels, setChannel, type MerchantChannel } from '../ledger/channels.js';
import { findMerchant } from '../ledger/merchants.js';

/** Routes that open, close and list the channels of merchants. */
export function channelRoutes(context: AppContext): Hono {
  const app = new Hono();
  app.get('/channels', async (c) => {
    const { merchantId } = readQuery(c.req.url, channelsQuery);
    const channels = await listChannels(context.db, merchantId);
    return json({ channels: channels.map((channel) => toRecord(context, channel)) });
  });
  app.post('/channels', async (c) => json(await setStatus(context, c.req.raw)));
  return app;
}

const channelsQuery = z.strictObject({ merchantId: idParameter.optional() });

const STATUSES = ['active', 'failed', 'closed'] as const;

const channelBody = z
  .strictObject({
    merchantId: idMember,
    fiat: textMember,
    channel: textMember,
    status: z.enum(STATUSES, { error: `one of ${STATUSES.join(', ')}` }),
    reason: textMember.optional(),
  })
  .refine(({ status, reason }) => status !== 'active' || reason === undefined, {
    path: ['reason'],
    error: 'absent if status is active',
  });

/** Why a channel takes no deposits, if the request does not say it. */
const REASONS = {
  active: null,
  failed: 'The activation failed.',
  closed: 'The channel was closed.',
} as const;

async function setStatus(context: AppContext, request: Request): Promise<object> {
  const { db, channels } = context;
  const { merchantId, fiat, channel, status, reason } = readParameters(
    await readJsonBody(request),
    channelBody,
  );
  const id = channelIdOf(channels, channel);
  const currencies = await currenciesOf(db, id);
  if (currencies.length === 0) throw new ApiError(400, 'Parameter channel must be the name of a channel.');
  if (!currencies.includes(fiat))
    throw new ApiError(400, `Parameter fiat must be one of ${currencies.join(', ')} for this channel.`);
  if (!(await findMerchant(db, merchantId))) throw notFound('Merchant', merchantId);
  const failReason = reason ?? REASONS[status];
  return toRecord(
    context,
    await setChannel(db, { merchant: merchantId, fiat, channel: id, status, failReason }),
  );
}

function toRecord(
  { channels }: AppContext,
  { merchant, fiat, channel, status, failReason }: MerchantChannel,
): object {
  return {
    ...{ merchantId: String(merchant), fiat, channel: trenchOf(channels, channel) },
    ...{ status, failReason: failReason ?? '' },
  };
}
