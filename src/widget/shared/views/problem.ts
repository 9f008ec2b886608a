import { html, nothing, type TemplateResult } from 'lit';
import type { Problem, ProblemKind } from '../../../core/problem.js';
import { fill } from '../i18n/registry.js';
import type { Messages } from '../i18n/types.js';
import { icon } from './icon.js';
import { quietButton } from './button.js';
import type { Scene } from '../../deposit-slip/views/context.js';

/** What a payer can do about each problem; `contact` where nothing better is to be said. */
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

/** A problem is a sentence, a reason the payer can act on, and one button where asking again may help. */
export function problemView(problem: Problem, canChoose: boolean, scene: Scene): TemplateResult {
  const { messages, merchant, handlers } = scene;
  return html`<div part="problem" class="problem">
    ${icon('warning')}
    <h2 id="title" tabindex="-1">${sentenceOf(problem, messages)}</h2>
    <p class="muted">${fill(messages.advice[ADVICE[problem.kind] ?? 'contact'], { merchant })}</p>
    ${
      problem.retryable
        ? html`<button part="retry" class="primary" @click=${handlers.onRetry}>${messages.retry}</button>`
        : nothing
    }
    ${canChoose ? quietButton(messages.chooseOther, handlers.onOther) : nothing}
  </div>`;
}

/** A problem in words. Of an account's states only those the spec names have any (reading.md, R15, R30). */
export function sentenceOf({ kind, code }: Problem, { problems, accounts }: Messages): string {
  if (kind === 'not-payable' && code === '1') return accounts.verifying;
  if (kind === 'not-payable' && code === '3') return accounts.failed;
  return problems[kind];
}
