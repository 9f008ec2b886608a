import { onlyRow, type Queries } from '../db/db.js';

/** Whether a merchant's channel takes deposits. `pending`: an agreement must be accepted first. */
export type ChannelStatus = 'pending' | 'active' | 'failed' | 'closed';

/** Identifies a channel of a merchant. */
export interface ChannelKey {
  readonly merchant: bigint;
  readonly fiat: string;
  /** The channel's id: the specification's `trench`, with its placeholders. */
  readonly channel: string;
}

/**
 * A merchant's account in a currency, on one channel. The balance is shared by all channels of the currency.
 */
export interface MerchantChannel extends ChannelKey {
  readonly status: ChannelStatus;
  /** The reason why the channel failed or was closed; null for another status. */
  readonly failReason: string | null;
}

const FIELDS = 'merchant, currency as fiat, trench as channel, status, fail_reason as "failReason"';

/** Sets the status of a channel, and creates the channel if the merchant does not have it. */
export async function setChannel(
  db: Queries,
  { merchant, fiat, channel, status, failReason }: MerchantChannel,
): Promise<MerchantChannel> {
  const rows = await db.query<MerchantChannel>(
    `insert into channel (merchant, currency, trench, status, fail_reason) values ($1, $2, $3, $4, $5)
     on conflict (merchant, currency, trench) do update set status = excluded.status, fail_reason = excluded.fail_reason
     returning ${FIELDS}`,
    [merchant, fiat, channel, status, failReason],
  );
  return onlyRow(rows);
}

/** Creates a channel with this status. Leaves an existing channel unchanged. */
export async function openChannel(
  db: Queries,
  { merchant, fiat, channel }: ChannelKey,
  status: 'pending' | 'active',
): Promise<void> {
  await db.query(
    `insert into channel (merchant, currency, trench, status) values ($1, $2, $3, $4)
     on conflict (merchant, currency, trench) do nothing`,
    [merchant, fiat, channel, status],
  );
}

/** Marks a channel as failed, with this reason, if it is pending or has failed already. */
export async function failWaitingChannel(
  db: Queries,
  { merchant, fiat, channel }: ChannelKey,
  reason: string,
): Promise<void> {
  await db.query(
    `update channel set status = 'failed', fail_reason = $4
     where merchant = $1 and currency = $2 and trench = $3 and status in ('pending', 'failed')`,
    [merchant, fiat, channel, reason],
  );
}

/** Lists channels in the order of the merchants' ids: those of all merchants, or of one. */
export function listChannels(db: Queries, merchant?: bigint): Promise<MerchantChannel[]> {
  const sql = `select ${FIELDS} from channel ${merchant === undefined ? '' : 'where merchant = $1'}
    order by merchant, currency, trench`;
  return db.query(sql, merchant === undefined ? [] : [merchant]);
}

/** The currencies of a channel; empty if there is no such channel. */
export async function currenciesOf(db: Queries, channel: string): Promise<string[]> {
  const sql = 'select currency from channel_type where trench = $1 order by currency';
  return (await db.query<{ currency: string }>(sql, [channel])).map(({ currency }) => currency);
}
