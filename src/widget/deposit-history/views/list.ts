import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { HistoryDeposit } from '../../../core/reader/history.js';
import { formatDay } from '../../shared/i18n/formatting.js';
import { quietButton } from '../../shared/views/button.js';
import { glyph } from '../../shared/views/glyph.js';
import { printedView } from '../../shared/views/printed.js';
import { sentenceView } from '../../shared/views/sentence.js';
import type { Ready } from '../state.js';
import type { HistoryContext } from './context.js';
import { depositView } from './deposit.js';

/** The deposits under one heading. */
interface Group {
  readonly key: string;
  readonly title: string;
  readonly deposits: readonly HistoryDeposit[];
}

/** The list: awaited deposits on top, then the others by day. */
export function listView(state: Ready, context: HistoryContext): TemplateResult {
  const { texts } = context;
  const groups = groupsOf(state.deposits.slice(0, state.shown), context);
  return html`<div class="body list">
      <h2 id="title" part="title" tabindex="-1">${texts.title}</h2>
      ${statusView(state, context)} ${state.isCut ? quietButton(texts.newest, context.onNewest) : nothing}
      ${isEmpty(state) ? emptyView(context) : nothing}
      ${repeat(
        groups,
        ({ key }) => key,
        (group) => groupView(group, state, context),
      )}
      ${unreadableView(state, context)} ${printedView(context)}
    </div>
    ${moreView(state, context)}`;
}

function groupsOf(
  deposits: readonly HistoryDeposit[],
  { texts, lang, isPrinting }: HistoryContext,
): readonly Group[] {
  const names = isPrinting ? undefined : ([texts.today, texts.yesterday] as const);
  const groups = new Map<string, HistoryDeposit[]>();
  for (const deposit of deposits) {
    const { status, createTime } = deposit;
    const key =
      status === 'waiting' ? status : createTime === undefined ? '' : new Date(createTime).toDateString();
    groups.set(key, [...(groups.get(key) ?? []), deposit]);
  }
  return [...groups].map(([key, members]) => {
    const [{ createTime } = { createTime: undefined }] = members;
    const title =
      key === 'waiting' ? texts.awaited : createTime === undefined ? '' : formatDay(createTime, names, lang);
    return { key, title, deposits: members };
  });
}

function groupView(
  { key, title, deposits }: Group,
  { open }: Ready,
  context: HistoryContext,
): TemplateResult {
  return html`<section class="group">
    ${title ? html`<h3 part="day" class="day" id=${headingId(key)}>${title}</h3>` : nothing}
    <ul aria-labelledby=${title ? headingId(key) : 'title'}>
      ${repeat(
        deposits,
        ({ id }) => id,
        (deposit) => depositView(deposit, deposit.id === open, context),
      )}
    </ul>
  </section>`;
}

/** An id must not contain blanks: an attribute would read it as several ids. */
function headingId(key: string): string {
  return `day-${key.replaceAll(' ', '-')}`;
}

/** Whether no page has any deposits, not even some that could not be read. */
export function isEmpty({ deposits, next, unreadable }: Ready): boolean {
  return deposits.length === 0 && next === undefined && unreadable === 0;
}

function emptyView({ texts }: HistoryContext): TemplateResult {
  return html`<div part="empty" class="empty">
    ${glyph(undefined)}
    <p><b>${texts.empty}</b></p>
    <p class="muted">${texts.emptyHint}</p>
    <slot name="empty"></slot>
  </div>`;
}

function unreadableView(
  { unreadable }: Ready,
  { texts, merchant }: HistoryContext,
): TemplateResult | typeof nothing {
  return unreadable === 0
    ? nothing
    : html`<p class="note warn">${sentenceView(texts.unreadable, { merchant })}</p>`;
}

/** Why the list may be out of date; nothing while it is kept up to date. */
export function statusText({ watch, problem }: Ready, { messages, texts }: HistoryContext): string {
  if (watch === 'offline') return messages.offlineStatus;
  if (watch === 'paused') return texts.paused;
  return watch === 'unavailable' || problem ? texts.stale : '';
}

function statusView(state: Ready, context: HistoryContext): TemplateResult | typeof nothing {
  const text = statusText(state, context);
  if (!text) return nothing;
  const canCheck = state.watch !== 'offline';
  return html`<p part="status" class="status ${canCheck ? 'paused' : 'offline'}">
    <span class="dot"></span><span>${text}</span>
    ${canCheck ? quietButton(context.messages.checkAgain, context.onCheckAgain) : nothing}
  </p>`;
}

function moreView(state: Ready, { texts, onShowMore }: HistoryContext): TemplateResult | typeof nothing {
  const { shown, deposits, next, more } = state;
  if (shown >= deposits.length && next === undefined) return nothing;
  const isLoading = more === 'loading';
  return html`<div part="actions" class="actions">
    ${more === 'failed' ? html`<p class="note warn">${texts.moreFailed}</p>` : nothing}
    <button part="more" class="quiet" aria-disabled=${isLoading ? 'true' : nothing} @click=${onShowMore}>
      ${isLoading ? texts.loadingMore : texts.showMore}
    </button>
  </div>`;
}
