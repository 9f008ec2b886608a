import { html, nothing, type TemplateResult } from 'lit';
import type { Problem, ProblemKind } from '../../../core/problem.js';
import { fill } from '../i18n/formatting.js';
import type { Messages } from '../i18n/types.js';
import { quietButton } from './button.js';
import { icon } from './icon.js';
import type { RowContext } from './row.js';

/** What a payer can do about each problem; `contact` if there is nothing better to say. */
const ADVICE: Partial<Record<ProblemKind, keyof Messages['advice']>> = {
  offline: 'connect',
  timeout: 'wait',
  unavailable: 'wait',
  'rate-limited': 'wait',
  unauthorized: 'restart',
  'invalid-amount': 'amount',
  unreadable: 'again',
  incomplete: 'notYet',
  unverified: 'never',
  mismatch: 'never',
  unsafe: 'never',
};

export interface ProblemActions {
  readonly onRetry: () => void;
  /** Absent if there is no other method to choose. */
  readonly onChooseOther: (() => void) | undefined;
}

/** A problem: what is wrong, what the payer can do, and a button to try again if that may help. */
export function problemView(
  problem: Problem,
  { onRetry, onChooseOther }: ProblemActions,
  { messages, merchant }: Pick<RowContext, 'messages' | 'merchant'>,
): TemplateResult {
  return html`<div part="problem" class="problem">
    ${icon('warning')}
    <h2 id="title" tabindex="-1">${problemTitle(problem, messages)}</h2>
    <p class="muted">${fill(messages.advice[ADVICE[problem.kind] ?? 'contact'], { merchant })}</p>
    ${
      problem.retryable
        ? html`<button part="retry" class="primary" @click=${onRetry}>${messages.retry}</button>`
        : nothing
    }
    ${onChooseOther ? quietButton(messages.chooseOther, onChooseOther) : nothing}
  </div>`;
}

/** A problem in words. Account states have words only if the specification names them (docs/reading-policy.md R15, R30). */
export function problemTitle({ kind, code }: Problem, { problems, accounts }: Messages): string {
  if (kind === 'not-payable' && code === '1') return accounts.verifying;
  if (kind === 'not-payable' && code === '3') return accounts.failed;
  return problems[kind];
}
