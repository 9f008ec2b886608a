/**
 * The merchant's back end: the endpoint that `<deposit-slip>` calls. It holds the API token; never load it in
 * a browser.
 */
export { createDepositKit, type DepositKit } from './server/kit/kit.js';
export type { FollowOptions, Health, MerchantState } from './server/kit/payments/background.js';
export type { FailureKind } from './server/client/errors.js';
export type { ArrivalResponse } from './server/kit/payments/arrivals.js';
export type { Payment, PaymentDeposit } from './core/reader/payment.js';
export type { HookDeposit } from './server/kit/payments/payment.js';
export type { Grant, GrantedMethod, Terms } from './server/kit/grant.js';
export type {
  DepositEvent,
  ErrorEvent,
  FindingEvent,
  IssuedEvent,
  KitHooks,
  Logger,
  PaidEvent,
  RequestEvent,
  ResponseEvent,
  ReturnedEvent,
  UnmatchedEvent,
} from './server/kit/hooks.js';
export type { Authentication, DepositKitOptions } from './server/kit/options.js';
export type { TokenSource } from './server/kit/tokens.js';
export type { Limiter } from './server/kit/http/limiter.js';
export {
  toNodeHandler,
  type FastifyReply,
  type FastifyRequest,
  type NodeContext,
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
} from './server/kit/http/node.js';
export type { OneOrMore } from './server/kit/key-list.js';
export { createDepositSession, type SessionKey, type SessionTime } from './server/kit/http/session.js';
export { createMemoryStore, type MemoryStoreOptions } from './server/kit/store/memory.js';
export { StoreError, type Store } from './server/kit/store/store.js';
