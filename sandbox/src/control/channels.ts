import { idMember, idParameter, textMember } from 'deposit-slip/contract';
import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import { channelIdOf, trenchOf } from '../channels.js';
import { ApiError, notFound } from '../http/api-error.js';
import { oneOf } from '../http/parameters.js';
import { currenciesOf, listChannels, setChannel, type MerchantChannel } from '../ledger/channels.js';
import { findMerchant } from '../ledger/merchants.js';
import { channelRecord } from '../schemas/control.js';
import type { WireValue } from '../schemas/wire.js';
import { controlRoute, type ControlRoute } from './route.js';

const channelsQuery = z.strictObject({ merchantId: idParameter.optional() });

const channelBody = z
  .strictObject({
    merchantId: idMember,
    fiat: textMember,
    channel: textMember,
    status: oneOf('active', 'failed', 'closed'),
    reason: textMember.optional(),
  })
  .refine(({ status, reason }) => status !== 'active' || reason === undefined, {
    path: ['reason'],
    error: 'absent if status is active',
  });

/** The default reasons why a channel takes no deposits. */
const REASONS = {
  active: null,
  failed: 'The activation failed.',
  closed: 'The channel was closed.',
} as const;

async function setStatus(
  context: AppContext,
  { merchantId, fiat, channel, status, reason }: z.output<typeof channelBody>,
): Promise<WireValue<typeof channelRecord>> {
  const { db, channels } = context;
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
): WireValue<typeof channelRecord> {
  return {
    ...{ merchantId: String(merchant), fiat, channel: trenchOf(channels, channel) },
    ...{ status, failReason: failReason ?? '' },
  };
}

/** Routes that open, close and list the channels of merchants. */
export const channelRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/channels',
    id: 'channels.list',
    summary: 'List the channels of merchants',
    query: channelsQuery,
    response: z.strictObject({ channels: z.array(channelRecord) }),
    handle: async ({ context, query: { merchantId } }) => ({
      channels: (await listChannels(context.db, merchantId)).map((channel) => toRecord(context, channel)),
    }),
  }),
  controlRoute({
    method: 'POST',
    path: '/channels',
    id: 'channels.set',
    summary: 'Open, fail or close a channel of a merchant',
    body: channelBody,
    response: channelRecord,
    errors: [404],
    handle: ({ context, body }) => setStatus(context, body),
  }),
];
