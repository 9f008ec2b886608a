/** A store in Redis for several copies of the kit. */
export { redisStore, type RedisStore, type RedisStoreOptions } from './server/kit/redis-store.js';
