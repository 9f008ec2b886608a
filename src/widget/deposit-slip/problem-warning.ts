import type { Problem } from '../../core/problem.js';
import type { SlipState } from './state.js';

/** Tells the developer on the console, in one line, of a problem that a state brings and that is not the payer's own. */
export function warnOfProblem(tag: string, before: SlipState, state: SlipState): void {
  const failure = problemOf(state);
  if (!failure || failure === problemOf(before) || isPayersOwn(failure)) return;
  // The message may quote the API, and tools that report errors copy the console: no word that can be an account or an address
  // (SECURITY.md P14).
  const message = failure.message?.replace(/\S*[\d@]\S*/g, '…');
  const facts = JSON.stringify({ ...failure, message });
  console.warn(
    `<${tag}> ${state.status}: ${facts}. See deposit-slip/docs/troubleshooting.md#${failure.kind}`,
  );
}

/** The problem on show, or the one that polling met beside the slip. */
function problemOf(state: SlipState): Problem | undefined {
  return 'problem' in state ? state.problem : undefined;
}

function isPayersOwn({ kind }: Problem): boolean {
  return kind === 'invalid-amount' || (kind === 'offline' && !navigator.onLine);
}
