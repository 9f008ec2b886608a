import { html, type TemplateResult } from 'lit';
import type { WorkbenchContext } from './context.js';
import { CHOICES, type ChoiceName } from './settings.js';

/** A knob as a row of radio buttons: one of its values, with the arrow keys too. */
export function segments(
  { settings, change }: WorkbenchContext,
  name: ChoiceName,
  { isHidden = false } = {},
): TemplateResult {
  const { label, options } = CHOICES[name];
  return html`<fieldset class="knob" data-knob=${name}>
    <legend class=${isHidden ? 'visually-hidden' : ''}>${label}</legend>
    <div class="segments ${options.length > 4 ? 'chips' : ''}">
      ${options.map(
        ([value, text]) =>
          html`<label
            ><input
              type="radio"
              name=${name}
              value=${value}
              .checked=${settings[name] === value}
              @change=${() => change({ [name]: value })}
            /><span>${text}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}
