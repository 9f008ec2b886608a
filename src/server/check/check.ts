import { dataOf } from './answer.js';
import { Asker, isCredential } from './asker.js';
import { isPrivate, readOptions, type CheckOptions, type Settings } from './options.js';
import { askAll } from './questions.js';
import { fail, goodSlips, type Finding, type Rule, type Seen } from './rule.js';
import { accountsOf } from './rules/leaks.js';
import { RULES } from './rules.js';

/** What one rule found. */
export interface Line extends Finding {
  readonly rule: string;
  /** How to mend it; absent where nothing is wrong. */
  readonly mend?: string;
}

/** What was found of an endpoint. It holds no session and no account value. */
export interface Report {
  /** Without its query. */
  readonly endpoint: string;
  /** Requests that were made. */
  readonly requests: number;
  /** Different slips that were answered: the endpoint made so many, or had them already. */
  readonly slips: number;
  readonly lines: readonly Line[];
}

/**
 * Asks a deposit endpoint what the element would, and what it should refuse, and holds the answers against every rule:
 * fifteen to twenty-five requests, one after the other, one more for each method beyond the first, and one slip for each
 * method asked for. Whatever the endpoint does is a finding; only wrong options throw (`CheckOptionsError`). Source of the
 * rules: docs/back-end.md.
 */
export async function checkEndpoint(options: CheckOptions): Promise<Report> {
  const settings = readOptions(options);
  const asker = new Asker(settings);
  // A session would go over the wire for everybody to read.
  if (isPrivate(settings.endpoint)) await askAll(asker, settings);
  const seen: Seen = { settings, answers: asker.answers };
  const hidden = hiddenIn(settings, seen);
  const { origin, pathname } = settings.endpoint;
  return {
    endpoint: origin + pathname,
    requests: asker.answers.length,
    slips: new Set(goodSlips(seen).map(({ answer }) => dataOf(answer))).size,
    lines: RULES.map((rule) => lineOf(rule, seen, hidden)),
  };
}

function lineOf(rule: Rule, seen: Seen, hidden: readonly string[]): Line {
  const { result, found } = judge(rule, seen);
  const isWrong = result === 'fail' || result === 'warning';
  return { rule: rule.name, result, found: hide(found, hidden), ...(isWrong && { mend: rule.mend }) };
}

/** Answers are made by anybody: one that a rule cannot get through is a finding like any other. */
function judge({ judge }: Rule, seen: Seen): Finding {
  try {
    return judge(seen);
  } catch {
    return fail('The answers cannot be looked through.');
  }
}

/** What came from the merchant or is a payer's: it is never printed in full. */
function hiddenIn({ session, headers, tokenCanary }: Settings, seen: Seen): readonly string[] {
  const set = seen.answers.flatMap(({ headers }) => headers.getSetCookie());
  const given = [session, tokenCanary, ...headers.flatMap(partsOf), ...set.flatMap(cookieOf)];
  return [
    ...given.filter((text) => text !== undefined && text.length >= KNOWN_BY),
    ...accountsOf(seen),
  ] as string[];
}

/** A header's value; of one that says who asks also its parts: an answer may say one again without the others. */
function partsOf([name, value]: Settings['headers'][number]): readonly string[] {
  return isCredential(name) ? [value, ...value.split(/[;\s]+/).flatMap(cookieOf)] : [value];
}

/** A word or cookie, and what stands behind its name. */
function cookieOf(line: string): readonly string[] {
  const [pair = ''] = line.split(';');
  return [pair, pair.slice(pair.indexOf('=') + 1)];
}

/** A quotation may end in the middle of a secret: from its first six signs on it is known. */
const KNOWN_BY = 6;

function hide(found: string, hidden: readonly string[]): string {
  return hidden.reduce((text, secret) => {
    const [first = '', ...others] = text.split(secret.slice(0, KNOWN_BY));
    const rest = secret.slice(KNOWN_BY);
    return [first, ...others.map((other) => other.slice(sharedLength(other, rest)))].join(
      `${secret.slice(0, 2)}…`,
    );
  }, found);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one[length] === other[length]) length += 1;
  return length;
}
