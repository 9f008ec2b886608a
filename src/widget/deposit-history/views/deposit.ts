import { html, nothing, type TemplateResult } from 'lit';
import type { HistoryDeposit, HistoryStatus } from '../../../core/reader/history.js';
import { DOT, fill } from '../../shared/i18n/formatting.js';
import { drawing, icon } from '../../shared/views/icon.js';
import { isolated, sentenceView } from '../../shared/views/sentence.js';
import { isPayable } from '../sums.js';
import type { HistoryContext } from './context.js';
import { detailsView } from './details.js';
import { amountText, sentenceBelow, methodText, returnedSentence, sumsSentence } from './words.js';

/** The icon of each status. The words beside it say the same. */
const ICONS: Readonly<Record<HistoryStatus, TemplateResult>> = {
  waiting: icon('clock'),
  part: icon('clock'),
  arrived: icon('check'),
  over: icon('check'),
  returned: drawing('M9 14 4.5 9.5 9 5M4.5 9.5H15a4.5 4.5 0 0 1 0 9h-3'),
};

/** One deposit: a summary, with details that unfold. A deposit that can be paid opens its payment details. */
export function depositView(
  deposit: HistoryDeposit,
  isOpen: boolean,
  context: HistoryContext,
): TemplateResult {
  const { id, status } = deposit;
  const canPay = isPayable(deposit);
  const lines = linesView(deposit, context);
  const onClick = (): void => (canPay ? context.onOpen(deposit) : context.onToggle(id));
  return html`<li part="deposit" class="deposit ${status}" data-id=${id}>
    <button
      part="entry"
      class="entry"
      aria-expanded=${canPay && !isOpen ? nothing : String(isOpen)}
      aria-controls=${isOpen ? `d-${id}` : nothing}
      aria-describedby=${lines ? `n-${id}` : nothing}
      @click=${onClick}
    >
      <span class="badge glyph">${ICONS[status]}</span> ${entryView(deposit, context)}
      ${canPay ? html`<span class="sr">${context.texts.open}</span>` : nothing}${icon('next', 16)}
    </button>
    ${lines ? html`<div class="lines" id="n-${id}">${lines}</div>` : nothing}
    ${isOpen ? html`<div part="details" class="details" id="d-${id}">${detailsView(deposit, context)}</div>` : nothing}
  </li>`;
}

function entryView(deposit: HistoryDeposit, context: HistoryContext): TemplateResult {
  const below = sentenceBelow(deposit, context);
  return html`<span class="line"
    ><span class="what"
      ><b part="state" class="state">${context.texts.states[deposit.status]}</b>
      <small>${methodText(deposit, context)}</small></span
    >
    <span class="much"
      ><b part="amount" class="amount" translate="no">${amountText(deposit, context)}</b>${
        below ? html` <small part="difference">${sentenceView(...below)}</small>` : nothing
      }</span
    ></span
  >`;
}

/**
 * The sums, the reference and the deposit number. They are outside the button, so that a payer can select
 * them.
 */
function linesView(deposit: HistoryDeposit, context: HistoryContext): TemplateResult | undefined {
  const { reference, txId } = deposit;
  const back = deposit.status === 'returned' ? undefined : returnedSentence(deposit, context);
  const sums = [sumsSentence(deposit, context), back].filter((sentence) => sentence !== undefined);
  if (sums.length === 0 && reference === undefined && txId === undefined) return undefined;
  return html`${sums.map((sentence) => html`<p part="sums">${sentenceView(...sentence)}</p>`)}${
    reference === undefined && txId === undefined
      ? nothing
      : html`<p part="numbers">
          ${referenceView(reference, context)}${
            reference === undefined || txId === undefined
              ? nothing
              : html`<span aria-hidden="true">${DOT}</span>`
          }${txId === undefined ? nothing : numberView(txId, context)}
        </p>`
  }`;
}

function referenceView(reference: string | undefined, { texts }: HistoryContext): unknown {
  if (reference === undefined) return nothing;
  return html`<span class="sr">${`${texts.reference} `}</span>${isolated(reference)}`;
}

/** The deposit number, which screen readers spell digit by digit instead of reading a quantity. */
function numberView(txId: string, { texts }: HistoryContext): TemplateResult {
  const spoken = fill(texts.number, { number: [...txId].join(' ') });
  return html`<span aria-hidden="true">${sentenceView(texts.number, { number: txId })}</span
    ><span class="sr">${spoken}</span>`;
}
