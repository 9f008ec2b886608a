import { html, nothing, type TemplateResult } from 'lit';
import { decimalMark, formatAmount, type AmountFault, type AmountReading } from '../../core/money.js';
import { fill } from '../i18n/messages.js';
import { headerView } from './slip.js';
import type { Scene } from './scene.js';

/** The amount a method needs before it can be asked. */
export interface AmountModel {
  readonly title: string;
  readonly fiat: string | undefined;
  readonly typed: string;
  readonly reading: AmountReading;
  readonly fault: AmountFault | undefined;
  readonly min: string | undefined;
  readonly max: string | undefined;
}

/** The entry: a box, what was understood under it, and one button. No form: frames without `allow-forms` fire no submit. */
export function amountView(model: AmountModel, scene: Scene): TemplateResult {
  const { messages, handlers } = scene;
  const { typed, fault, reading } = model;
  const echo =
    'amount' in reading ? fill(messages.amountEcho, { amount: money(reading.amount, model, scene) }) : '';
  return html`${headerView(model.title, undefined, scene)}
    <div class="entry">
      <label for="amount">${messages.amountLabel}</label>
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
        ${model.fiat ? html`<span class="muted">${model.fiat}</span>` : nothing}
      </div>
      <p id="echo" class="echo ${fault ? 'fault' : ''}" aria-live="polite">
        ${fault ? faultText(fault, model, scene) : echo}
      </p>
      <button part="submit" type="button" class="primary" @click=${handlers.onSubmit}>
        ${messages.amountSubmit}
      </button>
    </div>`;
}

function faultText(fault: AmountFault, model: AmountModel, scene: Scene): string {
  const amount = fault === 'too-small' ? model.min : fault === 'too-large' ? model.max : undefined;
  return fill(scene.messages.amountFaults[fault], {
    amount: amount && money(amount, model, scene),
    example: `1500${decimalMark(scene.numbers)}50`,
  });
}

function money(amount: string, { fiat }: AmountModel, { numbers }: Scene): string {
  return fiat ? formatAmount(amount, fiat, numbers) : amount;
}
