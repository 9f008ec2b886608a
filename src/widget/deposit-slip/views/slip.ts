import { html, nothing, type TemplateResult } from 'lit';
import { amountToPay } from '../../../core/reader/confirmation.js';
import type { Payment } from '../../../core/reader/payment.js';
import type { Slip } from '../../../core/reader/slip.js';
import type { Sentence } from '../../shared/i18n/formatting.js';
import { quietButton } from '../../shared/views/button.js';
import { contactLink } from '../../shared/views/contact.js';
import { icon } from '../../shared/views/icon.js';
import { noticeView } from '../../shared/views/notice.js';
import { problemSentence } from '../../shared/views/problem.js';
import { sentenceView } from '../../shared/views/sentence.js';
import { sumText } from '../../shared/views/sum.js';
import { accountView, hasAccount } from './account.js';
import type { Renewal } from '../state.js';
import type { SlipContext } from './context.js';
import { headerView } from './header.js';
import { hasChanged, isBlocked, noticesOf } from './notices.js';
import { factsView, stepsView } from './steps.js';
import {
  epcView,
  foldedView,
  groupRows,
  leadView,
  linkOf,
  pictureLead,
  referenceView,
  rowsView,
} from './values.js';

/** A slip and the data around its values. */
export interface SlipModel {
  readonly slip: Slip;
  /** Only the outline is visible. */
  readonly isSkeleton: boolean;
  /** The payment that the slip is for. */
  readonly payment: Payment | undefined;
  /** When the slip was made, milliseconds since the epoch. */
  readonly since: number;
  readonly status: TemplateResult | typeof nothing;
  /** The slip must not be paid as it is; the status says why. */
  readonly isHeld: boolean;
  /** New deposits are not visible, so the payer can ask the merchant. */
  readonly isBlind: boolean;
  /** The payer's last deposit, in words. */
  readonly previous: Sentence | undefined;
  /** The request for another slip. */
  readonly renewal?: Renewal | undefined;
  /** The amount entry of a method with an optional amount. */
  readonly entry: TemplateResult | typeof nothing;
}

/** The instructions, in the order a payer needs them. */
export function slipView(model: SlipModel, context: SlipContext): TemplateResult {
  const { slip, isSkeleton, since, payment, isHeld, isBlind } = model;
  const blocked = isBlocked(slip);
  const isOff = blocked || isHeld || hasChanged(slip);
  return html`<div
      class="body ${isSkeleton ? 'skeleton' : ''}"
      ?inert=${isSkeleton}
      aria-hidden=${isSkeleton || nothing}
    >
      ${slipHeader(slip, payment, context)} ${blocked ? nothing : model.status}
      ${accountView(payment, context)}
      ${model.previous ? html`<p class="previous muted">${sentenceView(...model.previous)}</p>` : nothing}
      ${noticesView(model, context)} ${isHeld ? nothing : valuesView(slip, isOff, context, model.entry)}
      ${isOff ? nothing : html`${stepsView(slip, context)} ${factsView(slip, context)} ${hasAccount(payment) || isBlind ? contactLink(context) : nothing}`}
      <p class="muted printed">${formatTime(since)}</p>
    </div>
    ${isHeld ? foldedValues(slip, context) : nothing} ${actionsView(model, blocked, context)}`;
}

/** The head of a slip. */
function slipHeader(slip: Slip, payment: Payment | undefined, context: SlipContext): TemplateResult {
  const amount = amountToPay(slip);
  const sum = amount === undefined ? undefined : { amount, fiat: slip.fiat };
  const whole = payment?.status === 'part' ? wholeOf(payment, context) : undefined;
  return headerView(titleOf(slip, context), slip.method, sum, context, whole);
}

/** The total that a rest belongs to, with its currency. */
function wholeOf({ asked = '', fiat }: Payment, context: SlipContext): string {
  return sumText({ amount: asked, fiat }, context, true);
}

/** The notices to read before paying. The contact link appears once, with the last notice. */
function noticesView({ slip }: SlipModel, context: SlipContext): TemplateResult {
  const notices = noticesOf(slip, context);
  return html`${notices.map((notice, at) =>
    noticeView(notice, at < notices.length - 1 ? nothing : contactLink(context)),
  )}`;
}

