import { timeValue } from 'deposit-slip/contract';

/**
 * The time of an event, in milliseconds. It must not be in the future: time never decreases along an account, so every
 * later entry of the account would get that time too (sandbox/README.md I9).
 */
export const pastTime = timeValue
  .refine((time) => time <= Date.now(), { error: 'a time that is not in the future' })
  .transform(BigInt);
