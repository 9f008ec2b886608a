/** The merchant's back end: the endpoint that `<deposit-slip>` calls. It holds the API token; never load it in a browser. */
export { createDepositKit, type DepositKit } from './server/kit/kit.js';
export type { FollowOptions } from './server/kit/follow.js';
export type { FailureKind } from './server/client/errors.js';
export type { ArrivalAnswer } from './server/kit/arrivals.js';
export type { Grant, GrantedMethod } from './server/kit/grant.js';
export type {
  ArrivedEvent,
  ErrorEvent,
  FindingEvent,
  IssuedEvent,
  KitHooks,
  Logger,
  RequestEvent,
  ResponseEvent,
} from './server/kit/hooks.js';
export type { DepositKitOptions } from './server/kit/options.js';
export type { SigningKey } from './server/kit/keys.js';
export type { Limiter } from './server/kit/limiter.js';
export {
  toNodeHandler,
  type FastifyReply,
  type FastifyRequest,
  type NodeContext,
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
} from './server/kit/node.js';
export { createDepositSession, type SessionKey, type SessionTime } from './server/kit/session.js';
export { trustKeyOf } from './server/kit/signature.js';
export { createVisitId } from './server/kit/visit.js';
export { memoryStore, type MemoryStoreOptions, type Store } from './server/kit/store.js';
