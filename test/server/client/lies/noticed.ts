/**
 * Lies that must be noticed although other lies about the same member may be believed: the operation, the
 * variant of its truth, and the text of the lie, or the beginning of that text.
 */
export const NOTICED: readonly (readonly [operation: string, variant: string, text: string])[] = [
  ['accounts.activate', 'clabe, MXN', 'verifyLink = "https://elsewhere.example/l/2"'],
  ['accounts.activate', 'clabe, MXN', 'status = 4'],
  ['cryptoTransfers.list', 'without a filter', '0.amount = "0"'],
  ['cryptoTransfers.list', 'filtered', 'data = 3 records'],
  ['orders.list', 'fiat_to_crypto', 'record.0.crypto = "MXN"'],
  ['orders.list', 'fiat_to_crypto', 'record.0.paymentId = 90'],
  ['orders.list', 'fiat_to_crypto, page 2 in a window', 'record.2.createTime = 1500000000000'],
  ['orders.list', 'fiat_to_crypto, page 2 in a window', 'record.2.createTime = "1900000000000"'],
  ['flows.list', 'in a window, page 2', 'record.0.createTime = 1500000000000'],
  ['flows.list', 'in a window, page 2', 'record.0.createTime = "1900000000000"'],
  ['pendingFund.get', '90', 'txId = removed'],
  ['pendingFund.get', '137', 'txId = null'],
  ['pendingFund.get', '92', 'fieldList.qrCode = "000201…'],
  ['pendingFund.get', '105', 'fieldList.Cuenta CLABE = "9991800000000000150"'],
  ['pendingFund.get', '63', 'fieldList.CUIT = "0000010010"'],
  ['pendingFund.get', '84', 'fieldList.Bank Account Number = true'],
  ['pairs.list', 'all', '0.crypto = "MXN"'],
];
