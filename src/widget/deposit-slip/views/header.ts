import { html, nothing, type TemplateResult } from 'lit';
import type { Method } from '../../../core/methods.js';
import { formatSum } from '../../../core/money.js';
import { icon, type IconName } from '../../shared/views/icon.js';
import type { Sum } from '../state.js';
import type { SlipContext } from './context.js';

/** The head of every view: the rail, whom the payment is for, and the amount if it is known. */
export function headerView(
  title: string,
  method: Method | undefined,
  sum: Sum | undefined,
  context: SlipContext,
): TemplateResult {
  return html`<header part="header">
    <div class="who">
      ${glyph(method)}
      <div>
        <h2 id="title" part="title" tabindex="-1">${title}</h2>
        ${recipient(context)}
      </div>
    </div>
    ${sum ? html`<p part="total" class="total">${sumView(sum, context)}</p>` : nothing}
  </header>`;
}

/** A drawing of the rail's family: a bank, a QR code or a page to open. */
export function glyph(method: Method | undefined): TemplateResult {
  return html`<span class="badge glyph">${icon(familyOf(method), 24)}</span>`;
}

/** The family of rails a method belongs to, by the value that leads. */
export function familyOf(method: Method | undefined): Extract<IconName, 'bank' | 'qr' | 'link'> {
  const lead = method?.lead[0] ?? '';
  return lead.endsWith('Code') ? 'qr' : lead === 'link' ? 'link' : 'bank';
}

/** "to {merchant}", if the page gave the merchant's name. */
export function recipient({ merchantName, messages }: SlipContext): TemplateResult | typeof nothing {
  if (!merchantName) return nothing;
  const [before, after] = messages.to.split('{merchant}');
  return html`<p class="to">${before}<bdi>${merchantName}</bdi>${after}</p>`;
}

/** A sum with its symbol, and the currency's code in small if the symbol does not say it. */
export function sumView({ amount, fiat }: Sum, { numberLocale }: SlipContext): TemplateResult {
  const text = fiat ? formatSum(amount, fiat, numberLocale) : amount;
  return html`<span>${text}</span>${fiat && !text.includes(fiat) ? html`<small> ${fiat}</small>` : nothing}`;
}

/** A sum inside a sentence. */
export function sumText({ amount, fiat }: Sum, { numberLocale }: Pick<SlipContext, 'numberLocale'>): string {
  return fiat ? formatSum(amount, fiat, numberLocale) : amount;
}

/** A sentence with one of its placeholders in bold. */
export function withStrong(text: string, placeholder: string, value: string): TemplateResult {
  const [before, after] = text.split(placeholder);
  return html`${before}<b><bdi>${value}</bdi></b
    >${after}`;
}
