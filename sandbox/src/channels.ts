import { CHANNELS, type Channel } from 'deposit-slip/contract';
import { PROVIDERS, type Providers } from './providers.js';

/** A channel on which an account can be activated. */
export interface OpenChannel extends Channel {
  /** The specification's `trench`, with its placeholders; identifies the channel in the database. */
  readonly id: string;
  /** The payment id of the virtual accounts the channel opens, one for each alias. */
  readonly paymentId: number | undefined;
}

// By the `trench` strings of the specification (spec: activation table; payment ids of operations 6 and 8).
const PAYMENT_IDS: ReadonlyMap<string, number> = new Map([
  ['CLABE - PROVIDER_A', 105],
  ['CLABE - PROVIDER_B', 72],
  ['CVU - PROVIDER_C', 63],
  ['COP Account', 68],
]);

/** All channels, with the configured provider names in place of the placeholders. */
export function channelsOf(providers: Providers): readonly OpenChannel[] {
  return CHANNELS.map((channel) => ({
    ...channel,
    id: channel.trench,
    trench: PROVIDERS.reduce(
      (trench, name) => trench.replace(name, () => providers[name] ?? name),
      channel.trench,
    ),
    paymentId: PAYMENT_IDS.get(channel.trench),
  }));
}

/** The `trench` of a channel, by its id. The second Pix channel is not in the list, because no API call activates it. */
export function trenchOf(channels: readonly OpenChannel[], id: string): string {
  return channels.find((channel) => channel.id === id)?.trench ?? id;
}

/** The id of the channel a `trench` names; if none has this name, the name itself. */
export function channelIdOf(channels: readonly OpenChannel[], trench: string): string {
  return channels.find((channel) => channel.trench === trench)?.id ?? trench;
}
