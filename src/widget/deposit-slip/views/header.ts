import { html, nothing, type TemplateResult } from 'lit';
import { formatAmount } from '../../../core/money.js';
import type { Slip } from '../../../core/reader/slip.js';
import { copyButton } from '../../shared/views/row.js';
import type { SlipContext } from './context.js';

/** The head of every view: what this is, the amount, and the merchant. */
export function headerView(title: string, slip: Slip | undefined, context: SlipContext): TemplateResult {
  const { askedAmount: amount, fiat } = slip ?? {};
  return html`<header part="header">
    <h2 id="title" tabindex="-1">${title}</h2>
    ${
      amount && fiat
        ? html`<p class="total">
            <span>${formatAmount(amount, fiat, context.numberLocale)}</span
            >${copyButton('amount', context.messages.amount, false, context)}
          </p>`
        : nothing
    }
    ${context.merchantName ? html`<p class="merchant"><bdi>${context.merchantName}</bdi></p>` : nothing}
  </header>`;
}
