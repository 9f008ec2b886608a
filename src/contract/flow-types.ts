/** `flowType` of a record (spec: Fiat flow record). */
export const FLOW_TYPES = [
  'BUY_CRYPTO',
  'BUY_CRYPTO_ROLLBACK',
  'REFUND',
  'REFUND_ROLLBACK',
  'DEPOSIT',
  'WITHDRAW',
  'WITHDRAW_ROLLBACK',
  'TRANSFER_IN',
  'TRANSFER_OUT',
] as const;
