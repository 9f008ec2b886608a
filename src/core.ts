/**
 * The reader, the tables of methods and kinds, and the check-digit schemes: pure code for browsers, servers
 * and workers.
 */
export * from './core/kinds.js';
export * from './core/links.js';
export * from './core/methods.js';
export * from './core/money.js';
export * from './core/problem.js';
export * from './core/reader/duplicate-keys.js';
export * from './core/reader/endpoint-response.js';
export * from './core/reader/envelope.js';
export * from './core/reader/fingerprint.js';
export * from './core/reader/history.js';
export { isDepositId, isJsonObject, own, type JsonObject } from './core/reader/members.js';
export * from './core/reader/payment.js';
export type { Picture } from './core/reader/picture.js';
export { readSlip } from './core/reader/read-slip.js';
export * from './core/reader/row.js';
export type * from './core/reader/slip.js';
export * from './core/schemes/cbu.js';
export * from './core/schemes/cci.js';
export * from './core/schemes/clabe.js';
export * from './core/schemes/cuit.js';
export * from './core/schemes/emv.js';
export * from './core/schemes/epc.js';
export * from './core/schemes/iban.js';
export * from './core/schemes/payto.js';
export * from './core/schemes/pix-key.js';
export * from './core/schemes/routing.js';
export * from './core/typed-amount.js';
