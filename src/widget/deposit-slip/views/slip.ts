import { html, nothing, type TemplateResult } from 'lit';
import type { Method } from '../../../core/methods.js';
import { formatAmount } from '../../../core/money.js';
import type { Row } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import { fill } from '../../shared/i18n/registry.js';
import { icon } from '../../shared/views/icon.js';
import { quietButton } from '../../shared/views/button.js';
import { copyButton, rowView, type RowPlace } from '../../shared/views/row.js';
import type { Scene } from './context.js';

/** A slip and what is known about its arrival. */
export interface SlipModel {
  readonly slip: Slip;
  /** `skeleton`: only its outline is seen. `paid`: nothing invites to pay it again. */
  readonly shape: 'skeleton' | 'payable' | 'paid';
  readonly arrival: TemplateResult | typeof nothing;
  /** The amount entry, where the method takes an amount and needs none. */
  readonly entry: TemplateResult | typeof nothing;
  readonly actions: Actions;
}

/** What else can be done with a slip. */
export interface Actions {
  /** When it was made, in milliseconds. */
  readonly since: number;
  readonly canRenew: boolean | undefined;
  readonly canShare: boolean;
  readonly canChoose: boolean;
}

/** The instructions: title and amount, arrival, values in the order a bank asks for them, steps, when it lands. */
export function slipView({ slip, shape, arrival, entry, actions }: SlipModel, scene: Scene): TemplateResult {
  const isSkeleton = shape === 'skeleton';
  return html`<div class=${shape} ?inert=${isSkeleton} aria-hidden=${isSkeleton || nothing}>
    ${headerView(titleOf(slip, scene), slip, scene)} ${arrival} ${noticesOf(slip, scene).map(noticeView)}
    <dl>${slip.rows.map((row) => rowView(row, placeOf(row, slip), scene))}</dl>
    ${entry} ${closingView(slip, scene)} ${actionsView(actions, scene)}
    <p class="muted printed">${stampOf(actions.since)}</p>
  </div>`;
}

function actionsView(
  { since, canRenew, canShare, canChoose }: Actions,
  { messages, handlers }: Scene,
): TemplateResult {
  return html`<div part="actions">
    ${
      canRenew
        ? html`${quietButton(messages.renew, handlers.onRenew)}
            <span class="muted">${fill(messages.generatedAt, { time: stampOf(since).slice(11) })}</span>`
        : nothing
    }
    ${canShare ? quietButton(messages.share, handlers.onShare) : nothing}
    ${quietButton(messages.print, handlers.onPrint)}
    ${canChoose ? quietButton(messages.chooseOther, handlers.onOther) : nothing}
  </div>`;
}

/** What stands beside a row, and what hangs on it. */
export function placeOf(row: Row, { lead, code, links, rail }: Slip): RowPlace {
  const { role } = row;
  return {
    isLead: role !== undefined && role === lead,
    // Of a rail this version does not know, anything may be needed.
    isNeeded: !rail || rail.needs.some((roles) => role !== undefined && roles.includes(role)),
    hasCode: code?.key === row.key && code.payload === row.copy,
    link: links.find(({ key, href }) => key === row.key && href === row.copy),
  };
}

/** The rail in the payer's words; for a method this version does not know, what the answer calls it, as text. */
export function titleOf({ method, title }: Slip, { messages }: Scene): string {
  return method
    ? (messages.titles[method.slug] ?? title ?? messages.titles['other']!)
    : (title ?? messages.titles['other']!);
}

/** The head of every view: what this is, how much, for whom. */
export function headerView(title: string, slip: Slip | undefined, scene: Scene): TemplateResult {
  const { askedAmount: amount, fiat } = slip ?? {};
  return html`<header part="header">
    <h2 id="title" tabindex="-1">${title}</h2>
    ${
      amount && fiat
        ? html`<p class="total">
            <span>${formatAmount(amount, fiat, scene.numbers)}</span
            >${copyButton('amount', scene.messages.amount, false, scene)}
          </p>`
        : nothing
    }
    ${scene.merchantName ? html`<p class="merchant"><bdi>${scene.merchantName}</bdi></p>` : nothing}
  </header>`;
}

/** What must be said about the slip as a whole. A code that failed says so at its own row. */
export function noticesOf({ notices, fiat }: Slip, { messages, numbers, merchant }: Scene): string[] {
  return notices
    .filter(({ kind }) => kind !== 'qr')
    .map(({ kind, amount }) => {
      const shown = amount && fiat ? formatAmount(amount, fiat, numbers) : amount;
      return fill(messages.notices[kind], { amount: shown, merchant });
    });
}

function noticeView(text: string): TemplateResult {
  return html`<p part="notice" class="notice">${icon('warning')}<span>${text}</span></p>`;
}

/** What to do, and when it lands. */
function closingView(slip: Slip, scene: Scene): TemplateResult {
  const { messages } = scene;
  // Where the details are another rail's than asked for, nothing of either is promised.
  const method = slip.rail === slip.method ? slip.method : undefined;
  return html`<ol class="steps">
      ${stepsOf(method, slip, scene).map((step) => html`<li><span>${step}</span></li>`)}
    </ol>
    <p class="closing">
      ${method ? html`<span class="muted"><span>${messages.settles[method.settles]}</span></span>` : nothing}
      <strong><span>${messages.reminder}</span></strong>
    </p>`;
}

/** The first step and the last are the same for every transfer, and for every page; between them what is the rail's own. */
function stepsOf(method: Method | undefined, { lead }: Slip, { messages }: Scene): string[] {
  const own = messages.steps[method?.slug ?? 'other'] ?? messages.steps['other']!;
  if (lead === 'link') return [messages.stepPage, ...own, messages.stepReturn];
  const title = method && messages.titles[method.slug];
  return [title ? fill(messages.stepOpen, { title }) : messages.stepApp, ...own, messages.stepConfirm];
}

/**
 * The payer's day and clock, as every country reads them: 2026-01-31 23:59. Not Intl: its first use costs milliseconds
 * before the first paint.
 */
function stampOf(time: number): string {
  const zone = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - zone).toISOString().slice(0, 16).replace('T', ' ');
}
