import { html, nothing, type TemplateResult } from 'lit';
import type { Action, Console } from '../actions.js';

/**
 * The button of an action, with its key. In a row, `label` is its name for screen readers, which begins with
 * the text.
 */
export function button(console: Console, action: Action, label?: string): TemplateResult {
  const { key, kind = 'plain' } = action;
  return html`<button
    type="button"
    class="button ${kind}"
    aria-label=${label ?? nothing}
    aria-keyshortcuts=${key === undefined ? nothing : keyShortcut(key)}
    @click=${() => action.act(console)}
  >
    ${action.label}${key === undefined || label !== undefined ? nothing : html`<kbd aria-hidden="true">${keyName(key)}</kbd>`}
  </button>`;
}

/** A key as `aria-keyshortcuts` names it. */
function keyShortcut(key: string): string {
  return isCapital(key) ? `Shift+${key}` : key;
}

function isCapital(key: string): boolean {
  return key !== key.toLowerCase();
}

/** A key as it is written on a key cap. */
export function keyName(key: string): string {
  return isCapital(key) ? `⇧ ${key}` : key.toUpperCase();
}

/** A word with a dot in its color. */
export function pill(tone: string, words: string): TemplateResult {
  return html`<span class="pill ${tone}">${words}</span>`;
}
