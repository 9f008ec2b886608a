import { html, nothing, type TemplateResult } from 'lit';
import { methodOf, type Method } from '../../../core/methods.js';
import type { Sentence } from '../../shared/i18n/formatting.js';
import type { Messages } from '../../shared/i18n/types.js';
import { quietButton } from '../../shared/views/button.js';
import { contactLink } from '../../shared/views/contact.js';
import { familyOf } from '../../shared/views/glyph.js';
import { noticeView, type Notice } from '../../shared/views/notice.js';
import { sentenceView } from '../../shared/views/sentence.js';
import { isHeld, type HoldReason, type SlipState, type Watch, type WatchedState } from '../state.js';
import type { SlipContext } from './context.js';

/**
 * The line that says whether the deposit has arrived or cannot be tracked; a notice if the slip must no
 * longer be paid.
 */
export function statusView(state: SlipState, context: SlipContext): TemplateResult | typeof nothing {
  const { messages, onCheckAgain } = context;
  const watch = 'watch' in state ? state.watch : 'watching';
  if (isHeld(watch)) return heldView(watch, context);
  const sentence = statusSentence(state, context);
  if (!sentence[0]) return nothing;
  return html`<p part="status" class="status ${watch}">
    <span class="dot"></span><span>${sentenceView(...sentence)}</span>
    ${watch === 'paused' ? quietButton(messages.checkAgain, onCheckAgain) : nothing}
  </p>`;
}

/** The reason, and what the payer can do. */
function heldView(watch: HoldReason, context: SlipContext): TemplateResult {
  const { messages, onRetry, canRenew } = context;
  return noticeView(
    heldNotice(watch, messages),
    html`${canRenew ? html`<button class="primary" @click=${onRetry}>${messages.reload}</button>` : nothing}
    ${watch === 'ended' ? contactLink(context) : nothing}`,
  );
}

/** The same as a notice that replaces the status line. */
export function heldNotice(watch: HoldReason, { held }: Messages): Notice {
  const { title, text } = held[watch];
  return { title: [title], text: [text] };
}

/** Tells the payer what to do if the payment should have arrived by now. */
export function lateView(state: SlipState, context: SlipContext): TemplateResult | typeof nothing {
  const { messages, merchant, order } = context;
  if (state.status !== 'ready') return nothing;
  const text = sentenceView(order ? messages.waitedLongOrder : messages.waitedLong, { merchant });
  const isLate = state.watch === 'paused' && isFast(state.slip.method);
  return isLate
    ? html`<p class="late muted">${text}</p>
        ${contactLink(context)}`
    : nothing;
}

/** Whether a payment by this method arrives before polling pauses. */
function isFast(method: Method | undefined): boolean {
  return method !== undefined && ['seconds', 'page'].includes(method.settles);
}

/** The text of the status; empty if the page does not watch, or if a notice replaces it. */
export function statusSentence(state: SlipState, { messages, merchant, watch }: SlipContext): Sentence {
  if (state.status === 'loading')
    return [watch ? waitingText(methodOf(state.request.paymentId), messages) : ''];
  if (!('watch' in state)) return [''];
  // A receipt says itself what arrived.
  const isReady = state.status === 'ready';
  const news = isReady && state.payment?.status === 'part' ? messages.partArrived : '';
  const waiting = isReady ? waitingText(state.slip.method, messages) : '';
  const texts: Record<Exclude<Watch, HoldReason>, string> = {
    off: news,
    // A poll that was refused may succeed later.
    unavailable: state.problem ? messages.cannotLook : messages.cannotKnow,
    watching: news || waiting,
    paused: hasDeposits(state) ? messages.pausedAgain : messages.paused,
    offline: messages.offlineStatus,
    blind: messages.cannotLook,
  };
  return isHeld(state.watch) ? [''] : [texts[state.watch], { merchant }];
}

/** Whether something has arrived for the order, even if it was sent back. */
function hasDeposits({ status, payment }: WatchedState): boolean {
  return status === 'arrived' || (payment !== undefined && payment.deposits.length > 0);
}

/** Whether new deposits are not visible, at least for now. */
export function isBlind({ watch, problem }: WatchedState): boolean {
  return watch === 'blind' || (watch === 'unavailable' && problem !== undefined);
}

function waitingText(method: Method | undefined, { waiting }: SlipContext['messages']): string {
  return familyOf(method) === 'bank' ? waiting.transfer : waiting.payment;
}
