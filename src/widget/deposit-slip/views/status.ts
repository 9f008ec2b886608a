import { html, nothing, type TemplateResult } from 'lit';
import { methodOf, type Method } from '../../../core/methods.js';
import { fill } from '../../shared/i18n/formatting.js';
import { quietButton } from '../../shared/views/button.js';
import { contactLink } from '../../shared/views/contact.js';
import { familyOf } from '../../shared/views/glyph.js';
import type { SlipState, Watch } from '../state.js';
import type { SlipContext } from './context.js';

/** The line that says whether the deposit arrived, or that nobody can tell. */
export function statusView(state: SlipState, context: SlipContext): TemplateResult | typeof nothing {
  const text = statusText(state, context);
  if (!text) return nothing;
  const { messages, onCheckAgain, onRetry } = context;
  const watch = state.status === 'ready' ? state.watch : 'watching';
  const action =
    watch === 'paused'
      ? quietButton(messages.checkAgain, onCheckAgain)
      : watch === 'old'
        ? quietButton(messages.reload, onRetry)
        : nothing;
  const tone = state.status === 'ready' ? state.watch : 'watching';
  return html`<p part="status" class="status ${tone}">
    <span class="dot"></span><span>${text}</span>
    ${action}
  </p>`;
}

/** The way to the merchant if nobody watches any more, and what to do if the payment should have arrived by now. */
export function lateView(state: SlipState, context: SlipContext): TemplateResult | typeof nothing {
  const { messages, merchant, order } = context;
  if (state.status !== 'ready') return nothing;
  const text = fill(order ? messages.waitedLongOrder : messages.waitedLong, { merchant });
  const isLate = state.watch === 'paused' && isFast(state.slip.method);
  const link = isLate || state.watch === 'ended' ? contactLink(context, 'quiet') : nothing;
  return isLate || link !== nothing
    ? html`<p class="late muted">${isLate ? text : nothing} ${link}</p>`
    : nothing;
}

/** Whether a payment arrives before polling pauses. */
function isFast(method: Method | undefined): boolean {
  return method !== undefined && ['seconds', 'page'].includes(method.settles);
}

/** The same in words; empty if the page does not ask for it. */
export function statusText(state: SlipState, { messages, merchant, watch }: SlipContext): string {
  if (state.status === 'loading')
    return watch ? waitingText(methodOf(state.request.paymentId), messages) : '';
  if (state.status !== 'ready') return '';
  const hasPart = state.payment?.status === 'part';
  const texts: Record<Watch, string> = {
    off: hasPart ? messages.partArrived : '',
    unavailable: fill(messages.cannotKnow, { merchant }),
    watching: hasPart ? messages.partArrived : waitingText(state.slip.method, messages),
    paused: messages.paused,
    offline: messages.offlineStatus,
    blind: messages.cannotLook,
    ended: messages.sessionEnded,
    old: messages.openLong,
  };
  return texts[state.watch];
}

function waitingText(method: Method | undefined, { waiting }: SlipContext['messages']): string {
  return familyOf(method) === 'bank' ? waiting.transfer : waiting.payment;
}
