/** The API specification as zod schemas, for servers: requests and responses, word for word. */
export * from './contract/activation.js';
export * from './contract/body.js';
export * from './contract/claim.js';
export * from './contract/crypto-transfers.js';
export * from './contract/envelope.js';
export type { PartialFlow } from './contract/flow-reader.js';
export * from './contract/flows.js';
export * from './contract/orders.js';
export { listIn } from './contract/lists.js';
export * from './contract/pairs.js';
export * from './contract/paths.js';
export * from './contract/pending-fund.js';
export * from './contract/query.js';
export * from './contract/transfer.js';
export * from './contract/virtual-accounts.js';
export * from './contract/wire.js';
