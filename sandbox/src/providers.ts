/**
 * Placeholders for provider names in `trench` strings. The specification does not name them, so they are
 * configurable.
 */
export const PROVIDERS = [
  'PROVIDER_A',
  'PROVIDER_B',
  'PROVIDER_C',
  'BANK_NAME_A',
  'BANK_NAME_B',
  'PAYMENT_NETWORK_NAME',
] as const;

export type Providers = { readonly [Name in (typeof PROVIDERS)[number]]?: string };
