import { html, nothing, type TemplateResult } from 'lit';
import type { Method } from '../../../core/methods.js';
import { currencySymbol, decimalMark } from '../../../core/money.js';
import { record } from '../../../core/record.js';
import { readTypedAmount, type AmountError } from '../../../core/typed-amount.js';
import { numberLocale, type Sentence } from '../../shared/i18n/formatting.js';
import { icon } from '../../shared/views/icon.js';
import { sentenceView } from '../../shared/views/sentence.js';
import { sumText } from '../../shared/views/sum.js';
import type { AmountEntry } from '../state.js';
import type { SlipContext } from './context.js';
import { headerView } from './header.js';

/** The bounds of an amount, decimal strings. */
export interface AmountTerms {
  readonly fiat: string | undefined;
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** The method takes an amount but does not require one: the amount field is shown beside the slip. */
  readonly isOptional: boolean;
}

/** The view of a method that needs an amount before its slip can be requested. */
export function amountView(
  title: string,
  method: Method | undefined,
  entry: TemplateResult,
  context: SlipContext,
): TemplateResult {
  const { messages, canChoose, onChangeMethod } = context;
  return html`<div class="body">
    ${
      canChoose
        ? html`<button class="quiet back" @click=${onChangeMethod}>
            ${icon('back', 18)}${messages.changeMethod}
          </button>`
        : nothing
    }
    ${headerView(title, method, undefined, context)} ${entry}
  </div>`;
}

/**
 * A field, the interpreted amount with its bounds, and one button. No `<form>`, because frames without
 * `allow-forms` fire no submit event. No `maxlength`, because it would truncate a pasted number.
 */
export function entryView(entry: AmountEntry, terms: AmountTerms, context: SlipContext): TemplateResult {
  const { messages, onInput, onKeydown, onSubmit } = context;
  const { text, error } = entry;
  return html`<div class="entry ${terms.isOptional ? 'compact' : ''}">
    <label for="amount">${terms.isOptional ? messages.amountOptional : messages.amountLabel}</label>
    <div part="field" class="field ${error ? 'invalid' : ''}" translate="no">
      ${symbolOf(terms, context)}
      <input
        id="amount"
        part="amount"
        type="text"
        inputmode="decimal"
        enterkeyhint="go"
        autocomplete="off"
        aria-describedby="echo"
        aria-invalid=${error ? 'true' : nothing}
        .value=${text}
        @input=${onInput}
        @keydown=${onKeydown}
      />
      ${terms.fiat ? html`<span>${terms.fiat}</span>` : nothing}
    </div>
    <p id="echo" class="echo ${error ? 'error' : ''}" aria-live="polite" aria-atomic="true">
      ${sentenceView(...(error ? errorOf(error, terms, context, entry.symbol) : hintOf(text, terms, context)))}
    </p>
    <button part="submit" class=${terms.isOptional ? 'second' : 'primary'} @click=${onSubmit}>
      ${messages.amountSubmit}
    </button>
  </div>`;
}

/** The currency's symbol before the field, unless the symbol is just the code. */
function symbolOf({ fiat }: AmountTerms, { tag }: SlipContext): TemplateResult | typeof nothing {
  const symbol = fiat && currencySymbol(fiat, numberLocale(tag, fiat));
  return symbol && symbol !== fiat ? html`<span aria-hidden="true">${symbol}</span>` : nothing;
}

/** The interpreted amount, before it is requested, and its bounds, before they are exceeded. */
function hintOf(text: string, terms: AmountTerms, context: SlipContext): Sentence {
  const reading = record(readTypedAmount(text, numberLocale(context.tag, terms.fiat), terms));
  const values = {
    echo: 'error' in reading ? undefined : money(reading.amount, terms, context),
    min: money(terms.min, terms, context),
    max: money(terms.max, terms, context),
  };
  const hints = [values.echo && '{echo}', boundsText(terms, context)].filter(Boolean).join(' · ');
  return hints || text !== '' || terms.isOptional ? [hints, values] : errorOf('form', terms, context);
}

function boundsText({ min, max }: AmountTerms, { messages: { amountBounds } }: SlipContext): string {
  if (min && max) return amountBounds.both;
  return min ? amountBounds.min : max ? amountBounds.max : '';
}

function errorOf(error: AmountError, terms: AmountTerms, context: SlipContext, symbol?: string): Sentence {
  const { amountErrors, amountTooLarge } = context.messages;
  const amount = error === 'too-small' ? terms.min : error === 'too-large' ? terms.max : undefined;
  // Without a maximum, an amount is too large only if no request can carry it.
  return [
    error === 'too-large' && !amount ? amountTooLarge : amountErrors[error],
    {
      symbol,
      fiat: terms.fiat,
      amount: money(amount, terms, context),
      example: `1500${decimalMark(numberLocale(context.tag, terms.fiat))}50`,
    },
  ];
}

function money(amount: string | undefined, { fiat }: AmountTerms, context: SlipContext): string | undefined {
  return amount && sumText({ amount, fiat }, context);
}
