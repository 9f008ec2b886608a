import { html, nothing, type TemplateResult } from 'lit';
import { decimalMark, formatAmount, readTypedAmount, type AmountError } from '../../../core/money.js';
import { fill } from '../../shared/i18n/registry.js';
import type { Entry } from '../state.js';
import { headerView } from './slip.js';
import type { Scene } from './context.js';

/** What an amount entry must keep to. Decimal strings. */
export interface AmountTerms {
  readonly fiat: string | undefined;
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** The method takes an amount and needs none: the entry stands beside the slip. */
  readonly isOptional: boolean;
}

/** The view of a method that needs an amount before it can be asked. */
export function amountView(title: string, entry: Entry, terms: AmountTerms, scene: Scene): TemplateResult {
  return html`${headerView(title, undefined, scene)} ${entryView(entry, terms, scene)}`;
}

/** A box, what was understood under it, and one button. No form: frames without `allow-forms` fire no submit. */
export function entryView({ typed, fault }: Entry, terms: AmountTerms, scene: Scene): TemplateResult {
  const { messages, handlers } = scene;
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
        aria-invalid=${fault ? 'true' : nothing}
        .value=${typed}
        @input=${handlers.onTyped}
        @keydown=${handlers.onTypedKey}
      />
      ${terms.fiat ? html`<span class="muted">${terms.fiat}</span>` : nothing}
    </div>
    <p id="echo" class="echo ${fault ? 'fault' : ''}" aria-live="polite">
      ${fault ? faultText(fault, terms, scene) : echoOf(typed, terms, scene)}
    </p>
    <button part="submit" class=${terms.isOptional ? '' : 'primary'} @click=${handlers.onSubmit}>
      ${messages.amountSubmit}
    </button>
  </div>`;
}

/** What was understood, before anything is asked with it. */
function echoOf(typed: string, terms: AmountTerms, scene: Scene): string {
  const reading = readTypedAmount(typed, scene.numbers, terms);
  if ('error' in reading) return '';
  return fill(scene.messages.amountEcho, { amount: money(reading.amount, terms, scene) });
}

function faultText(fault: AmountError, terms: AmountTerms, scene: Scene): string {
  const amount = fault === 'too-small' ? terms.min : fault === 'too-large' ? terms.max : undefined;
  return fill(scene.messages.amountFaults[fault], {
    amount: amount && money(amount, terms, scene),
    example: `1500${decimalMark(scene.numbers)}50`,
  });
}

function money(amount: string, { fiat }: AmountTerms, { numbers }: Scene): string {
  return fiat ? formatAmount(amount, fiat, numbers) : amount;
}
