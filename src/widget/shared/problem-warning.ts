import type { Problem } from '../../core/problem.js';

/** The part of an element's state that is reported to the developer. */
interface State {
  readonly status: string;
  /** The current problem, or the one that polling encountered. */
  readonly problem?: Problem | undefined;
}

/** Warns the developer on the console, in one line, of a new problem that the payer did not cause. */
export function warnOfProblem(tag: string, before: State, { status, problem }: State): void {
  if (!problem || problem === before.problem || isPayersOwn(problem)) return;
  const { code, message, requestId } = problem;
  const logged = { ...problem, code: masked(code), message: masked(message), requestId: masked(requestId) };
  const facts = JSON.stringify(logged);
  console.warn(`<${tag}> ${status}: ${facts}. See deposit-slip/docs/troubleshooting.md#${problem.kind}`);
}

/** A short code or a request's UUID: contains no account and no name. */
const CODE = /^(?:(?=.*\d)[\w-]{1,5}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
/** A plain lower-case word: not an address, and not a name as names are written. */
const WORD = /^[a-z]{1,20}[.,:;]?$/;
/** Maximum characters of a text that are examined. */
const LONGEST = 200;

/**
 * Text of the API or the merchant with everything masked that must not be logged: error-reporting tools copy
 * the console (SECURITY.md P14).
 */
function masked(text: string | undefined): string | undefined {
  if (text === undefined || CODE.test(text)) return text;
  const words = text.slice(0, LONGEST).split(/\s+/);
  return words.map((word) => (WORD.test(word) ? word : '…')).join(' ');
}

function isPayersOwn({ kind }: Problem): boolean {
  return kind === 'invalid-amount' || (kind === 'offline' && !navigator.onLine);
}
