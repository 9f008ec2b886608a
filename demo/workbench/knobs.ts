import { html, nothing, type TemplateResult } from 'lit';
import type { Situation } from '../situations/situation.js';
import type { WorkbenchContext } from './context.js';
import { icon } from '../site/lit-icons.js';
import { propertiesOf, takesAmount } from './properties.js';
import { segments } from './segments.js';
import { DEFAULTS } from './settings.js';

/** The behaviors of the payer's bank, by the values of the bank's own form. */
const PAYMENTS = {
  pay: 'Exact',
  part: 'Less',
  more: 'More',
  twice: 'Twice',
  late: 'Late',
  return: 'Send back',
} as const;

const FIXED = 'Its payment id and amount are what makes this situation.';
/** The reason why nothing can be paid at the bank, by the status of the slip. */
const UNPAYABLE: Readonly<Record<string, string>> = {
  choosing: 'Choose a method first.',
  asking: 'Enter an amount first.',
  arrived: 'It has arrived.',
  problem: 'There is no slip to pay.',
};

/** All settings: the slip, the sandbox, the language, the theme, and the page around it. */
export function knobs(context: WorkbenchContext, situation: Situation): TemplateResult {
  const { change } = context;
  return html`<div class="knobs">
    <section aria-labelledby="knobs-slip">
      <h2 id="knobs-slip">Slip</h2>
      ${slipKnobs(context, situation)}
    </section>
    <section aria-labelledby="knobs-sandbox">
      <h2 id="knobs-sandbox">Sandbox</h2>
      ${sandboxKnobs(context, situation)}
    </section>
    <section aria-labelledby="knobs-language">
      <h2 id="knobs-language">Language</h2>
      ${segments(context, 'lang', { isHidden: true })}
    </section>
    <section aria-labelledby="knobs-theme">
      <h2 id="knobs-theme">Theme</h2>
      ${segments(context, 'preset', { isHidden: true })}
    </section>
    <section aria-labelledby="knobs-page">
      <h2 id="knobs-page">Page around it</h2>
      ${segments(context, 'text')} ${segments(context, 'css')}
    </section>
    <div class="knobs-foot">
      <button
        type="button"
        class="plain"
        id="reset"
        @click=${() => change({ ...DEFAULTS, situation: situation.id })}
      >
        ${icon('reset')}Reset
      </button>
    </div>
  </div>`;
}

/** Settings without effect in a situation are left out. */
function slipKnobs(context: WorkbenchContext, situation: Situation): TemplateResult {
  const { amount = '' } = propertiesOf(situation, context.settings);
  return html`${
    takesAmount(situation)
      ? html`<label class="field"
          ><span>Amount</span>
          <input
            name="amount"
            inputmode="decimal"
            pattern="\\d{1,12}(\\.\\d{1,2})?"
            placeholder="not set"
            .value=${amount}
            @change=${(event: Event) => changeAmount(context, event.target as HTMLInputElement)}
        /></label>`
      : html`<p class="hint">${FIXED}</p>`
  }
  ${situation.tag ? nothing : segments(context, 'watch')}`;
}

function changeAmount({ change }: WorkbenchContext, field: HTMLInputElement): void {
  if (field.reportValidity()) change({ amount: field.value });
}

function sandboxKnobs(context: WorkbenchContext, situation: Situation): TemplateResult {
  const isAsked = propertiesOf(situation, context.settings).endpoint?.startsWith('/workbench/') === true;
  if (!isAsked) return html`<p class="hint">This situation does not ask the sandbox.</p>`;
  const { frame } = context;
  // While it loads, the buttons keep their space, so that nothing below them moves.
  const isLoading = frame === undefined || frame.status === 'loading';
  return html`<div class="knob" role="group" aria-label="Pay it">
    <span class="legend">Pay it</span>
    ${
      frame?.payment || isLoading
        ? payButtons(context, isLoading)
        : html`<p class="hint">${UNPAYABLE[frame.status] ?? 'There is nothing to pay here.'}</p>`
    }
  </div>`;
}

function payButtons(context: WorkbenchContext, isDisabled: boolean): TemplateResult {
  return html`<div class="segments chips">
    ${Object.entries(PAYMENTS).map(
      ([preset, label]) =>
        html`<button
          type="button"
          ?disabled=${isDisabled}
          data-pay=${preset}
          @click=${() => context.pay(preset)}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}
