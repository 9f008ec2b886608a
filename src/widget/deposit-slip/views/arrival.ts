import { html, nothing, type TemplateResult } from 'lit';
import type { Deposit } from '../../../core/reader/answer.js';
import { methodOf } from '../../../core/methods.js';
import type { Slip } from '../../../core/reader/slip.js';
import { fill, formatMoment, formatPast } from '../../shared/i18n/formatting.js';
import type { Messages } from '../../shared/i18n/types.js';
import { quietButton } from '../../shared/views/button.js';
import { contactLink } from '../../shared/views/contact.js';
import { icon } from '../../shared/views/icon.js';
import { noticeView } from '../../shared/views/notice.js';
import { sumText, sumView, type Sum } from '../../shared/views/sum.js';
import { shownDeposit } from '../arrived.js';
import type { SlipState } from '../state.js';
import type { SlipContext } from './context.js';
import { recipient } from './header.js';
import { titleOf, valuesView } from './slip.js';

type Arrived = Extract<SlipState, { status: 'arrived' }>;

/** The news that the deposit arrived: it takes the place of the slip, and nothing invites the payer to pay again. */
export function arrivalView(state: Arrived, context: SlipContext): TemplateResult {
  const { messages, merchant } = context;
  const sum = sumOf(state);
  const missing = missingOf(state);
  const several = severalText(state, messages);
  const unexpected = missing && fill(messages.unexpected, { amount: sumText(missing, context), merchant });
  return html`<div part="arrival" class="body arrival ${missing ? 'other' : ''}">
      <span class="tick">${icon(missing ? 'warning' : 'check', 32)}</span>
      <h2 id="title" part="title" tabindex="-1">${arrivalTitle(state, context)}</h2>
      ${sum ? html`<p part="total" class="sum">${sumView(sum, context)}</p>` : nothing} ${recipient(context)}
      ${unexpected ? noticeView({ text: unexpected }, contactLink(context, 'ask')) : nothing}
      ${several ? html`<p class="muted">${several}</p>` : nothing} ${receiptView(state, context)}
      <slot name="done"></slot>
    </div>
    ${arrivalActions(state, context)}`;
}

function arrivalTitle(state: Arrived, { messages }: SlipContext): string {
  return missingOf(state) ? messages.arrivedOther : messages.arrived;
}

/** How many deposits arrived, and which of them is shown; undefined for one. */
function severalText(state: Arrived, messages: Messages): string | undefined {
  const { deposits } = state;
  if (deposits.length < 2) return undefined;
  const text = depositOf(state) === deposits.at(-1) ? messages.several : messages.severalAsked;
  return fill(text, { count: String(deposits.length) });
}

/** The news in one sentence, for screen readers. */
export function arrivalText(state: Arrived, context: SlipContext): string {
  const sum = sumOf(state);
  const title = arrivalTitle(state, context);
  return sum ? `${title}: ${sumText(sum, context)}` : title;
}

function receiptView(state: Arrived, context: SlipContext): TemplateResult {
  const { messages, lang } = context;
  const deposit = depositOf(state);
  const txId = deposit?.txId ?? state.slip?.txId;
  const lines: [string, string | undefined, string][] = [
    [messages.paidWith, methodTitle(state, context), ''],
    [
      messages.receivedAt,
      deposit?.createTime === undefined ? undefined : formatMoment(deposit.createTime, lang),
      '',
    ],
    [messages.labels.depositId, txId, 'mono'],
  ];
  return html`<dl part="receipt" class="receipt">
    ${lines.map(([label, value, style]) =>
      value
        ? html`<div>
            <dt>${label}</dt>
            <dd class=${style}>${value}</dd>
          </div>`
        : nothing,
    )}
  </dl>`;
}

function arrivalActions({ slip, request, missing }: Arrived, context: SlipContext): TemplateResult {
  const { messages, onPrint, onRenew, canRenew } = context;
  // With a fixed amount there is nothing left to pay.
  const isOpen = canRenew && request.amount === undefined && slip !== undefined;
  return html`${slip ? detailsView(slip, context) : nothing}
    <div part="actions" class="actions">
      ${quietButton(messages.printReceipt, onPrint)}
      ${isOpen && !missing ? html`<span class="last">${quietButton(messages.depositAgain, onRenew)}</span>` : nothing}
    </div>`;
}

/** What was paid to, folded away and without a primary button. */
function detailsView(slip: Slip, context: SlipContext): TemplateResult {
  return html`<div class="paid">
    <details class="fold">
      <summary>${context.messages.paymentDetails}${icon('next', 16)}</summary>
    </details>
    <div class="folded">${valuesView(slip, true, context)}</div>
  </div>`;
}

function methodTitle({ slip, request }: Arrived, context: SlipContext): string {
  const method = slip?.method ?? methodOf(request.paymentId);
  return slip ? titleOf(slip, context) : (context.messages.titles[method?.slug ?? 'other'] ?? '');
}

function depositOf({ deposits, slip, request: { amount, fiat } }: Arrived): Deposit | undefined {
  return shownDeposit(deposits, amount === undefined ? undefined : { amount, fiat: slip?.fiat ?? fiat });
}

function sumOf(state: Arrived): Sum | undefined {
  const { amount, fiat } = depositOf(state) ?? {};
  return amount !== undefined && fiat !== undefined ? { amount, fiat } : undefined;
}

/** The requested sum, if the sum of what arrived is known and is another. */
function missingOf(state: Arrived): Sum | undefined {
  return sumOf(state) && state.missing;
}

/** The payer's last deposit in one sentence; undefined without an amount. */
export function previousText(deposit: Deposit | undefined, context: SlipContext): string | undefined {
  if (!deposit?.amount) return undefined;
  const { messages, lang } = context;
  const amount = sumText({ amount: deposit.amount, fiat: deposit.fiat }, context);
  const time = deposit.createTime ? formatPast(deposit.createTime, messages.today, lang) : '';
  return fill(messages.previous, { amount, time }).replace(/, $/, '');
}
