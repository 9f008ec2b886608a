import { html, nothing, type TemplateResult } from 'lit';
import { methodOf } from '../../../core/methods.js';
import type { HistoryDeposit, HistoryStatus } from '../../../core/reader/history.js';
import { toRow } from '../../../core/reader/row.js';
import { fill, formatClock, formatMoment, formatRecent, numberLocale } from '../../shared/i18n/formatting.js';
import { contactLink } from '../../shared/views/contact.js';
import { glyph } from '../../shared/views/glyph.js';
import { drawing, icon } from '../../shared/views/icon.js';
import { rowView } from '../../shared/views/row.js';
import { sumText } from '../../shared/views/sum.js';
import type { HistoryContext } from './context.js';

/** Between an amount and its currency: names that are computed from content drop other spaces there. */
const NO_BREAK_SPACE = '\u00a0';

/** The icon of each state. The words beside it say the same. */
const ICONS: Readonly<Record<HistoryStatus, TemplateResult>> = {
  waiting: icon('clock', 16),
  arrived: icon('check', 16),
  'other-amount': icon('warning', 16),
  returned: drawing('M9 14 4.5 9.5 9 5M4.5 9.5H15a4.5 4.5 0 0 1 0 9h-3', 16),
};

/** One deposit: what a payer looks for in one line, and the rest unfolded. One that is awaited leads back to its payment details. */
export function depositView(
  deposit: HistoryDeposit,
  isOpen: boolean,
  context: HistoryContext,
): TemplateResult {
  const { id, status } = deposit;
  const isAwaited = status === 'waiting' && deposit.paymentId !== undefined;
  const onClick = (): void => (isAwaited ? context.onOpen(deposit) : context.onToggle(id));
  return html`<li part="deposit" class="deposit ${status}" data-id=${id}>
    <button
      part="entry"
      class="entry"
      aria-expanded=${isAwaited && !isOpen ? nothing : String(isOpen)}
      aria-controls=${isOpen ? `d-${id}` : nothing}
      @click=${onClick}
    >
      ${glyph(methodOf(deposit.paymentId))} ${lineView(deposit, isAwaited, context)}
    </button>
    ${isOpen ? html`<div part="details" class="details" id="d-${id}">${detailsView(deposit, context)}</div>` : nothing}
  </li>`;
}

function lineView(deposit: HistoryDeposit, isAwaited: boolean, context: HistoryContext): TemplateResult {
  const { status, fiat } = deposit;
  const { texts } = context;
  const amount = amountText(deposit, context);
  return html`<span class="line"
      ><span class="what"
        ><b>${methodTitle(deposit, context)}</b> <small>${timeText(deposit, context)}</small></span
      >
      <span class="much"
        ><b part="amount"
          ><span>${amount}</span
          >${isAmbiguous(amount) ? html`<small>${NO_BREAK_SPACE}${fiat}</small>` : nothing}</b
        >
        <small part="state" class="state">${ICONS[status]}${texts.states[status]}</small></span
      ></span
    >
    ${isAwaited ? html`<span class="sr">${texts.open}</span>` : nothing}${icon('next', 16)}`;
}

/** Whether the symbol of an amount is that of several currencies: `$`, but not `R$`. */
function isAmbiguous(amount: string): boolean {
  return /(?:^|[^A-Z])\$/.test(amount);
}

/** The name of the method, or of a deposit whose method is not known. */
export function methodTitle({ paymentId }: HistoryDeposit, { messages, texts }: HistoryContext): string {
  const slug = methodOf(paymentId)?.slug ?? 'other';
  return texts.titles[slug] ?? messages.titles[slug] ?? messages.titles['other']!;
}

/** When it arrived, below the heading of its day; or when its instructions were made and how long the transfer may take. */
function timeText(
  { status, createTime, paymentId }: HistoryDeposit,
  { messages, lang }: HistoryContext,
): string {
  if (createTime === undefined) return '';
  if (status !== 'waiting') return formatClock(createTime, lang);
  const settles = methodOf(paymentId)?.settles;
  const made = formatRecent(createTime, messages.today, lang);
  // A page that says how long it takes is no time.
  const isSlow = settles !== undefined && settles !== 'seconds' && settles !== 'page';
  return isSlow ? `${made} · ${messages.speeds[settles]}` : made;
}

/** The amount in a sentence; the currency alone if there is none. */
export function amountText(deposit: HistoryDeposit, context: HistoryContext): string {
  const { amount, fiat } = deposit;
  return amount === undefined ? fiat : sumText({ amount, fiat }, sumContext(deposit, context));
}

function sumContext({ paymentId }: HistoryDeposit, { tag }: HistoryContext): { numberLocale: string } {
  return { numberLocale: numberLocale(tag, methodOf(paymentId)?.amountLocale) };
}

function detailsView({ status, txId, createTime }: HistoryDeposit, context: HistoryContext): TemplateResult {
  const { messages, texts, merchant, lang } = context;
  const note = fill(texts.notes[status], { merchant });
  return html`${note ? html`<p class="note">${note}</p>` : nothing}
    <dl>
      ${
        createTime === undefined || status === 'waiting'
          ? nothing
          : html`<div class="row">
              <dt>${messages.receivedAt}</dt>
              <dd>${formatMoment(createTime, lang)}</dd>
            </div>`
      }
      ${txId === undefined ? nothing : numberView(txId, context)}
    </dl>
    ${note ? contactLink(context, 'second') : nothing}`;
}

/** The deposit number with its copy button. Each render makes a row of its own, so the number tells whether it was copied. */
function numberView(txId: string, context: HistoryContext): TemplateResult {
  const row = toRow({ key: 'txId', raw: txId, lossy: false, role: 'depositId', kind: 'deposit-id' });
  const copied = context.copied?.target === row.copy ? { ...context.copied, target: row } : undefined;
  return rowView(row, {}, { ...context, copied });
}
