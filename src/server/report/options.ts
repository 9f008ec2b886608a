import { DAY } from '../../core/time.js';
import { platformFetch } from '../platform-fetch.js';
import { baseUrlIssue, timeoutIssue, tokenIssue } from '../client/connection.js';
import type { Logger } from '../kit/hooks.js';
import type { DepositKitOptions } from '../kit/options.js';
import { defaultScope } from '../kit/scope.js';
import type { Store } from '../kit/store/store.js';

/** Options of `createReport`. Use the values of the kit whose deposits are reported. */
export interface ReportOptions extends Pick<
  DepositKitOptions,
  'baseUrl' | 'scope' | 'test' | 'keep' | 'timeout' | 'fetch' | 'logger'
> {
  /** The access token of the API for the reported merchant. */
  readonly token: string;
  /** Where the kit stores its payments. */
  readonly store: Store;
  /**
   * The `rate` of the kit. A report uses a tenth of it, in addition to the kit's own requests. Default: 10,
   * so one request a second.
   */
  readonly rate?: number;
}

/** Validated options with their defaults. */
export interface ReportSettings {
  readonly baseUrl: URL;
  readonly token: string;
  readonly store: Store;
  readonly scope: string;
  /** Milliseconds. */
  readonly keep: number;
  readonly rate: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly fetch: typeof fetch;
  readonly logger: Logger;
}

/** Returns what is wrong with a value; undefined if nothing is. */
type Validate = (value: unknown) => string | undefined;

const VALIDATORS: Readonly<Record<keyof ReportOptions, Validate>> = {
  baseUrl: baseUrlIssue,
  token: tokenIssue,
  store: (value) =>
    errorUnless(
      hasMethods(value, ['open', 'migrate']),
      'must be made by createPostgresStore or createMemoryStore',
    ),
  scope: (value) => errorUnless(typeof (value ?? '') === 'string', 'must be a string'),
  test: (value) => errorUnless(typeof (value ?? false) === 'boolean', 'must be true or false'),
  keep: (value) =>
    errorUnless(Number.isInteger(value ?? 90) && isWithin(value ?? 90, 2, 3650), 'is not from 2 to 3650'),
  rate: (value) => errorUnless(isWithin(value ?? 10, 0.1, 1000), 'is not from 0.1 to 1000'),
  timeout: timeoutIssue,
  fetch: (value) => errorUnless(value === undefined || typeof value === 'function', 'must be a function'),
  logger: (value) =>
    errorUnless(
      value === undefined || hasMethods(value, ['warn', 'error']),
      'must have warn and error methods',
    ),
};

/**
 * Validates the options, which have the defaults of `readOptions` in the kit. Throws one Error that names
 * every invalid option and quotes no value.
 */
export function readOptions(options: ReportOptions): ReportSettings {
  // Callers may not use TypeScript, so values can have any type.
  const values: Partial<Record<keyof ReportOptions, unknown>> = options ?? {};
  const errors = Object.entries(VALIDATORS).flatMap(([name, validate]) => {
    const error = validate(values[name as keyof ReportOptions]);
    return error === undefined ? [] : [`${name} ${error}`];
  });
  if (errors.length > 0) throw new Error(`The report cannot start: ${errors.join(', ')}.`);
  const baseUrl = new URL(options.baseUrl);
  const { token, store, rate = 10, keep = 90, timeout = 8000, test = false, logger = console } = options;
  const scope = options.scope ?? defaultScope(baseUrl, test);
  const fetch = options.fetch ?? platformFetch;
  return { baseUrl, token, store, scope, keep: keep * DAY, rate, timeout, fetch, logger };
}

function errorUnless(isValid: boolean, error: string): string | undefined {
  return isValid ? undefined : error;
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}
