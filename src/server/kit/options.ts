import { DAY } from '../../core/time.js';
import {
  baseUrlIssue,
  DEFAULTS,
  errorUnless,
  functionIssue,
  issuesOf,
  rangeIssue,
  SHARED_VALIDATORS,
  storeIssue,
  type Validate,
} from '../option-issues.js';
import { platformFetch } from '../platform-fetch.js';
import type { Grant } from './grant.js';
import { guardLogger, type KitHooks, type Logger } from './hooks.js';
import { listOf, validateEach, type OneOrMore } from './key-list.js';
import { validateLimiter, type Limiter } from './http/limiter.js';
import { validateOrigins } from './http/origins.js';
import { validateSessionKey, SECRET_BYTES, toBytes, type SessionKey } from './http/session.js';
import { defaultScope } from './scope.js';
import { createMemoryStore } from './store/memory.js';
import type { Store } from './store/store.js';
import { Tokens, validateToken, type TokenSource } from './tokens.js';

/**
 * Options of `createDepositKit`. `Context` is the type of the value that you pass to the kit with each
 * request.
 */
export interface DepositKitOptions<Context = unknown> {
  /** Base URL of the API; may have a path. https, except on loopback. */
  readonly baseUrl: string | URL;
  /**
   * Access token of the API (spec: Authentication). It is sent only as `X-BH-TOKEN`, and only to `baseUrl`. A
   * function is called with the merchant id before each request. If it throws, returns a token that cannot be
   * sent, or takes longer than `timeout`, the request fails as if the API had refused the token: deposits of
   * this merchant are read again after pauses that grow to 30 seconds; other merchants are not affected.
   */
  readonly token: TokenSource;
  /**
   * Signs arrival tokens; at least 32 bytes, the same in every copy of the kit. The first one of a list
   * signs, and signatures of all of them are accepted. Default: random, with a warning: tokens become invalid
   * after a restart and in another copy.
   */
  readonly secret?: OneOrMore<string | Uint8Array>;
  /**
   * Authenticates a request, for example by its cookie or by the session in `context`, and returns the grant
   * of the caller; null for an unknown caller. Either this or `session` is required.
   */
  readonly authorize?: (request: Request, context: Context) => Grant | null | Promise<Grant | null>;
  /**
   * Authenticates requests by sessions that `createDepositSession` made with this key or its private key. Of
   * a list, any key may have signed.
   */
  readonly session?: OneOrMore<SessionKey>;
  /**
   * Other origins whose pages may call the endpoint, spelled exactly as browsers send them:
   * `https://shop.example`. Default: none. The endpoint's own origin is always allowed; all others are
   * rejected.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Limits the rate of requests; `false` disables the limit. Default: 300 requests per minute and key,
   * counted in this process, if the optional peer dependency `rate-limiter-flexible` is installed.
   */
  readonly limiter?: Limiter | false;
  /**
   * The key the limiter counts by, with `authorize`. Default: the visit (the grant's id and account), as
   * always with `session`.
   */
  readonly key?: (request: Request, context: Context) => string | undefined | Promise<string | undefined>;
  /** How many new slips (`refresh=1`) each visit may get in an hour, from 1 to 1000. Default: 10. */
  readonly refreshes?: number;
  /**
   * Where payments are stored; the same for all copies of the kit. Default: the memory of this process, with
   * a warning, because a restart loses it.
   */
  readonly store?: Store;
  /**
   * Names the records of the store that belong to this kit: one API, live or test. Default: derived from
   * `baseUrl` and `test`.
   */
  readonly scope?: string;
  /** Days for which the deposit for a slip is awaited, from 1 to 365. Default: 30. */
  readonly watchDays?: number;
  /** Days for which payments and deposits are stored: more than `watchDays`, at most 3650. Default: 90. */
  readonly keep?: number;
  /**
   * Requests for deposits per second that the API allows for each token, across all copies, from 0.1 to 1000.
   * Default: 10.
   */
  readonly rate?: number;
  /** Milliseconds for one request to the API, body included. Default: 8000. */
  readonly timeout?: number;
  /** Marks every response as a test: the element then shows "Test: do not pay". */
  readonly test?: boolean;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  readonly on?: KitHooks;
  /** Default: `console`. */
  readonly logger?: Logger;
}

/** How a kit authenticates its payers: `authorize` or `session`. */
export type Authentication<Context = unknown> =
  | Required<Pick<DepositKitOptions<Context>, 'authorize'>>
  | Required<Pick<DepositKitOptions<Context>, 'session'>>;

/** Validated options with their defaults. */
interface Settings {
  readonly baseUrl: URL;
  readonly tokens: Tokens;
  /** The first one signs. If undefined, the kit generates one on first use. */
  readonly secrets: readonly Uint8Array[] | undefined;
  /** Exactly one of these two is defined. */
  readonly authorize: DepositKitOptions['authorize'];
  readonly session: OneOrMore<SessionKey> | undefined;
  readonly allowedOrigins: readonly string[];
  readonly limiter: Limiter | false | undefined;
  readonly key: DepositKitOptions['key'];
  readonly refreshes: number;
  readonly store: Store;
  readonly scope: string;
  readonly watchDays: number;
  /** Milliseconds. */
  readonly keep: number;
  readonly rate: number;
  readonly timeout: number;
  readonly test: boolean;
  readonly fetch: typeof fetch;
  readonly hooks: KitHooks;
  readonly logger: Logger;
}

