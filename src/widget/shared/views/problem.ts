import { html, nothing, type TemplateResult } from 'lit';
import type { Problem, ProblemKind } from '../../../core/problem.js';
import { record } from '../../../core/record.js';
import type { Sentence } from '../i18n/formatting.js';
import type { Messages } from '../i18n/types.js';
import { contactLink, type ContactContext } from './contact.js';
import { icon } from './icon.js';
import { sentenceView } from './sentence.js';

/** The advice for each problem; `contact` by default. */
const ADVICE: Partial<Record<ProblemKind, keyof Messages['advice']>> = record({
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
});

/** Something else the payer can do, as a button. */
export interface WayOut {
  readonly text: string;
  readonly onClick: () => void;
}

/** A problem: what is wrong, what the payer can do, and all available actions. */
export function problemView(
  problem: Problem,
  onRetry: () => void,
  others: readonly WayOut[],
  context: ContactContext,
  advice = ADVICE[problem.kind] ?? 'contact',
): TemplateResult {
  const { messages, merchant } = context;
  return html`<div part="problem" class="problem">
    <span class="badge ${problem.retryable ? 'retryable' : ''}">${icon('warning', 24)}</span>
    <h2 id="title" part="title" tabindex="-1">${problemTitle(problem, messages)}</h2>
    <p>${sentenceView(messages.advice[advice], { merchant })}</p>
    ${
      problem.retryable
        ? html`<button part="retry" class="primary" @click=${onRetry}>${messages.retry}</button>`
        : nothing
    }
    ${contactLink(context)}
    ${others.map(({ text, onClick }) => html`<button class="second" @click=${onClick}>${text}</button>`)}
  </div>`;
}

/** What is wrong and what the payer can do, in one line beside what still holds. Its amount is fixed. */
export function problemSentence(problem: Problem, { messages, merchant }: ContactContext): Sentence {
  const key = ADVICE[problem.kind] ?? 'contact';
  const advice = messages.advice[key === 'amount' ? 'contact' : key];
  return [`${problemTitle(problem, messages)}. ${advice}`, { merchant }];
}

/**
 * The title of a problem. Account statuses have a text only if the specification names them
 * (docs/reading-policy.md R15, R30).
 */
export function problemTitle({ kind, code }: Problem, { problems, accounts }: Messages): string {
  if (kind === 'not-payable' && code === '1') return accounts.verifying;
  if (kind === 'not-payable' && code === '3') return accounts.failed;
  return problems[kind];
}
