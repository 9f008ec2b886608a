import type { Report } from 'deposit-slip/check';

/** The names of the rules that have a result. */
export function rulesWith({ lines }: Report, wanted: 'ok' | 'fail' | 'skipped'): readonly string[] {
  return lines.filter(({ result }) => result === wanted).map(({ rule }) => rule);
}

/** All failures and warnings. */
export function complaintsOf({ lines }: Report): readonly string[] {
  return lines
    .filter(({ result }) => result === 'fail' || result === 'warning')
    .map(({ rule, result, message }) => `${result} ${rule}: ${message}`);
}
