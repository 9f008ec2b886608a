import type { Problem } from '../../core/problem.js';

/** The state of any element, as far as it is told to the developer. */
interface State {
  readonly status: string;
  /** The problem on show, or the one that polling met beside what is shown. */
  readonly problem?: Problem | undefined;
}

/**
 * Tells the developer on the console, in one line, of a problem that a state brings and that is not the
 * payer's own.
 */
export function warnOfProblem(tag: string, before: State, { status, problem }: State): void {
  if (!problem || problem === before.problem || isPayersOwn(problem)) return;
  const { code, message, requestId } = problem;
  const told = { ...problem, code: masked(code), message: masked(message), requestId: masked(requestId) };
  const facts = JSON.stringify(told);
  console.warn(`<${tag}> ${status}: ${facts}. See deposit-slip/docs/troubleshooting.md#${problem.kind}`);
}

/** A short code, or the UUID of a request: no account and no name. */
const CODE = /^(?:(?=.*\d)[\w-]{1,5}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
/** A plain word in lower case: no address, and no name as names are written. */
const WORD = /^[a-z]{1,20}[.,:;]?$/;
/** Characters of a text that are looked at. */
const LONGEST = 200;

/**
 * Words of the API or of the merchant, as far as they may be told: tools that report errors copy the console
 * (SECURITY.md P14).
 */
function masked(text: string | undefined): string | undefined {
  if (text === undefined || CODE.test(text)) return text;
  const words = text.slice(0, LONGEST).split(/\s+/);
  return words.map((word) => (WORD.test(word) ? word : '…')).join(' ');
}

function isPayersOwn({ kind }: Problem): boolean {
  return kind === 'invalid-amount' || (kind === 'offline' && !navigator.onLine);
}
