import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../../core/problem.js';
import { fill } from '../i18n/messages.js';
import { icon } from './icon.js';
import type { Messages } from '../i18n/messages.js';
import type { Scene } from './scene.js';

/** A problem is a sentence, a reason the payer can act on, and one button where asking again may help. */
export function problemView(problem: Problem, canChoose: boolean, scene: Scene): TemplateResult {
  const { messages, merchant, handlers } = scene;
  const [sentence, advice] = wordsFor(problem, messages);
  return html`<div part="problem" class="problem">
    ${icon('warning')}
    <h2 id="title" tabindex="-1">${sentence}</h2>
    <p class="muted">${fill(advice, { merchant })}</p>
    ${
      problem.retryable
        ? html`<button part="retry" type="button" class="primary" @click=${handlers.onRetry}>
            ${messages.retry}
          </button>`
        : nothing
    }
    ${
      canChoose
        ? html`<button type="button" class="quiet small" @click=${handlers.onOther}>
            ${messages.chooseOther}
          </button>`
        : nothing
    }
  </div>`;
}

/** Of an account's states only those the spec names have words (reading.md, R15, R30). */
function wordsFor({ kind, code }: Problem, { problems, accounts }: Messages): readonly [string, string] {
  if (kind === 'not-payable' && code === '1') return accounts.verifying;
  if (kind === 'not-payable' && code === '3') return accounts.failed;
  return problems[kind];
}
