import { html, nothing, type TemplateResult } from 'lit';
import { decimalMark, formatAmount, readTypedAmount, type AmountError } from '../../../core/money.js';
import { fill } from '../../shared/i18n/formatting.js';
import type { AmountEntry } from '../state.js';
import { headerView } from './header.js';
import type { SlipContext } from './context.js';

/** The bounds of an amount, decimal strings. */
export interface AmountTerms {
  readonly fiat: string | undefined;
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** The method takes an amount but needs none: the entry stands beside the slip. */
  readonly isOptional: boolean;
}

/** The view of a method that needs an amount before its slip can be requested. */
export function amountView(
  title: string,
  entry: AmountEntry,
  terms: AmountTerms,
  context: SlipContext,
): TemplateResult {
  return html`${headerView(title, undefined, context)} ${entryView(entry, terms, context)}`;
}

/** A field, the amount it was read as, and one button. No `<form>`: frames without `allow-forms` fire no submit event. */
export function entryView(
  { text, error }: AmountEntry,
  terms: AmountTerms,
  context: SlipContext,
): TemplateResult {
  const { messages, onInput, onKeydown, onSubmit } = context;
  return html`<div class="entry">
    <label for="amount">${terms.isOptional ? messages.amountOptional : messages.amountLabel}</label>
    <div class="field">
      <input
        id="amount"
        part="amount"
        type="text"
        inputmode="decimal"
        enterkeyhint="go"
        autocomplete="off"
        maxlength="32"
        aria-describedby="echo"
        aria-invalid=${error ? 'true' : nothing}
        .value=${text}
        @input=${onInput}
        @keydown=${onKeydown}
      />
      ${terms.fiat ? html`<span class="muted">${terms.fiat}</span>` : nothing}
    </div>
    <p id="echo" class="echo ${error ? 'error' : ''}" aria-live="polite">
      ${error ? errorText(error, terms, context) : echoOf(text, terms, context)}
    </p>
    <button part="submit" class=${terms.isOptional ? '' : 'primary'} @click=${onSubmit}>
      ${messages.amountSubmit}
    </button>
  </div>`;
}

/** The amount as it was read, shown before anything is requested with it. */
function echoOf(text: string, terms: AmountTerms, context: SlipContext): string {
  const reading = readTypedAmount(text, context.numberLocale, terms);
  if ('error' in reading) return '';
  return fill(context.messages.amountEcho, { amount: money(reading.amount, terms, context) });
}

function errorText(error: AmountError, terms: AmountTerms, context: SlipContext): string {
  const amount = error === 'too-small' ? terms.min : error === 'too-large' ? terms.max : undefined;
  return fill(context.messages.amountErrors[error], {
    amount: amount && money(amount, terms, context),
    example: `1500${decimalMark(context.numberLocale)}50`,
  });
}

function money(amount: string, { fiat }: AmountTerms, { numberLocale }: SlipContext): string {
  return fiat ? formatAmount(amount, fiat, numberLocale) : amount;
}
