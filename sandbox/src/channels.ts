import { CHANNELS, type Channel } from 'deposit-slip/contract';

/** Placeholders for provider names in `trench` strings. The specification does not name them, so they are configurable. */
export const PROVIDERS = [
  'PROVIDER_A',
  'PROVIDER_B',
  'PROVIDER_C',
  'BANK_NAME_A',
  'BANK_NAME_B',
  'PAYMENT_NETWORK_NAME',
] as const;

export type Providers = { readonly [Name in (typeof PROVIDERS)[number]]?: string };

/** A channel on which an account can be activated. */
export interface OpenChannel extends Channel {
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
    trench: PROVIDERS.reduce(
      (trench, name) => trench.replace(name, () => providers[name] ?? name),
      channel.trench,
    ),
    paymentId: PAYMENT_IDS.get(channel.trench),
  }));
}
