import { html, nothing, type TemplateResult } from 'lit';
import { ruleOf, type Kind } from '../../../core/kinds.js';
import { cleanText } from '../../../core/reader/hostile-text.js';
import { isUnknown, type Row } from '../../../core/reader/row.js';
import { record } from '../../../core/record.js';
import type { CopyFeedback } from '../controllers/copy-controller.js';
import { fill, type Sentence, type Words } from '../i18n/formatting.js';
import type { Messages } from '../i18n/types.js';
import { icon } from './icon.js';
import { sentenceView } from './sentence.js';

/** The texts and the copy action that a row needs in addition to its value. */
export interface RowContext {
  readonly messages: Messages;
  /** The merchant's name, or the words for "the merchant". */
  readonly merchant: string | Words;
  readonly copied: CopyFeedback | undefined;
  /** Copies a value. `shown` is the node that shows it. */
  readonly onCopy: (target: CopyTarget, shown: Node | null) => void;
}

/** Values that a bank's form asks for but no response contains: the amount, and the bank of a CLABE. */
export type Derived = 'amount' | 'bank';

/** A row, or a value that the response does not contain. */
export type CopyTarget = Row | Derived;

/** The parts that make a row stand out. */
export interface RowOptions {
  /** Its copy button is the only primary one. */
  readonly isPrimary?: boolean;
  /** Notes about the value, shown below it. */
  readonly notes?: readonly Sentence[];
}

const TEXT_KINDS: ReadonlySet<Kind> = new Set(['name', 'address', 'text']);

/** A value with its label, copy button and notes. */
export function rowView(row: Row, options: RowOptions, context: RowContext): TemplateResult {
  const { key, kind, check, reason } = row;
  const { isPrimary = false, notes = notesOf(row, context) } = record(options);
  // An unexpected account is the typical attack on such a page.
  const isAlarm = isUnknown(row) && (kind !== 'text' || reason === 'foreign');
  const button = copyButton(row, rowName(row, context), isPrimary, context);
  return html`<div part="row" class="row" data-key=${key} data-kind=${kind} data-check=${check}>
    <dt part="label">${rowLabel(row, context)}</dt>
    <dd>
      ${valueView(row)}<span class="sr" translate=${isLong(kind) ? nothing : 'no'}
        >${spokenText(row, context)}</span
      >
      ${button} ${outcomeNote(row, context)}
      ${notes.map((note) => html`<p class="note ${isAlarm ? 'warn' : ''}">${sentenceView(...note)}</p>`)}
    </dd>
  </div>`;
}

/** A row for a value that the response does not contain. */
export function derivedRow(
  of: Derived,
  label: string,
  text: string,
  note: string | undefined,
  context: RowContext,
): TemplateResult {
  const isNumber = of === 'amount';
  return html`<div class="row" data-derived=${of}>
    <dt part="label">${label}</dt>
    <dd>
      <span class="value ${isNumber ? 'mono' : 'plain'}" dir=${isNumber ? 'ltr' : 'auto'} translate="no"
        >${text}</span
      >
      ${copyButton(of, context.messages.names[of], false, context)} ${outcomeNote(of, context)}
      ${note ? html`<p class="note">${note}</p>` : nothing}
    </dd>
  </div>`;
}

/** The label of a row in the payer's language. An unknown key is its own label. */
export function rowLabel({ role, key }: Row, { messages }: Pick<RowContext, 'messages'>): string {
  return role ? messages.labels[role] : cleanText(key);
}

/** The name of the row for use in a sentence. */
export function rowName({ role, key }: Row, { messages }: Pick<RowContext, 'messages'>): string {
  return role ? messages.names[role] : cleanText(key);
}

/**
 * The value alone. Margins separate its groups without white space, so a manual selection contains exactly
 * what the button copies. Screen readers get `spokenText` instead, which spells the groups.
 */
function valueView({ kind, groups, copy }: Row): TemplateResult {
  if (TEXT_KINDS.has(kind))
    // oxfmt-ignore
    return html`<span part="value" class="value plain" translate="no" aria-hidden="true"><bdi>${copy}</bdi></span>`;
  const shape = isCode(kind) ? 'code' : kind.endsWith('link') ? 'line' : isKey(kind) ? 'key' : '';
  const [first, ...others] = groups;
  // oxfmt-ignore
  const pieces = others.length ? [html`<span>${first}</span>`, ...others.map((group) => html`<wbr><span>${group}</span>`)] : copy;
  // oxfmt-ignore
  return html`<span part="value" class="value mono ${shape}" dir="ltr" translate="no" aria-hidden="true">${pieces}</span>`;
}

/** The text for screen readers: account numbers in groups of digits, and no codes character by character. */
function spokenText(row: Row, context: RowContext): string {
  const { kind, groups, copy } = row;
  const { messages } = context;
  if (isLong(kind))
    return fill(messages.spokenCode, { name: rowName(row, context), count: String(copy.length) });
  if (TEXT_KINDS.has(kind) || kind === 'alias') return copy;
  return groups.map((group) => [...group].join(' ')).join(', ');
}

function isCode(kind: Kind): boolean {
  return kind.endsWith('code');
}

/** Whether a value is an identifier that is shown in one piece and of which a check knows the form. */
function isKey(kind: Kind): boolean {
  const { check, groups } = ruleOf(kind);
  return check !== undefined && !groups;
}

/** Whether a value is described instead of read aloud. */
function isLong(kind: Kind): boolean {
  return isCode(kind) || kind.endsWith('link');
}

/**
 * A copy button that shows the outcome of the last press on it. Its name stays the same, as a screen reader
 * expects.
 */
function copyButton(
  target: CopyTarget,
  name: string,
  isPrimary: boolean,
  { messages, copied, onCopy }: RowContext,
): TemplateResult {
  const outcome = copied?.target === target ? copied.outcome : undefined;
  const isDone = outcome === 'copied';
  const label = fill(messages.copyNamed, { name });
  const onClick = ({ currentTarget }: Event): void =>
    onCopy(target, (currentTarget as Element).parentElement!.querySelector('.value'));
  return html`<button
    part="copy"
    class=${isPrimary ? 'primary' : 'icon'}
    data-outcome=${outcome ?? nothing}
    aria-label=${label}
    title=${isPrimary ? nothing : label}
    @click=${onClick}
  >
    ${icon(isDone ? 'check' : 'copy')}${isPrimary ? html`<span>${isDone ? messages.copied : label}</span>` : nothing}
  </button>`;
}

/** Instructions if the value was not copied, visible until the next press. */
function outcomeNote(target: CopyTarget, { messages, copied }: RowContext): TemplateResult | typeof nothing {
  const outcome = copied?.target === target ? copied.outcome : undefined;
  return outcome && outcome !== 'copied' ? html`<p class="note warn">${messages[outcome]}</p>` : nothing;
}

/** Notes about the value itself. The notices above the values say why not to pay to it. */
export function notesOf(
  row: Row,
  { messages, merchant }: Pick<RowContext, 'messages' | 'merchant'>,
): Sentence[] {
  const notes: Sentence[] = [];
  if (isUnknown(row)) notes.push([messages.unknown, { merchant }]);
  if (row.reason === 'cleaned' || row.cleaned) notes.push([messages.cleaned]);
  return notes;
}
