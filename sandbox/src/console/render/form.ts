import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Console } from '../actions.js';
import type { Field, Values } from '../fields.js';
import { FORMS, valuesOf } from '../forms.js';

/** A form's fields and its button, which sends the form of this id. */
export function formFields(id: string, console: Console, send: (id: string) => void): TemplateResult {
  const { state, update } = console;
  const { fields, submit, kind = 'primary', intro } = FORMS[id]!;
  const values = valuesOf(id, state);
  const change = (name: string, value: string) => {
    const typed = { ...console.state.values[id], [name]: value };
    update({ values: { ...console.state.values, [id]: typed }, formError: '' });
  };
  const shown = fields.filter(({ isFor, isHidden }) => isHidden !== true && (isFor?.(values) ?? true));
  return html`<form
    data-form=${id}
    @keydown=${ignoreRepeated}
    @click=${ignoreSecondClick}
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      send(id);
    }}
  >
    ${intro === undefined ? nothing : html`<p class="muted">${typeof intro === 'string' ? intro : intro(values)}</p>`}
    ${shown.map((field) => fieldOf(field, `${id}-${field.name}`, values, { state, change }))}
    ${state.formError === '' ? nothing : html`<p class="error" role="alert">${state.formError}</p>`}
    <button class="button ${kind} wide" type="submit" aria-disabled=${state.isSending ? 'true' : nothing}>
      ${submit}
    </button>
  </form>`;
}

/** Holding the Enter key must not send the form again. */
function ignoreRepeated(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** The second click of a double click must not either. */
function ignoreSecondClick(event: MouseEvent): void {
  const isSubmit = (event.target as Element).matches('[type=submit]');
  if (isSubmit && event.detail > 1) event.preventDefault();
}

interface FieldOptions {
  readonly state: Console['state'];
  readonly change: (name: string, value: string) => void;
}

function fieldOf(field: Field, id: string, values: Values, options: FieldOptions): TemplateResult {
  if (field.isRadio) return radios(field, id, values, options);
  const hint = field.hint === undefined ? nothing : html`<small id="${id}-hint">${field.hint}</small>`;
  return html`<div class="field">
    <label for=${id}>${field.label}</label>
    ${field.options ? select(field, id, values, options) : input(field, id, values, options)} ${hint}
  </div>`;
}

function input(field: Field, id: string, values: Values, { change }: FieldOptions): TemplateResult {
  const { name, isMono = false, isRequired = false, hint } = field;
  return html`<input
    id=${id}
    name=${name}
    class=${isMono ? 'mono' : ''}
    autocomplete="off"
    spellcheck="false"
    ?required=${isRequired}
    aria-describedby=${hint === undefined ? nothing : `${id}-hint`}
    .value=${live(values[name] ?? '')}
    @input=${(event: Event) => change(name, (event.target as HTMLInputElement).value)}
  />`;
}

function select(field: Field, id: string, values: Values, { state, change }: FieldOptions): TemplateResult {
  const { name } = field;
  const options = field.options!(state, values);
  const value = values[name] ?? '';
  const isOffered = value === '' || options.some(([each]) => each === value);
  const shown = isOffered ? options : [[value, `${value} (not available)`] as const, ...options];
  return html`<select
    id=${id}
    name=${name}
    @change=${(event: Event) => change(name, (event.target as HTMLSelectElement).value)}
  >
    ${shown.map(
      ([each, label]) => html`<option value=${each} .selected=${live(each === value)}>${label}</option>`,
    )}
  </select>`;
}

function radios(field: Field, id: string, values: Values, { state, change }: FieldOptions): TemplateResult {
  const { name, label } = field;
  return html`<fieldset>
    <legend>${label}</legend>
    <div class="segments">
      ${field.options!(state, values).map(
        ([value, words]) =>
          html`<label
            ><input
              type="radio"
              name=${id}
              value=${value}
              .checked=${live(value === values[name])}
              @change=${() => change(name, value)}
            /><span>${words}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}
