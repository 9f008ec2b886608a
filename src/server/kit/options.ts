import { baseUrlIssue, timeoutIssue, tokenIssue } from '../client/connection.js';
import type { Grant } from './grant.js';
import { guardLogger, type KitHooks, type Logger } from './hooks.js';
import { faultOfSigningKey, type SigningKey } from './keys.js';
import { faultOfLimiter, type Limiter } from './limiter.js';
import { faultOfOrigins } from './origins.js';
import { faultOfSessionKey, SECRET_BYTES, toBytes, type SessionKey } from './session.js';
import { memoryStore, type Store } from './store.js';

/** What `createDepositKit` takes. */
export interface DepositKitOptions {
  /** Where the API lives. A path in it is kept. https, except on loopback. */
  readonly baseUrl: string | URL;
  /** The access token (spec: Authentication). It leaves this process only as `X-BH-TOKEN`, and only to `baseUrl`. */
  readonly token: string;
  /**
   * Signs arrival tokens; 32 bytes or more, the same in every copy of the kit. Absent: random, so that a restart or
   * another copy does not know the tokens given before; one warning says so.
   */
  readonly secret?: string | Uint8Array;
  /**
   * Signs every successful answer, for elements with the `trust-key` of this key (`trustKeyOf`): Ed25519, as a CryptoKey
   * or as PKCS#8 in PEM.
   */
  readonly signingKey?: SigningKey;
  /**
   * Who asks, and what they may see; null for nobody. Gets the request as it came: read a cookie, a session, a header.
   * This or `session`, one of the two.
   */
  readonly authorize?: (request: Request) => Grant | null | Promise<Grant | null>;
  /** Who asks is in the session they bring, made by `createDepositSession` with this key, or with its private one. */
  readonly session?: SessionKey;
  /**
   * Origins of pages elsewhere that may ask, each exactly as browsers send it: `https://shop.example`. Default: none. A
   * page of any other is refused; the endpoint's own origin need not be named.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * What says that somebody asks too often; `false`: nothing does. Default: 300 requests a minute for each key, counted
   * in this process, if the optional peer `rate-limiter-flexible` is installed.
   */
  readonly limiter?: Limiter | false;
  /** What the limiter counts by, where there is no `session`, which is counted itself. Default: the grant's id. */
  readonly key?: (request: Request) => string | undefined | Promise<string | undefined>;
  /** Default: in memory. */
  readonly store?: Store;
  /** Milliseconds for one request to the API, body included. Default 8000. */
  readonly timeout?: number;
  /** Marks every answer as test: the element then says "Test: do not pay". */
  readonly test?: boolean;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch;
  readonly on?: KitHooks;
  /** Default: `console`. */
  readonly logger?: Logger;
}

/** Options that were found good, with the defaults filled in. */
export interface Settings {
  readonly baseUrl: URL;
  readonly token: string;
  /** Absent: the kit makes its own when first needed. */
  readonly secret: Uint8Array | undefined;
  readonly signingKey: SigningKey | undefined;
  /** One of these two. */
  readonly authorize: DepositKitOptions['authorize'];
  readonly session: SessionKey | undefined;
  readonly allowedOrigins: readonly string[];
  readonly limiter: Limiter | false | undefined;
  readonly key: DepositKitOptions['key'];
  readonly store: Store;
  /** Whether other copies of the kit may use the store too. */
  readonly isShared: boolean;
  readonly timeout: number;
  readonly test: boolean;
  readonly fetch: typeof fetch;
  readonly hooks: KitHooks;
  readonly logger: Logger;
}

const HOOKS = new Set(['request', 'response', 'issued', 'arrived', 'finding', 'error']);

/**
 * Checks the options once. Throws one Error whose one sentence names everything wrong, and quotes no value. Secrets are
 * in the settings in a way that no printing of them shows.
 */
export function readOptions(options: DepositKitOptions): Settings {
  // Untyped callers are checked too.
  const given: Partial<Record<keyof DepositKitOptions, unknown>> = options ?? {};
  const wrong = CHECKS.flatMap(([name, check]) => {
    const fault = check(given[name]);
    return fault === undefined ? [] : [`${name} ${fault}`];
  });
  const faults = [...wrong, ...faultsOfCallers(given)];
  if (faults.length > 0) throw new Error(`The deposit kit cannot start: ${faults.join(', ')}.`);
  const logger = guardLogger(options.logger ?? console);
  return hideSecrets({
    baseUrl: new URL(options.baseUrl),
    token: options.token,
    secret: toSecret(options.secret, logger),
    signingKey: options.signingKey,
    authorize: options.authorize,
    session: options.session,
    allowedOrigins: [...(options.allowedOrigins ?? [])],
    limiter: options.limiter,
    key: options.key,
    store: options.store ?? memoryStore(),
    isShared: options.store !== undefined,
    timeout: options.timeout ?? 8000,
    test: options.test ?? false,
    // Called through, so that a fetch replaced later is used, and none loses its `this`.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    hooks: options.on ?? {},
    logger,
  });
}

function hideSecrets(settings: Settings): Settings {
  for (const name of ['token', 'secret', 'signingKey', 'session'] as const)
    Object.defineProperty(settings, name, { enumerable: false });
  return settings;
}

type Check = (value: unknown) => string | undefined;

const CHECKS: readonly (readonly [keyof DepositKitOptions, Check])[] = [
  ['baseUrl', baseUrlIssue],
  ['token', tokenIssue],
  ['secret', faultOfSecret],
  ['signingKey', faultOfSigningKey],
  ['authorize', faultOfFunction],
  ['session', faultOfSessionKey],
  ['allowedOrigins', faultOfOrigins],
  ['limiter', faultOfLimiter],
  ['key', faultOfFunction],
  ['store', (value) => unless(value === undefined || hasMethods(value, ['get', 'set']), 'lacks get or set')],
  ['timeout', timeoutIssue],
  ['test', (value) => unless(value === undefined || typeof value === 'boolean', 'is neither true nor false')],
  ['fetch', faultOfFunction],
  ['on', faultOfHooks],
  [
    'logger',
    (value) => unless(value === undefined || hasMethods(value, ['warn', 'error']), 'lacks warn or error'),
  ],
];

function unless(isGood: boolean, fault: string): string | undefined {
  return isGood ? undefined : fault;
}

function faultOfFunction(value: unknown): string | undefined {
  return unless(value === undefined || typeof value === 'function', 'is no function');
}

/** Who asks is known in one way: of two, the weaker would count. */
function faultsOfCallers({
  authorize,
  session,
}: {
  authorize?: unknown;
  session?: unknown;
}): readonly string[] {
  if (authorize === undefined && session === undefined) return ['authorize or session is missing'];
  return authorize !== undefined && session !== undefined ? ['authorize and session are both given'] : [];
}

function faultOfSecret(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isGood = typeof value === 'string' || value instanceof Uint8Array;
  return unless(isGood && toBytes(value).byteLength >= SECRET_BYTES, `is not ${SECRET_BYTES} bytes or more`);
}

function faultOfHooks(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return 'is no object of functions';
  const isGood = Object.entries(value).every(
    ([name, hook]) => HOOKS.has(name) && (hook === undefined || typeof hook === 'function'),
  );
  return unless(isGood, `takes functions named ${[...HOOKS].join(' ')}`);
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}

function toSecret(secret: string | Uint8Array | undefined, logger: Logger): Uint8Array | undefined {
  if (secret !== undefined) return toBytes(secret);
  logger.warn('The deposit kit has no secret: arrival tokens do not outlive this process');
  return undefined;
}
