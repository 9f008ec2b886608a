import { METHODS } from 'deposit-slip/core';
import { html, nothing, type TemplateResult } from 'lit';
import { SITUATIONS } from '../situations/index.js';
import { METHOD_SITUATIONS } from '../situations/methods.js';
import type { Situation } from '../situations/situation.js';
import type { WorkbenchContext } from './context.js';
import { icon } from './icons.js';
import { abilitiesOf, propertiesOf } from './properties.js';
import { groupsOf } from './rail.js';
import { segments } from './segments.js';
import { DEFAULTS } from './settings.js';
import { tokenFields } from './token-fields.js';

/** What the payer's bank does, by the values of its own form. */
const PAYMENTS = {
  pay: 'Exact',
  part: 'Less',
  more: 'More',
  twice: 'Twice',
  late: 'Late',
  return: 'Send back',
} as const;

/** Everything that can be turned: the slip, the sandbox, the language, the theme, and the page around it. */
export function knobs(context: WorkbenchContext, situation: Situation): TemplateResult {
  const { change, settings } = context;
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
      <h2 id="knobs-theme">Theme <small>${tokensChanged(Object.keys(settings.tokens).length)}</small></h2>
      ${segments(context, 'preset', { isHidden: true })} ${tokenFields(context)}
    </section>
    <section aria-labelledby="knobs-page">
      <h2 id="knobs-page">Page around it</h2>
      ${segments(context, 'text')} ${segments(context, 'css')}
      ${segments(context, 'device', {
        hint:
          context.frame?.hasDevice === false
            ? 'This browser does not let a page rewrite its media rules: the slip follows this device.'
            : '',
      })}
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
      <button
        type="button"
        class="plain"
        id="copy-link"
        @click=${() => context.copy(location.href, 'The link')}
      >
        ${icon('link')}Copy link
      </button>
    </div>
  </div>`;
}

const tokensChanged = (count: number): string => (count === 0 ? '' : `${count} changed`);

function slipKnobs(context: WorkbenchContext, situation: Situation): TemplateResult {
  const { settings, change } = context;
  const abilities = abilitiesOf(situation);
  const isMethod = situation.group === 'methods';
  const { paymentId = '', amount = '' } = propertiesOf(situation, settings);
  const pick = (id: string): void => {
    if (!isMethod) change({ method: id });
    else context.open(METHOD_SITUATIONS.find(({ properties }) => properties.paymentId === id)!.id);
  };
  return html`<label class="field"
      ><span>Situation</span>
      <select name="situation" @change=${(event: Event) => context.open(valueOf(event))}>
        ${groupsOf('').map(
          ({ label, members }) =>
            html`<optgroup label=${label}>
              ${members.map(
                ({ id, title, note }) =>
                  html`<option value=${id} .selected=${id === situation.id}>${title} · ${note}</option>`,
              )}
            </optgroup>`,
        )}
      </select></label
    >
    <label class="field"
      ><span>Method</span>
      <select
        name="method"
        ?disabled=${!abilities.method && !isMethod}
        @change=${(event: Event) => pick(valueOf(event))}
      >
        ${
          METHODS.some(({ id }) => String(id) === paymentId)
            ? nothing
            : html`<option value="" .selected=${true}>
                ${paymentId === '' ? 'none' : 'several, or unknown'}
              </option>`
        }
        ${METHODS.map(
          ({ id, slug, fiat }) =>
            html`<option value=${id} .selected=${String(id) === paymentId}>${id} ${fiat} · ${slug}</option>`,
        )}
      </select></label
    >
    <label class="field"
      ><span>Amount</span>
      <input
        name="amount"
        inputmode="decimal"
        pattern="\\d{1,12}(\\.\\d{1,2})?"
        placeholder="not set"
        .value=${amount}
        ?disabled=${!abilities.amount}
        @change=${(event: Event) => changeAmount(context, event.target as HTMLInputElement)}
    /></label>
    ${segments(context, 'source', {
      isDisabled: !abilities.source,
      hint: abilities.source ? '' : 'This situation has an answer of its own.',
    })}
    ${situation.tag ? nothing : segments(context, 'watch')}`;
}

function changeAmount({ change }: WorkbenchContext, field: HTMLInputElement): void {
  if (field.reportValidity()) change({ amount: field.value });
}

function sandboxKnobs(context: WorkbenchContext, situation: Situation): TemplateResult {
  const isAsked = propertiesOf(situation, context.settings).endpoint?.startsWith('/workbench/') === true;
  const canPay = context.frame?.payment !== undefined && isAsked;
  return html`${segments(context, 'fault', {
      isDisabled: !isAsked,
      hint: isAsked ? '' : 'Only situations that ask the kit reach the sandbox.',
    })}
    <div class="knob" role="group" aria-label="Pay it">
      <span class="legend">Pay it</span>
      <div class="segments chips">
        ${Object.entries(PAYMENTS).map(
          ([preset, label]) =>
            html`<button
              type="button"
              ?disabled=${!canPay}
              data-pay=${preset}
              @click=${() => context.pay(preset)}
            >
              ${label}
            </button>`,
        )}
      </div>
    </div>`;
}

const valueOf = (event: Event): string => (event.target as HTMLSelectElement).value;

/** The situation before or after another, around the ends. */
export function neighborOf(id: string, by: number): string {
  const at = SITUATIONS.findIndex((situation) => situation.id === id);
  return SITUATIONS.at((at + by) % SITUATIONS.length)!.id;
}
