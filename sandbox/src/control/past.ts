import { timeValue } from 'deposit-slip/contract';

/** A time in milliseconds at which something happened: not one to come, which every later entry would be booked at. */
export const pastTime = timeValue
  .refine((time) => time <= Date.now(), { error: 'a time that does not lie in the future' })
  .transform(BigInt);