const HOOKS = {
  request: true,
  response: true,
  issued: true,
  deposit: true,
  paid: true,
  returned: true,
  unmatched: true,
  finding: true,
  error: true,
} satisfies Record<keyof KitHooks, true>;

/** How many new slips an hour a visit may get in place of valid ones, whatever the limiter allows. */
const REFRESHES = 10;
const WATCH_DAYS = 30;

/**
 * Validates the options. Throws an Error that names every invalid option and quotes no value. Secrets are
 * non-enumerable in the settings, so that printing the settings does not reveal them.
 */
export function readOptions<Context>(options: DepositKitOptions<Context>): Settings {
  // Callers may not use TypeScript, so values can have any type.
  const values: Partial<Record<keyof DepositKitOptions, unknown>> = options ?? {};
  const errors = [
    ...issuesOf(values, VALIDATORS),
    ...validateAuthentication(values),
    ...refuseRemoved(values),
    ...validateDays(values),
  ];
  if (errors.length > 0) throw new Error(`The deposit kit cannot start: ${errors.join(', ')}.`);
  const logger = guardLogger(options.logger ?? console);
  const baseUrl = new URL(options.baseUrl);
  const test = options.test ?? false;
  const [rate, timeout] = [options.rate ?? DEFAULTS.rate, options.timeout ?? DEFAULTS.timeout];
  return hideSecrets({
    baseUrl,
    tokens: new Tokens(options.token, { rate, timeout }),
    secrets: toSecrets(options.secret, logger),
    authorize: options.authorize as Settings['authorize'],
    session: options.session,
    allowedOrigins: [...(options.allowedOrigins ?? [])],
    limiter: options.limiter,
    key: options.key as Settings['key'],
    refreshes: options.refreshes ?? REFRESHES,
    store: options.store ?? defaultStore(logger),
    scope: options.scope ?? defaultScope(baseUrl, test),
    watchDays: options.watchDays ?? WATCH_DAYS,
    keep: (options.keep ?? DEFAULTS.keep) * DAY,
    rate,
    timeout,
    test,
    fetch: options.fetch ?? platformFetch,
    hooks: options.on ?? {},
    logger,
  });
}

function defaultStore(logger: Logger): Store {
  logger.warn(
    'The deposit kit keeps payments in memory: a restart loses them, and other copies do not see them',
  );
  return createMemoryStore();
}

function hideSecrets(settings: Settings): Settings {
  for (const name of ['tokens', 'secrets', 'session'] as const)
    Object.defineProperty(settings, name, { enumerable: false });
  return settings;
}

const VALIDATORS: Readonly<Record<keyof DepositKitOptions, Validate>> = {
  baseUrl: baseUrlIssue,
  token: validateToken,
  secret: validateEach(validateSecret),
  authorize: functionIssue,
  session: validateEach(validateSessionKey),
  allowedOrigins: validateOrigins,
  limiter: validateLimiter,
  key: functionIssue,
  refreshes: rangeIssue(1, 1000),
  watchDays: rangeIssue(1, 365),
  store: (value) => (value === undefined ? undefined : storeIssue(value)),
  on: validateHooks,
  ...SHARED_VALIDATORS,
};

/** A slip that may still be paid must not be deleted. */
function validateDays({
  watchDays = WATCH_DAYS,
  keep = DEFAULTS.keep,
}: Partial<Record<keyof DepositKitOptions, unknown>>): readonly string[] {
  return Number(keep) > Number(watchDays) ? [] : ['keep must be greater than watchDays'];
}

/** Only one way to authenticate is allowed: with two, the weaker one would determine the security. */
function validateAuthentication({
  authorize,
  session,
}: {
  authorize?: unknown;
  session?: unknown;
}): readonly string[] {
  if (authorize === undefined && session === undefined) return ['authorize or session is missing'];
  return authorize !== undefined && session !== undefined ? ['authorize and session cannot be combined'] : [];
}

/** Nobody may believe that responses are still signed. */
function refuseRemoved(options: object): readonly string[] {
  return 'signingKey' in options ? ['signingKey was removed: responses are not signed any more'] : [];
}

function validateSecret(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isBytes = typeof value === 'string' || value instanceof Uint8Array;
  return errorUnless(
    isBytes && toBytes(value).byteLength >= SECRET_BYTES,
    `must have at least ${SECRET_BYTES} bytes`,
  );
}

function validateHooks(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return 'must be an object of functions';
  const isValid = Object.entries(value).every(
    ([name, hook]) => Object.hasOwn(HOOKS, name) && (hook === undefined || typeof hook === 'function'),
  );
  return errorUnless(isValid, `must have only functions named ${Object.keys(HOOKS).join(', ')}`);
}

function toSecrets(
  secret: OneOrMore<string | Uint8Array> | undefined,
  logger: Logger,
): readonly Uint8Array[] | undefined {
  if (secret !== undefined) return listOf(secret).map(toBytes);
  logger.warn('The deposit kit has no secret: arrival tokens are valid in this process only');
  return undefined;
}
