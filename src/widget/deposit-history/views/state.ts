import { html, nothing, type TemplateResult } from 'lit';
import type { HistoryDeposit } from '../../../core/reader/history.js';
import { fill } from '../../shared/i18n/formatting.js';
import { glyph } from '../../shared/views/glyph.js';
import { problemTitle, problemView } from '../../shared/views/problem.js';
import type { HistoryState, Ready } from '../state.js';
import type { HistoryContext } from './context.js';
import { isEmpty, listView, statusText } from './list.js';
import { amountText, differenceSentence, methodTitle, returnedSentence, plainText } from './words.js';

/**
 * Problems whose shared title fits here; for any other, the view only says that the list could not be shown.
 */
const GENERAL: ReadonlySet<string> = new Set(['offline', 'timeout', 'unauthorized', 'rate-limited']);
/** Maximum number of deposits that are announced one by one. */
const MAX_ANNOUNCED = 3;

/** The view of a state. */
export function stateView(state: HistoryState, context: HistoryContext): TemplateResult | typeof nothing {
  switch (state.status) {
    case 'idle':
      return nothing;
    case 'loading':
      return skeletonView(context);
    case 'problem':
      return failedView(state, context);
    default:
      return listView(state, context);
  }
}

function failedView(
  { problem }: Extract<HistoryState, { status: 'problem' }>,
  context: HistoryContext,
): TemplateResult {
  const { onRetry } = context;
  const messages = withTexts(context);
  const advice = GENERAL.has(problem.kind) || problem.kind === 'unavailable' ? undefined : 'again';
  const others = problem.retryable ? [] : [{ text: messages.retry, onClick: onRetry }];
  return html`<div class="body">
    ${problemView(problem, onRetry, others, { ...context, messages }, advice)}
  </div>`;
}

/** The texts of problems mention payment details, which do not fit here, except those that fit everywhere. */
function withTexts({ messages, texts }: HistoryContext): HistoryContext['messages'] {
  const titles = Object.entries(messages.problems).map(([kind, title]) => [
    kind,
    GENERAL.has(kind) ? title : texts.failed,
  ]);
  return {
    ...messages,
    problems: Object.fromEntries(titles) as typeof messages.problems,
    // Nobody pays here.
    advice: { ...messages.advice, restart: texts.signIn },
  };
}

/** The outline of a list; assistive technology hears that it is loading. */
function skeletonView({ texts }: HistoryContext): TemplateResult {
  const line = html`<li class="deposit">
    <span class="entry"
      >${glyph(undefined)}<span class="line"
        ><span class="what"><b></b><small></small></span
        ><span class="much"><b></b><small></small></span></span
    ></span>
  </li>`;
  return html`<div class="body list skeleton">
    <h2 id="title" part="title" tabindex="-1">${texts.title}</h2>
    <p class="day"> </p>
    <ul inert aria-hidden="true">
      ${line}${line}${line}
    </ul>
  </div>`;
}

/**
 * The announcement for screen readers when the state changes: only what has changed, so that nothing is
 * announced twice.
 */
export function announcementOf(before: HistoryState, state: HistoryState, context: HistoryContext): string {
  switch (state.status) {
    case 'idle':
      return '';
    case 'loading':
      return before.status === 'loading' ? '' : context.texts.loading;
    case 'problem':
      return problemTitle(state.problem, withTexts(context));
    default:
      return listAnnouncement(before.status === 'ready' ? before : undefined, state, context);
  }
}

function listAnnouncement(before: Ready | undefined, state: Ready, context: HistoryContext): string {
  const { texts } = context;
  const news = before ? newsSince(before, state) : [];
  if (news.length > 0) return newsText(news, context);
  if (state.more !== 'idle' && state.more !== before?.more)
    return state.more === 'failed' ? texts.moreFailed : texts.loadingMore;
  if (!before && isEmpty(state)) return texts.empty;
  const status = statusText(state, context);
  return before && statusText(before, context) === status ? '' : status;
}

/** The deposits that arrived or were sent back since the last state. */
function newsSince(before: Ready, { arrived, deposits }: Ready): readonly HistoryDeposit[] {
  const known = new Map(before.deposits.map((deposit) => [deposit.id, deposit]));
  const isSentBack = ({ id, status, returned }: HistoryDeposit): boolean => {
    const former = known.get(id);
    if (!former || former.status === 'waiting') return false;
    return status === 'returned' ? former.status !== status : returned !== former.returned;
  };
  const returned = deposits === before.deposits ? [] : deposits.filter(isSentBack);
  return arrived === before.arrived ? returned : [...arrived, ...returned];
}

function newsText(news: readonly HistoryDeposit[], context: HistoryContext): string {
  const { texts } = context;
  if (news.length > MAX_ANNOUNCED) return fill(texts.added, { count: String(news.length) });
  return news
    .map((deposit) => {
      const [title, amount] = [methodTitle(deposit, context), amountText(deposit, context)];
      const { status, returned } = deposit;
      // A deposit of less or more than asked, or one that was sent back, is not just announced as received.
      if (status === 'arrived' && returned === undefined) return fill(texts.news, { title, amount });
      const sentences = [differenceSentence(deposit, context), returnedSentence(deposit, context)].map(
        plainText,
      );
      return `${title}: ${amount}. ${[texts.states[status], ...sentences].filter(Boolean).join('. ')}`;
    })
    .join('. ');
}

/** The announcement for screen readers when a copy button was pressed. */
export function copyAnnouncement({ messages, copied }: HistoryContext): string {
  return copied?.outcome ? `${messages.labels.depositId}: ${messages[copied.outcome]}` : '';
}
