import { html, nothing, type TemplateResult } from 'lit';
import { methodOf } from '../../../core/methods.js';
import { isProblem, type Problem } from '../../../core/problem.js';
import { readSlip } from '../../../core/reader/read-slip.js';
import type { Slip, SlipRequest } from '../../../core/reader/slip.js';
import { fill } from '../../shared/i18n/formatting.js';
import { noticeText } from '../../shared/views/notice.js';
import { problemSentence, problemTitle, problemView, type WayOut } from '../../shared/views/problem.js';
import { rowLabel } from '../../shared/views/row.js';
import { EMPTY, isHeld, isRenewing, type SlipState, type WatchedState } from '../state.js';
import { accountText, accountView } from './account.js';
import { amountView, entryView, type AmountTerms } from './amount.js';
import { arrivalText, arrivalView, isMissing, previousDeposit } from './arrival.js';
import type { SlipContext } from './context.js';
import { DERIVED, derivedLabel } from './derived.js';
import { hasChanged, isBlocked } from './notices.js';
import { pickerView } from './picker.js';
import { slipView, titleOf } from './slip.js';
import { heldNotice, isBlind, lateView, statusSentence, statusView } from './status.js';

/** The view of a state. */
export function stateView(
  state: SlipState,
  terms: AmountTerms,
  context: SlipContext,
): TemplateResult | typeof nothing {
  switch (state.status) {
    case 'idle':
      return nothing;
    case 'choosing':
      return pickerView(state.offers, accountView(state.payment, context), context);
    case 'asking': {
      const method = methodOf(state.request.paymentId);
      const title = context.messages.titles[method?.slug ?? 'other'] ?? '';
      const entry = entryView(state.entry, { ...terms, isOptional: false }, context);
      return amountView(title, method, entry, context);
    }
    case 'problem':
      return problemOf(state.problem, accountView(state.payment, context), context);
    case 'arrived':
      return arrivalView(state, context);
    default:
      return shownView(state, terms, context);
  }
}

/** A problem, together with the deposits, which it does not affect. */
function problemOf(
  problem: Problem,
  account: TemplateResult | typeof nothing,
  context: SlipContext,
): TemplateResult {
  const { messages, canChoose, canChangeAmount, onRetry, onChangeMethod, onChangeAmount } = context;
  const others: WayOut[] = [];
  if (problem.kind === 'invalid-amount' && canChangeAmount)
    others.push({ text: messages.changeAmount, onClick: onChangeAmount });
  if (canChoose) others.push({ text: messages.changeMethod, onClick: onChangeMethod });
  // Always offers a retry: the merchant may fix a permanent failure in the meantime, and the payer may sign
  // in in another tab.
  const isDeadEnd = !problem.retryable && others.length === 0 && context.contact === undefined;
  if ((isDeadEnd || problem.kind === 'unauthorized') && context.canRenew)
    others.push({ text: messages.reload, onClick: onRetry });
  const advice = problem.kind === 'invalid-amount' && !canChangeAmount ? 'contact' : undefined;
  return html`<div class="body">${problemView(problem, onRetry, others, context, advice)} ${account}</div>`;
}

type Shown = Extract<SlipState, { status: 'loading' | 'ready' }>;

/**
 * A slip or its skeleton. The skeleton is also a slip, so the rows keep their positions when the values
 * arrive.
 */
function shownView(state: Shown, terms: AmountTerms, context: SlipContext): TemplateResult {
  const isSkeleton = state.status === 'loading';
  return slipView(
    {
      slip: isSkeleton ? outlineOf(state.request) : state.slip,
      isSkeleton,
      payment: state.payment,
      since: isSkeleton ? 0 : state.since,
      isHeld: !isSkeleton && isHeld(state.watch),
      isBlind: !isSkeleton && isBlind(state),
      status: html`${statusView(state, context)} ${lateView(state, context)}`,
      previous: isSkeleton ? undefined : previousDeposit(state.previous, state.slip.fiat, context),
      renewal: isSkeleton ? undefined : state.renewal,
      entry: terms.isOptional ? entryView(isSkeleton ? EMPTY : state.entry, terms, context) : nothing,
    },
    context,
  );
}

/** The expected slip for a request, made from the method's sample; only its outline is visible. */
function outlineOf({ paymentId, amount }: SlipRequest): Slip {
  const method = methodOf(paymentId);
  const fieldList = method?.sample ?? { '\u00a0': '0'.repeat(18) };
  const data = { fiat: method?.fiat, fieldList, ...(method?.hasTxId && { txId: '100001' }) };
  const slip = readSlip(data, { paymentId, amount });
  if (isProblem(slip)) throw new TypeError(`The sample of method ${paymentId} is not a slip: ${slip.kind}`);
  return slip;
}

/** Whether there is something new to announce: it replaces the outcome of a copy. */
export function hasAnnouncement(before: SlipState, state: SlipState): boolean {
  const members = ['status', 'slip', 'payment', 'deposits', 'renewal'] as const;
  if (members.some((member) => Reflect.get(before, member) !== Reflect.get(state, member))) return true;
  return 'watch' in state && 'watch' in before && state.watch !== before.watch && isSpoken(state);
}

/** Whether the state of polling is announced at once. */
function isSpoken(state: WatchedState): boolean {
  return isHeld(state.watch) || ['paused', 'offline'].includes(state.watch) || isBlind(state);
}

/**
 * The announcement for screen readers when the state changes; never contains the digits of an identifier. A
 * title that got the focus was already read aloud.
 */
export function announcementOf(state: SlipState, context: SlipContext, isTitleRead: boolean): string {
  const { messages, copied } = context;
  if (state.status === 'loading' || isRenewing(state)) return messages.loading;
  if (state.status === 'problem') {
    const title = isTitleRead ? '' : problemTitle(state.problem, messages);
    return [title, accountText(state.payment, context)].filter(Boolean).join('. ');
  }
  if (state.status !== 'ready' && state.status !== 'arrived') return '';
  if (copied?.outcome) {
    const row = state.slip?.rows.find((each) => each === copied.target);
    const derived = DERIVED.find((of) => of === copied.target);
    const label = row ? rowLabel(row, context) : derived && derivedLabel(derived, messages);
    return label === undefined ? messages[copied.outcome] : `${label}: ${messages[copied.outcome]}`;
  }
  // A receipt of the whole amount waits for nothing.
  const isWaiting = state.status === 'ready' || isMissing(state);
  if (isWaiting && isHeld(state.watch)) return noticeText(heldNotice(state.watch, messages));
  const failure = state.renewal?.problem;
  const failed = failure ? `${fill(...problemSentence(failure, context))} ` : '';
  if (isWaiting && isSpoken(state)) return failed + fill(...statusSentence(state, context));
  // Nothing after a copy: the title or the arrival was announced when it appeared.
  if (copied) return '';
  if (state.status === 'arrived') return failed + arrivalText(state, context, false, !isTitleRead);
  if (isTitleRead) return failed.trim();
  const account = accountText(state.payment, context);
  const title = [titleOf(state.slip, context), account].filter(Boolean).join('. ');
  const news = failed + title;
  if (isBlocked(state.slip)) return `${news}. ${messages.doNotPay}`;
  return hasChanged(state.slip) ? `${news}. ${messages.notices.account.title}` : news;
}
