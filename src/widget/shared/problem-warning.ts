import type { Problem } from '../../core/problem.js';

/** The state of any element, as far as it is told to the developer. */
interface State {
  readonly status: string;
  /** The problem on show, or the one that polling met beside what is shown. */
  readonly problem?: Problem | undefined;
}

/** Tells the developer on the console, in one line, of a problem that a state brings and that is not the payer's own. */
export function warnOfProblem(tag: string, before: State, { status, problem }: State): void {
  if (!problem || problem === before.problem || isPayersOwn(problem)) return;
  // The message may quote the API, and tools that report errors copy the console: no word that can be an account or an address
  // (SECURITY.md P14).
  const message = problem.message?.replace(/\S*[\d@]\S*/g, '…');
  const facts = JSON.stringify({ ...problem, message });
  console.warn(`<${tag}> ${status}: ${facts}. See deposit-slip/docs/troubleshooting.md#${problem.kind}`);
}

function isPayersOwn({ kind }: Problem): boolean {
  return kind === 'invalid-amount' || (kind === 'offline' && !navigator.onLine);
}
