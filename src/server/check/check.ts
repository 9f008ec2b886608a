import { omitUndefined } from '../../core/omit-undefined.js';
import { dataOf } from './exchange.js';
import {
  isCredential,
  isPrivate,
  nameOfEndpoint,
  readOptions,
  type CheckOptions,
  type Settings,
} from './options.js';
import { Prober } from './prober.js';
import { sendProbes } from './probes.js';
import { fail, received, shownSlips, type CheckContext, type Finding, type Rule } from './rule.js';
import { accountsOf } from './rules/leaks.js';
import { RULES } from './rules.js';

/** The finding of one rule. */
export interface Line extends Finding {
  readonly rule: string;
  /** How to fix the endpoint. Present on failures and warnings. */
  readonly fix?: string;
  /**
   * The path and section of a guide in the package that says more. Present on failures and warnings that have
   * one.
   */
  readonly see?: string;
}

/** The result of a check. It contains no session and no account number. */
export interface Report {
  /** The URL without its query. */
  readonly endpoint: string;
  /** The number of requests made. */
  readonly requests: number;
  /** The number of different slips in the responses, newly created or existing before the check. */
  readonly slips: number;
  /** One line for each rule, in order; without any response, only those that fail. */
  readonly lines: readonly Line[];
}

/**
 * Checks a deposit endpoint: makes the element's requests and requests that the endpoint should reject, and
 * applies every rule to the responses. Makes up to 13 requests, one after the other, plus one for each method
 * after the first, and creates one slip per method. Any behavior of the endpoint is a finding; only invalid
 * options throw (`CheckOptionsError`). Source of the rules: docs/back-end.md.
 */
export async function checkEndpoint(options: CheckOptions): Promise<Report> {
  const settings = readOptions(options);
  const prober = new Prober(settings);
  // Plain http would expose the session.
  if (isPrivate(settings.endpoint)) await sendProbes(prober, settings);
  const context: CheckContext = { settings, exchanges: prober.exchanges };
  const secrets = secretsOf(context);
  const lines = RULES.map((rule) => lineOf(rule, context, secrets));
  return {
    endpoint: nameOfEndpoint(settings.endpoint),
    requests: prober.exchanges.length,
    slips: new Set(shownSlips(context).map(({ exchange }) => dataOf(exchange))).size,
    lines: received(context).length > 0 ? lines : lines.filter(({ result }) => result === 'fail'),
  };
}

function lineOf(rule: Rule, context: CheckContext, secrets: readonly string[]): Line {
  const { result, message, fix } = findingOf(rule, context);
  const needsFix = result === 'fail' || result === 'warning';
  const { name, see } = rule;
  const cure = needsFix ? omitUndefined(fix === undefined ? { fix: rule.fix, see } : { fix }) : {};
  return { rule: name, result, message: redact(message, secrets), ...cure };
}

/**
 * A rule may throw on a hostile response, for example one that is nested too deep. That is a finding like any
 * other.
 */
function findingOf({ check }: Rule, context: CheckContext): Finding {
  try {
    return check(context);
  } catch {
    return fail('the responses cannot be processed');
  }
}

/** Secrets of the merchant and account numbers of payers, which the report never prints in full. */
function secretsOf(context: CheckContext): readonly string[] {
  const { session, headers, tokenCanary } = context.settings;
  const setCookies = context.exchanges.flatMap(({ headers }) => headers.getSetCookie());
  const secrets = [session, tokenCanary, ...headers.flatMap(partsOf), ...setCookies.map(cookieValue)];
  return [
    ...secrets.filter((text) => text !== undefined && text.length >= PREFIX_LENGTH),
    ...accountsOf(context),
  ] as string[];
}

/**
 * The value of a header or, for a credential, its parts, because a response may echo only one of them. The
 * names of cookies and schemes are not secrets: words of the report may begin with the same letters.
 */
function partsOf([name, value]: Settings['headers'][number]): readonly string[] {
  if (!isCredential(name)) return [value];
  const parts = value.split(/[;\s]+/);
  if (/^cookie$/i.test(name)) return parts.map(cookieValue);
  return parts.flatMap((part) => [part, cookieValue(part)]).filter((part) => !SCHEMES.test(part));
}

const SCHEMES = /^(?:basic|bearer|digest)$/i;

/** The value of a `name=value` pair, or the whole text without a name. */
function cookieValue(line: string): string {
  const [pair = ''] = line.split(';');
  return pair.slice(pair.indexOf('=') + 1);
}

/** A message may cut off a quoted secret, so a secret is recognized by this many characters. */
const PREFIX_LENGTH = 6;

function redact(message: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => {
    const [first = '', ...others] = text.split(secret.slice(0, PREFIX_LENGTH));
    const rest = secret.slice(PREFIX_LENGTH);
    return [first, ...others.map((other) => other.slice(commonPrefixLength(other, rest)))].join(
      `${secret.slice(0, 2)}…`,
    );
  }, message);
}

function commonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one[length] === other[length]) length += 1;
  return length;
}
