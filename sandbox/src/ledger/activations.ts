import { onlyRow, type Db, type Param, type Queries } from '../db/db.js';
import {
  failWaitingChannel,
  openChannel,
  setChannel,
  type ChannelKey,
  type ChannelStatus,
} from './channels.js';
import { SqlParams, type Part } from './page.js';
import { openVirtualAccount } from './virtual-accounts.js';

/** A call of operation 2. */
export interface ActivationCall extends ChannelKey {
  /** Empty if the channel has no aliases. */
  readonly alias: string;
  /** Members must be in the channel's order: two lists are equal if their JSON is. */
  readonly fieldList: object;
  readonly callbackUri?: string | undefined;
  /** The unguessable id of the agreement's page, if an agreement must be accepted. */
  readonly secret: string | undefined;
  /** Payment id of the virtual account an alias opens; undefined if it opens none. */
  readonly paymentId: number | undefined;
}

/** A recorded activation. */
export interface Activation extends ChannelKey {
  readonly id: bigint;
  readonly merchantName: string;
  readonly alias: string;
  readonly callbackUri: string | null;
  readonly channelStatus: ChannelStatus;
  /** The reason why its channel failed or was closed; null if it is open or waiting for the agreement. */
  readonly failReason: string | null;
  /** Null if there is no agreement. */
  readonly secret: string | null;
  readonly decision: Decision | null;
}

export type Decision = 'accepted' | 'rejected';

/**
 * Records the first call for a channel and an alias, and opens the channel or makes it wait for its
 * agreement. A repeated call returns the current state of the recorded activation; undefined if its values
 * differ.
 */
export function activate(db: Db, call: ActivationCall): Promise<Activation | undefined> {
  const { merchant, fiat, channel, alias, fieldList, callbackUri = null, secret, paymentId } = call;
  return db.transaction(async (tx) => {
    await openChannel(tx, call, secret === undefined ? 'active' : 'pending');
    const values = [merchant, fiat, channel, alias, JSON.stringify(fieldList), callbackUri];
    const [made] = await tx.query<{ id: bigint }>(
      `insert into activation (merchant, currency, trench, alias, field_list, callback_uri, at)
       values ($1, $2, $3, $4, $5::text::json, $6, clock_ms())
       on conflict (merchant, currency, trench, alias) do nothing returning id`,
      values,
    );
    if (made && secret !== undefined)
      await tx.query('insert into agreement (activation, secret) values ($1, $2)', [made.id, secret]);
    if (made && paymentId !== undefined && alias !== '')
      await openVirtualAccount(tx, { merchant, paymentId, fiat, alias });
    const same = `a.merchant = $1 and a.currency = $2 and a.trench = $3 and a.alias = $4
      and a.field_list::text = $5 and a.callback_uri is not distinct from $6`;
    return (await readActivations(tx, same, values))[0];
  });
}

/**
 * `status` of an activation (spec: Account activation `status`): 4 if its agreement is not accepted and its
 * channel is not active, otherwise 1. A rejected agreement can still be accepted. Another currency's
 * agreement or the control API can also open the channel.
 */
export function statusOf({ secret, decision, channelStatus }: Activation): 1 | 4 {
  return secret !== null && decision !== 'accepted' && channelStatus !== 'active' ? 4 : 1;
}

/** Finds an activation by the id of its agreement's page. */
export async function findAgreement(db: Queries, secret: string): Promise<Activation | undefined> {
  return (await readActivations(db, 'g.secret = $1', [secret]))[0];
}

/** Finds an activation by its id. */
export async function findActivation(db: Queries, id: bigint): Promise<Activation | undefined> {
  return (await readActivations(db, 'a.id = $1', [id]))[0];
}

/** Lists activations, newest first. */
export function listActivations(db: Queries, { limit, before }: Part): Promise<Activation[]> {
  const params = new SqlParams();
  const where = params.condition('a.id <', before, 'bigint');
  return readActivations(db, where[0] ?? 'true', params.values, `limit ${params.add(limit, 'bigint')}`);
}

function readActivations(
  db: Queries,
  where: string,
  params: readonly Param[],
  limit = '',
): Promise<Activation[]> {
  return db.query<Activation>(
    `select a.id, a.merchant, m.name as "merchantName", a.currency as fiat, a.trench as channel, a.alias,
       a.callback_uri as "callbackUri", c.status as "channelStatus", c.fail_reason as "failReason", g.secret, g.decision
     from activation a join merchant m on m.id = a.merchant
     join channel c using (merchant, currency, trench)
     left join agreement g on g.activation = a.id where ${where} order by a.id desc ${limit}`,
    params,
  );
}

/**
 * The currencies an accepted agreement opens: on the EUR/USD channel, EUR also opens USD (spec: Activate
 * merchant account).
 */
const openedFiats = (channel: string, fiat: string): readonly string[] =>
  channel === 'BANK_NAME_B' && fiat === 'EUR' ? ['EUR', 'USD'] : [fiat];

/** The reason why an activation failed, if its agreement was rejected without one. */
export const REJECTED = 'The agreement was rejected.';

/**
 * Records the decision on an agreement, which also decides on its channel. An accepted agreement stays
 * accepted, and a rejection does not close a channel that was opened without it. Returns the resulting
 * activation.
 * @param reason The reason for a rejection.
 */
export function decide(
  db: Db,
  { id, merchant, fiat, channel }: Activation,
  decision: Decision,
  reason = REJECTED,
): Promise<Activation> {
  return db.transaction(async (tx) => {
    const decided = await tx.query(
      `update agreement set decision = $2 where activation = $1 and decision is distinct from 'accepted'
       returning activation`,
      [id, decision],
    );
    if (decided.length > 0 && decision === 'accepted') {
      const opened = { status: 'active', failReason: null } as const;
      for (const each of openedFiats(channel, fiat))
        await setChannel(tx, { merchant, fiat: each, channel, ...opened });
    }
    if (decided.length > 0 && decision === 'rejected')
      await failWaitingChannel(tx, { merchant, fiat, channel }, reason);
    return onlyRow(await readActivations(tx, 'a.id = $1', [id]));
  });
}
