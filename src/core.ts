/**
 * The reader, the tables of methods and kinds, and the check-digit schemes: pure code for browsers, servers
 * and workers.
 */
export {
  copyFormOf,
  groupsOf,
  isPayeeKind,
  KINDS,
  PAYEE_KINDS,
  ruleOf,
  type CopyForm,
  type Kind,
  type KindRule,
  type PayeeKind,
} from './core/kinds.js';
export { isLoopback, type GuardedLink, type LinkPolicy } from './core/links.js';
export {
  fieldsByKey,
  foldKey,
  methodOf,
  METHODS,
  type Field,
  type Method,
  type PendingFundFiats,
  type Role,
} from './core/methods.js';
export { copyAmount, formatAmount, formatSum, fromMinor, isAmount, toMinor } from './core/money.js';
export {
  isProblem,
  problem,
  PROBLEM_KINDS,
  type Problem,
  type ProblemDetail,
  type ProblemKind,
} from './core/problem.js';
export { hasDuplicateKey } from './core/reader/duplicate-keys.js';
export type { Deposit } from './core/reader/endpoint-response.js';
export { HISTORY_STATUSES, type HistoryDeposit, type HistoryStatus } from './core/reader/history.js';
export { isJsonObject, own, type JsonObject } from './core/reader/members.js';
export type { Payment, PaymentDeposit } from './core/reader/payment.js';
export type { Picture } from './core/reader/picture.js';
export { readSlip } from './core/reader/read-slip.js';
export type { Check, Row } from './core/reader/row.js';
export type * from './core/reader/slip.js';
export { cbuCheckDigit } from './core/schemes/cbu.js';
export { cciCheckDigits } from './core/schemes/cci.js';
export { clabeCheckDigit } from './core/schemes/clabe.js';
export { cuitCheckDigit } from './core/schemes/cuit.js';
export {
  appendEmvCrc,
  emvField,
  readEmv,
  readPix,
  readTlv,
  type EmvFields,
  type PixCode,
} from './core/schemes/emv.js';
export { ibanCheckDigits } from './core/schemes/iban.js';
export {
  readTypedAmount,
  type AmountError,
  type AmountReading,
  type TypedAmountTerms,
} from './core/typed-amount.js';
