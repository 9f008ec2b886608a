import { html, nothing, type TemplateResult } from 'lit';
import type { Kind } from '../../../core/kinds.js';
import { cleanText } from '../../../core/reader/hostile-text.js';
import type { Row } from '../../../core/reader/row.js';
import type { CopyFeedback } from '../controllers/copy-controller.js';
import { fill } from '../i18n/formatting.js';
import type { Messages } from '../i18n/types.js';
import { icon } from './icon.js';

/** What a row needs besides its value. */
export interface RowContext {
  readonly messages: Messages;
  /** The merchant's name, or the words for "the merchant". */
  readonly merchant: string;
  readonly copied: CopyFeedback | undefined;
  /** Copies a row, or the amount at the head of a slip. */
  readonly onCopy: (target: CopyTarget) => void;
}

export type CopyTarget = Row | 'amount';

/** How a row stands out, and what belongs to it besides its value. */
export interface RowOptions {
  /** The one value to use. */
  readonly isLead?: boolean;
  /** Whether the rail cannot do without it. */
  readonly isNeeded?: boolean;
  readonly link?: TemplateResult | undefined;
  readonly qr?: { readonly toggle: TemplateResult; readonly code: TemplateResult } | undefined;
}

const TEXT_KINDS: ReadonlySet<Kind> = new Set(['name', 'address', 'text']);

/** One value with its label, its copy button, and what must be said about it. */
export function rowView(row: Row, options: RowOptions, context: RowContext): TemplateResult {
  const { key, kind, check } = row;
  const { isLead = false, isNeeded = false, link, qr } = options;
  const label = labelOf(row, context);
  const shape = `row ${isLead ? 'lead' : ''} ${qr ? 'has-qr' : ''} ${link ? 'has-link' : ''}`;
  return html`<div part="row" class=${shape} data-key=${key} data-kind=${kind} data-check=${check}>
    <dt part="label">${label}</dt>
    ${valueView(row)} ${link ?? nothing}
    <dd class="act">${copyButton(row, label, isLead && !link, context)} ${qr?.toggle ?? nothing}</dd>
    ${notesOf(row, isNeeded, context).map(noteView)} ${qr?.code ?? nothing}
  </div>`;
}

/** The label of a row in the payer's language. An unknown key is its own label. */
export function labelOf({ role, key }: Row, { messages }: Pick<RowContext, 'messages'>): string {
  return role ? messages.labels[role] : cleanText(key);
}

/**
 * The value alone. Margins set its groups apart and there is no white space around them, so a selection by hand holds what the
 * button copies.
 */
function valueView({ kind, groups, copy }: Row): TemplateResult {
  if (TEXT_KINDS.has(kind))
    // prettier-ignore
    return html`<dd part="value" class="value plain" translate="no"><bdi>${copy}</bdi></dd>`;
  const shape = kind.endsWith('code') ? 'code' : kind.endsWith('link') ? 'line' : '';
  const [first, ...others] = groups;
  // prettier-ignore
  const pieces = others.length ? [html`<span>${first}</span>`, ...others.map((group) => html`<wbr><span>${group}</span>`)] : copy;
  // prettier-ignore
  return html`<dd part="value" class="value mono ${shape}" dir="ltr" translate="no">${pieces}</dd>`;
}

/** A copy button that shows the outcome of the last press on it. */
export function copyButton(
  target: CopyTarget,
  label: string,
  isPrimary: boolean,
  { messages, copied, onCopy }: RowContext,
): TemplateResult {
  const outcome = copied?.target === target ? copied.outcome : undefined;
  const isDone = outcome === 'copied';
  return html`<button
      part="copy"
      class=${isPrimary ? 'primary' : 'small'}
      data-outcome=${outcome ?? nothing}
      @click=${() => onCopy(target)}
    >
      ${icon(isDone ? 'check' : 'copy')}<span
        >${isDone ? messages.copied : messages.copy}<span class="sr"> ${label}</span></span
      >
    </button>
    ${outcome && !isDone ? html`<span class="muted">${messages[outcome]}</span>` : nothing}`;
}

/** What must be said about a value: how to use it, and why to ask before paying to it. */
export function notesOf(
  { check, reason, role, kind }: Row,
  isNeeded: boolean,
  { messages, merchant }: Pick<RowContext, 'messages' | 'merchant'>,
): string[] {
  const notes: string[] = [];
  if (role === 'message') notes.push(isNeeded ? messages.messageRequired : messages.messageHelps);
  if (check === 'failed')
    notes.push(fill(kind.endsWith('code') ? messages.notices.qr : messages.checkFailed, { merchant }));
  if (reason === 'lossy') notes.push(fill(messages.lossy, { merchant }));
  if (reason === 'cleaned') notes.push(messages.cleaned);
  return notes;
}

function noteView(note: string): TemplateResult {
  return html`<dd class="note">${icon('warning')}<span>${note}</span></dd>`;
}
