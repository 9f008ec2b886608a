import { isLoopback } from '../core/links.js';

// The validation of options that the client, the kit and the report share.

/** Returns what is wrong with a value, without quoting it; undefined if nothing is. */
export type Validate = (value: unknown) => string | undefined;

/** The defaults that the kit and the report share. `keep` is in days, `timeout` in milliseconds. */
export const DEFAULTS = { keep: 90, rate: 10, timeout: 8000 } as const;

const MAX_TIMEOUT = 120_000;

/** Validates the API's base URL: https, or http on loopback. It may have a path. */
export function baseUrlIssue(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is missing';
  const isUrl = value instanceof URL || (typeof value === 'string' && URL.canParse(value));
  if (!isUrl) return 'is not a URL';
  const url = new URL(value);
  if (url.username || url.password) return 'holds a user name or password';
  if (url.search || url.hash) return 'holds a query or a fragment';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return errorUnless(isSafe, 'is not https');
}

/** Validates the access token (spec: Authentication). */
export function tokenIssue(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is missing';
  const isHeaderValue = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
  return errorUnless(isHeaderValue, 'cannot be sent in a header');
}

/** Validates a timeout in milliseconds. */
export const timeoutIssue = rangeIssue(1, MAX_TIMEOUT, ' milliseconds');

export const functionIssue = optional((value) => typeof value === 'function', 'must be a function');

/** Validates where the kit stores its payments. */
export function storeIssue(value: unknown): string | undefined {
  const isStore = hasMethods(value, ['open', 'migrate']);
  return errorUnless(isStore, 'must be made by createPostgresStore or createMemoryStore');
}

/** The validators of the other options that the kit and the report share. */
export const SHARED_VALIDATORS = {
  keep: rangeIssue(2, 3650),
  rate: optional(
    (value) => typeof value === 'number' && value >= 0.1 && value <= 1000,
    'is not from 0.1 to 1000',
  ),
  scope: optional(
    (value) => typeof value === 'string' && /^[\x20-\x7e]{1,256}$/.test(value),
    'must be a string of at most 256 ASCII characters',
  ),
  timeout: timeoutIssue,
  test: optional((value) => typeof value === 'boolean', 'must be true or false'),
  fetch: functionIssue,
  logger: optional((value) => hasMethods(value, ['warn', 'error']), 'must have warn and error methods'),
} as const satisfies Readonly<Record<string, Validate>>;

/** Validates each option. Returns the name of every invalid one with what is wrong with it. */
export function issuesOf<Options extends object>(
  options: Options | null | undefined,
  validators: Readonly<Record<keyof Options & string, Validate>>,
): readonly string[] {
  // Callers may not use TypeScript, so values can have any type.
  const values = (options ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries<Validate>(validators).flatMap(([name, validate]) => {
    const issue = validate(values[name]);
    return issue === undefined ? [] : [`${name} ${issue}`];
  });
}

export function errorUnless(isValid: boolean, error: string): string | undefined {
  return isValid ? undefined : error;
}

/** Validates a value unless it is undefined. */
function optional(isValid: (value: unknown) => boolean, error: string): Validate {
  return (value) => errorUnless(value === undefined || isValid(value), error);
}

/** Validates a whole number. */
export function rangeIssue(least: number, most: number, unit = ''): Validate {
  return optional(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    `is not from ${least} to ${most}${unit}`,
  );
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}

/** Whether a value is one origin, spelled as browsers send it. */
export function isOrigin(value: unknown): boolean {
  // `*` is a valid host for the URL parser, but it is meant as a pattern, and patterns are not supported.
  if (typeof value !== 'string' || value.includes('*') || !URL.canParse(value)) return false;
  // `URL.origin` would be "null" for the custom schemes that apps use for their pages.
  const { protocol, host } = new URL(value);
  return host !== '' && `${protocol}//${host}` === value;
}
