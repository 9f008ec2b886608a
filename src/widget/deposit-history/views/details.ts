import { html, nothing, type TemplateResult } from 'lit';
import type { HistoryDeposit } from '../../../core/reader/history.js';
import { toRow } from '../../../core/reader/row.js';
import { formatMoment } from '../../shared/i18n/formatting.js';
import { contactLink } from '../../shared/views/contact.js';
import { rowView } from '../../shared/views/row.js';
import { isolated, sentenceView } from '../../shared/views/sentence.js';
import type { HistoryContext } from './context.js';
import { depositSum, isRest } from './words.js';

/** The unfolded part of a deposit: an explanation of its status, and everything that support may ask for. */
export function detailsView(deposit: HistoryDeposit, context: HistoryContext): TemplateResult {
  const { status, txId } = deposit;
  const { texts, merchant } = context;
  const note = texts.notes[isRest(deposit) ? 'part' : status];
  return html`${note ? html`<p class="note">${sentenceView(note, { merchant })}</p>` : nothing}
    <dl>
      ${rowsOf(deposit, context).map(
        ([label, value]) =>
          html`<div class="row">
            <dt part="label">${label}</dt>
            <dd class="plain">${isolated(value)}</dd>
          </div>`,
      )}
      ${txId === undefined ? nothing : numberRow(txId, context)}
    </dl>
    ${note ? contactLink(context) : nothing}`;
}

type TextRow = readonly [label: string, value: string];

function rowsOf(deposit: HistoryDeposit, context: HistoryContext): readonly TextRow[] {
  const { status, createTime, asked, received, returned, returnTime, reference } = deposit;
  const { messages, texts, lang } = context;
  const sums: readonly TextRow[] =
    asked === undefined || received === undefined
      ? []
      : [
          [texts.asked, depositSum(asked, deposit, context)],
          [texts.received, depositSum(received, deposit, context)],
        ];
  const back = [
    returned === undefined ? '' : depositSum(returned, deposit, context),
    returnTime === undefined ? '' : formatMoment(returnTime, lang),
  ].filter(Boolean);
  return [
    ...(createTime === undefined || status === 'waiting'
      ? []
      : [[messages.receivedAt, formatMoment(createTime, lang)] as const]),
    ...(back.length === 0 ? [] : [[texts.states.returned, back.join(' · ')] as const]),
    ...sums,
    ...(reference === undefined ? [] : [[texts.reference, reference] as const]),
  ];
}

/**
 * The deposit number with its copy button. Each render creates a new row, so the number identifies which one
 * was copied.
 */
function numberRow(txId: string, context: HistoryContext): TemplateResult {
  const row = toRow({ key: 'txId', raw: txId, lossy: false, role: 'depositId', kind: 'deposit-id' });
  const copied = context.copied?.target === row.copy ? { ...context.copied, target: row } : undefined;
  return rowView(row, {}, { ...context, copied });
}
