import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../shared/i18n/formatting.js';
import { glyph } from '../../shared/views/glyph.js';
import { problemTitle, problemView } from '../../shared/views/problem.js';
import type { HistoryState } from '../state.js';
import type { HistoryContext } from './context.js';
import { amountText, methodTitle } from './deposit.js';
import { listView, statusText } from './list.js';

/** Problems that a shared title describes well; any other is only said to have prevented the list. */
const GENERAL: ReadonlySet<string> = new Set(['offline', 'timeout', 'unauthorized', 'rate-limited']);
/** The most deposits that are announced one by one. */
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
  const messages = withTitles(context);
  const advice = GENERAL.has(problem.kind) || problem.kind === 'unavailable' ? undefined : 'again';
  const others = problem.retryable ? [] : [{ text: messages.retry, onClick: onRetry }];
  return html`<div class="body">
    ${problemView(problem, onRetry, others, { ...context, messages }, advice)}
  </div>`;
}

/** The titles of problems speak of payment details, except those that fit everywhere. */
function withTitles({ messages, texts }: HistoryContext): HistoryContext['messages'] {
  const titles = Object.entries(messages.problems).map(([kind, title]) => [
    kind,
    GENERAL.has(kind) ? title : texts.failed,
  ]);
  return { ...messages, problems: Object.fromEntries(titles) as typeof messages.problems };
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
    <ul inert aria-hidden="true">
      ${line}${line}${line}
    </ul>
  </div>`;
}

/** What screen readers announce when the state changes. */
export function announcementOf(state: HistoryState, context: HistoryContext): string {
  const { messages, texts, copied } = context;
  if (state.status === 'loading') return texts.loading;
  if (state.status === 'problem') return problemTitle(state.problem, withTitles(context));
  if (state.status === 'idle') return '';
  if (copied?.outcome) return `${messages.labels.depositId}: ${messages[copied.outcome]}`;
  if (state.arrived.length > 0) return newsText(state.arrived, context);
  if (state.more === 'failed') return texts.moreFailed;
  if (state.more === 'loading') return texts.loadingMore;
  if (state.deposits.length === 0) return texts.empty;
  return statusText(state, context);
}

function newsText(arrived: readonly Parameters<typeof amountText>[0][], context: HistoryContext): string {
  if (arrived.length > MAX_ANNOUNCED) return fill(context.texts.added, { count: String(arrived.length) });
  return arrived
    .map((deposit) =>
      fill(context.texts.news, {
        title: methodTitle(deposit, context),
        amount: amountText(deposit, context),
      }),
    )
    .join('. ');
}
