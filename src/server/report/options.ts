import { DAY } from '../../core/time.js';
import {
  baseUrlIssue,
  DEFAULTS,
  issuesOf,
  SHARED_VALIDATORS,
  storeIssue,
  tokenIssue,
  type Validate,
} from '../option-issues.js';
import { platformFetch } from '../platform-fetch.js';
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

const VALIDATORS: Readonly<Record<keyof ReportOptions, Validate>> = {
  baseUrl: baseUrlIssue,
  token: tokenIssue,
  store: storeIssue,
  ...SHARED_VALIDATORS,
};

/** Validates the options. Throws one Error that names every invalid option and quotes no value. */
export function readOptions(options: ReportOptions): ReportSettings {
  const errors = issuesOf(options, VALIDATORS);
  if (errors.length > 0) throw new Error(`The report cannot start: ${errors.join(', ')}.`);
  const baseUrl = new URL(options.baseUrl);
  const { token, store, test = false, logger = console } = options;
  const { keep = DEFAULTS.keep, rate = DEFAULTS.rate, timeout = DEFAULTS.timeout } = options;
  const scope = options.scope ?? defaultScope(baseUrl, test);
  const fetch = options.fetch ?? platformFetch;
  return { baseUrl, token, store, scope, keep: keep * DAY, rate, timeout, fetch, logger };
}
