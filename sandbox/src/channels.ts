import { CHANNELS, type Channel } from 'deposit-slip/contract';
import type { Method } from 'deposit-slip/core';
import { ISSUED_METHODS } from './issuing/methods.js';
import { PROVIDERS, type Providers } from './providers.js';

/** A channel on which an account can be activated. */
export interface OpenChannel extends Channel {
  /** The specification's `trench`, with its placeholders; identifies the channel in the database. */
  readonly id: string;
  /** The payment id of the virtual accounts the channel opens, one for each alias. */
  readonly paymentId: number | undefined;
}

/**
 * Methods that are not served by the first channel of their currency (spec: activation table; payment ids of
 * operation 8).
 */
const ELSEWHERE: ReadonlyMap<number, string> = new Map([
  [72, 'CLABE - PROVIDER_B'],
  [137, 'QR Argentina'],
  [135, 'QR Argentina'],
  [92, 'second Pix channel'],
]);

/**
 * The id of the channel that serves a method.
 * @throws {Error} No channel of the contract has its currency.
 */
export function channelServing({ id, fiat }: Method): string {
  const trench = ELSEWHERE.get(id) ?? CHANNELS.find(({ fiats }) => fiats.includes(fiat))?.trench;
  if (trench === undefined)
    throw new Error(`CHANNELS in src/contract/activation.ts has no channel for ${fiat}`);
  return trench;
}

/** The payment ids of a channel in a currency. */
export function paymentIdsOf(channel: string, fiat: string): number[] {
  const served = ISSUED_METHODS.filter(
    (method) => method.fiat === fiat && channelServing(method) === channel,
  );
  return served.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** All channels, with the configured provider names instead of the placeholders. */
export function channelsOf(providers: Providers): readonly OpenChannel[] {
  return CHANNELS.map((channel) => ({
    ...channel,
    id: channel.trench,
    trench: PROVIDERS.reduce(
      (trench, name) => trench.replace(name, () => providers[name] ?? name),
      channel.trench,
    ),
    paymentId: ISSUED_METHODS.find((method) => channelServing(method) === channel.trench)?.id,
  }));
}

/**
 * The `trench` of a channel, by its id. The second Pix channel is not in the list, because no API call
 * activates it.
 */
export function trenchOf(channels: readonly OpenChannel[], id: string): string {
  return channels.find((channel) => channel.id === id)?.trench ?? id;
}

/** The id of the channel that a `trench` names; if no channel has this name, the name itself. */
export function channelIdOf(channels: readonly OpenChannel[], trench: string): string {
  return channels.find((channel) => channel.trench === trench)?.id ?? trench;
}
