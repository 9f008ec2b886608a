import { createClient } from '@redis/client';
import { oncePerMinute } from './cache.js';
import { guardLogger, type Logger } from './hooks.js';
import type { Store } from './store.js';

/** Options of a Redis store. */
export interface RedisStoreOptions {
  /** Default: `redis://localhost:6379`. */
  readonly url?: string;
  /** Where failures of the connection are logged, once a minute. Default: `console`. */
  readonly logger?: Logger;
}

/** A store in Redis or Valkey. */
export interface RedisStore extends Required<Store> {
  /** The connection, for example for a limiter of rate-limiter-flexible. */
  readonly client: ReturnType<typeof createRedisClient>;
  /** Closes the connection. */
  close(): void;
}

/** Milliseconds between two attempts to connect. */
const RECONNECT_INTERVAL = 500;

/**
 * Creates a store in Redis 6 or later, for any number of copies of the kit. Needs the peer dependency `@redis/client`.
 *
 * It never waits for a connection: while Redis cannot be reached, at the start or later, every call rejects at once, and
 * the kit works without a store. It reconnects twice a second.
 */
export function redisStore({
  url = 'redis://localhost:6379',
  logger = console,
}: RedisStoreOptions = {}): RedisStore {
  const client = createRedisClient(url);
  const { error } = guardLogger(logger);
  const log = oncePerMinute(() => error('The Redis store of the deposit kit is not connected'));
  client.on('error', log);
  client.connect().catch(log);
  const expires = (ttlSeconds: number) => ({ expiration: { type: 'EX', value: ttlSeconds } as const });
  return {
    client,
    get: (key) => client.get(key),
    set: (key, value, ttlSeconds) => client.set(key, value, expires(ttlSeconds)),
    add: async (key, value, ttlSeconds) =>
      (await client.set(key, value, { ...expires(ttlSeconds), condition: 'NX' })) === 'OK',
    close: () => client.destroy(),
  };
}

function createRedisClient(url: string) {
  // A call that waited for the connection would delay the payer.
  return createClient({ url, disableOfflineQueue: true, socket: { reconnectStrategy: RECONNECT_INTERVAL } });
}