/** All values of a slip, in their groups. In a blocked slip, no value is emphasized. */
function valuesView(
  slip: Slip,
  blocked: boolean,
  context: SlipContext,
  entry: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { reference, lead, others, folded } = groupRows(slip);
  const rows = blocked ? [...lead, ...others] : others;
  // The button opens the link; the text is for the few who want to copy it.
  const links = blocked ? [] : lead.filter((row) => linkOf(row, slip));
  const leads =
    slip.picture && lead.length === 0
      ? pictureLead(context)
      : lead.map((row) => leadView(row, slip, context));
  return html`${reference.map((row) => referenceView(row, slip, context))}
  ${blocked ? nothing : [leads, epcView(slip, context)]} ${entry} ${rowsView(rows, slip, context)}
  ${foldedView([...links, ...folded], slip, context)}`;
}

/** The values that were or may have been paid to, folded and without a primary button. */
export function foldedValues(slip: Slip, context: SlipContext): TemplateResult {
  return html`<div class="payment-details">
    <details class="fold">
      <summary>${context.messages.paymentDetails}${icon('next', 16)}</summary>
    </details>
    <div class="folded">${valuesView(slip, true, context)}</div>
  </div>`;
}

/** Further actions of a slip. After a warning, only the ways to resolve it. */
function actionsView(
  { slip, isSkeleton, isHeld, renewal }: SlipModel,
  blocked: boolean,
  context: SlipContext,
): TemplateResult | typeof nothing {
  const { messages, canRenew, canChoose } = context;
  const expires = slip.method?.hasTxId || slip.method?.amount === 'required';
  const payable = [
    canRenew && expires && quietButton(renewText(slip, context), context.onRenew, isBusy(renewal)),
    quietButton(messages.print, context.onPrint),
    shareButton(context),
  ];
  const actions = blocked ? [quietButton(messages.reload, context.onRetry)] : isHeld ? [] : payable;
  const last = canChoose && quietButton(messages.changeMethod, context.onChangeMethod);
  if (![...actions, last].some(Boolean)) return nothing;
  return html`<div part="actions" class="actions" ?inert=${isSkeleton} aria-hidden=${isSkeleton || nothing}>
    ${actions.map((action) => action || nothing)}${last ? html`<span class="last">${last}</span>` : nothing}
    ${renewalView(renewal, context)}
  </div>`;
}

/** The line beside the button for a new slip that says why there is none. */
export function renewalView(
  renewal: Renewal | undefined,
  context: SlipContext,
): TemplateResult | typeof nothing {
  return renewal?.problem
    ? html`<p part="notice" class="renewal">${sentenceView(...problemSentence(renewal.problem, context))}</p>`
    : nothing;
}

/** Whether another slip is being requested. */
export function isBusy(renewal: Renewal | undefined): boolean {
  return renewal !== undefined && renewal.problem === undefined;
}

/**
 * The button is in every slip and hidden where the device cannot share. A server cannot know, so the style
 * sheet decides.
 */
function shareButton({ messages, canShare, onShare }: SlipContext): TemplateResult {
  return html`<button class="quiet share" ?hidden=${!canShare} @click=${onShare}>${messages.share}</button>`;
}

/** A method that can only be paid through a link has no code. */
function renewText({ code, picture, links }: Slip, { messages }: SlipContext): string {
  return !code && !picture && links.length > 0 ? messages.renewLink : messages.renew;
}

/** The localized title of the method. For an unknown method, the name in the response as plain text. */
export function titleOf({ method, title }: Slip, { messages }: Pick<SlipContext, 'messages'>): string {
  return method
    ? (messages.titles[method.slug] ?? title ?? messages.titles['other']!)
    : (title ?? messages.titles['other']!);
}

/**
 * Local date and time in a form that every country understands: 2026-01-31 23:59. Does not use Intl, whose
 * first use takes milliseconds before the first paint.
 */
function formatTime(time: number): string {
  const date = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
