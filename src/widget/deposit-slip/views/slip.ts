import { html, nothing, type TemplateResult } from 'lit';
import type { Method } from '../../../core/methods.js';
import { formatAmount } from '../../../core/money.js';
import type { Row } from '../../../core/reader/row.js';
import type { Slip, SlipLink } from '../../../core/reader/slip.js';
import { fill } from '../../shared/i18n/formatting.js';
import { quietButton } from '../../shared/views/button.js';
import { icon } from '../../shared/views/icon.js';
import { qrToggle, qrView } from '../../shared/views/qr.js';
import { labelOf, rowView, type RowOptions } from '../../shared/views/row.js';
import type { SlipContext } from './context.js';
import { headerView } from './header.js';

/** A slip and what surrounds its values. */
export interface SlipModel {
  readonly slip: Slip;
  /** `skeleton`: only its outline is seen. `paid`: nothing invites the payer to pay it again. */
  readonly shape: 'skeleton' | 'payable' | 'paid';
  readonly arrival: TemplateResult | typeof nothing;
  /** The amount entry of a method with an optional amount. */
  readonly entry: TemplateResult | typeof nothing;
  readonly actions: Actions;
}

/** What else can be done with a slip. */
export interface Actions {
  /** When it was made, milliseconds since the epoch. */
  readonly since: number;
  readonly canRenew: boolean | undefined;
  readonly canShare: boolean;
  readonly canChoose: boolean;
}

/** The instructions: title and amount, arrival, values in the order a bank asks for them, steps, and when it arrives. */
export function slipView(
  { slip, shape, arrival, entry, actions }: SlipModel,
  context: SlipContext,
): TemplateResult {
  const isSkeleton = shape === 'skeleton';
  return html`<div class=${shape} ?inert=${isSkeleton} aria-hidden=${isSkeleton || nothing}>
    ${headerView(titleOf(slip, context), slip, context)} ${arrival}
    ${noticesOf(slip, context).map(noticeView)}
    <dl>${slip.rows.map((row) => rowView(row, optionsOf(row, slip, context), context))}</dl>
    ${entry} ${closingView(slip, context)} ${actionsView(actions, context)}
    <p class="muted printed">${formatTime(actions.since)}</p>
  </div>`;
}

function actionsView(
  { since, canRenew, canShare, canChoose }: Actions,
  { messages, onRenew, onShare, onPrint, onChooseOther }: SlipContext,
): TemplateResult {
  return html`<div part="actions">
    ${
      canRenew
        ? html`${quietButton(messages.renew, onRenew)}
            <span class="muted">${fill(messages.generatedAt, { time: formatTime(since).slice(11) })}</span>`
        : nothing
    }
    ${canShare ? quietButton(messages.share, onShare) : nothing} ${quietButton(messages.print, onPrint)}
    ${canChoose ? quietButton(messages.chooseOther, onChooseOther) : nothing}
  </div>`;
}

/** How a row stands out in this slip, with its link or QR code. */
function optionsOf(row: Row, slip: Slip, context: SlipContext): RowOptions {
  const { lead, code, links } = slip;
  const isLead = row.role !== undefined && row.role === lead;
  const link = links.find(({ key, href }) => key === row.key && href === row.copy);
  const hasCode = code?.key === row.key && code.payload === row.copy;
  const { qr, messages, onToggleQr } = context;
  return {
    isLead,
    isNeeded: isNeeded(row, slip),
    link: link && linkView(link, isLead, context),
    qr: hasCode
      ? { toggle: qrToggle(qr, messages, onToggleQr), code: qrView(qr, labelOf(row, context), messages) }
      : undefined,
  };
}

/** Whether a row is essential for the rail. For an unknown rail, every row is. */
export function isNeeded({ role }: Row, { rail }: Slip): boolean {
  return !rail || rail.needs.some((roles) => role !== undefined && roles.includes(role));
}

function linkView(
  { href, host, role }: SlipLink,
  isLead: boolean,
  { messages, onLink }: SlipContext,
): TemplateResult {
  return html`<dd class="act">
    <a
      part="link"
      class="button ${isLead ? 'primary' : ''}"
      href=${href}
      target="_blank"
      rel="noopener noreferrer"
      @click=${(event: Event) => onLink(event, href)}
      >${role === 'link' ? messages.openLink : messages.openQr}${icon('external')}</a
    >
    <span class="muted host">${fill(messages.opensAt, { host })}</span>
  </dd>`;
}

/** The localized title of the method. For an unknown method, the name in the answer as plain text. */
export function titleOf({ method, title }: Slip, { messages }: SlipContext): string {
  return method
    ? (messages.titles[method.slug] ?? title ?? messages.titles['other']!)
    : (title ?? messages.titles['other']!);
}

/** What must be said about the slip as a whole. A code that failed its check has a note at its own row. */
export function noticesOf(
  { notices, fiat }: Slip,
  { messages, numberLocale, merchant }: SlipContext,
): string[] {
  return notices
    .filter(({ kind }) => kind !== 'qr')
    .map(({ kind, amount }) => {
      const formatted = amount && fiat ? formatAmount(amount, fiat, numberLocale) : amount;
      return fill(messages.notices[kind], { amount: formatted, merchant });
    });
}

function noticeView(text: string): TemplateResult {
  return html`<p part="notice" class="notice">${icon('warning')}<span>${text}</span></p>`;
}

/** What to do, and when the deposit arrives. */
function closingView(slip: Slip, context: SlipContext): TemplateResult {
  const { messages } = context;
  // If the details are of another rail than requested, nothing is promised about either.
  const method = slip.rail === slip.method ? slip.method : undefined;
  return html`<ol class="steps">
      ${stepsOf(method, slip, context).map((step) => html`<li><span>${step}</span></li>`)}
    </ol>
    <p class="closing">
      ${method ? html`<span class="muted"><span>${messages.settles[method.settles]}</span></span>` : nothing}
      <strong><span>${messages.reminder}</span></strong>
    </p>`;
}

/** The steps. All transfers share the first and the last step, and so do all payment pages; the rail's own are in between. */
function stepsOf(method: Method | undefined, { lead }: Slip, { messages }: SlipContext): string[] {
  const steps = messages.steps[method?.slug ?? 'other'] ?? messages.steps['other']!;
  if (lead === 'link') return [messages.stepPage, ...steps, messages.stepReturn];
  const title = method && messages.titles[method.slug];
  return [title ? fill(messages.stepOpen, { title }) : messages.stepApp, ...steps, messages.stepConfirm];
}

/**
 * Local date and time in the form every country reads: 2026-01-31 23:59. Not through Intl, whose first use costs milliseconds
 * before the first paint.
 */
function formatTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16).replace('T', ' ');
}
