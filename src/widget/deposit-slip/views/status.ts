import { html, nothing, type TemplateResult } from 'lit';
import { methodOf, type Method } from '../../../core/methods.js';
import { fill } from '../../shared/i18n/formatting.js';
import { quietButton } from '../../shared/views/button.js';
import { familyOf } from '../../shared/views/glyph.js';
import type { SlipState } from '../state.js';
import type { SlipContext } from './context.js';

/** The line that says whether the deposit arrived, or that nobody can tell. */
export function statusView(state: SlipState, context: SlipContext): TemplateResult | typeof nothing {
  const text = statusText(state, context);
  if (!text) return nothing;
  const isPaused = state.status === 'ready' && state.watch === 'paused';
  const tone = state.status === 'ready' ? state.watch : 'watching';
  return html`<p part="status" class="status ${tone}">
    <span class="dot"></span><span>${text}</span>
    ${isPaused ? quietButton(context.messages.checkAgain, context.onCheckAgain) : nothing}
  </p>`;
}

/** The same in words; empty if the page does not ask for it. */
export function statusText(state: SlipState, { messages, merchant, watch }: SlipContext): string {
  if (state.status === 'loading')
    return watch ? waitingText(methodOf(state.request.paymentId), messages) : '';
  if (state.status !== 'ready') return '';
  const texts = {
    off: '',
    unavailable: fill(messages.cannotKnow, { merchant }),
    watching: waitingText(state.slip.method, messages),
    paused: messages.paused,
    offline: messages.offlineStatus,
  };
  return texts[state.watch];
}

function waitingText(method: Method | undefined, { waiting }: SlipContext['messages']): string {
  return familyOf(method) === 'bank' ? waiting.transfer : waiting.payment;
}
