import { html, type TemplateResult } from 'lit';
import { ICON_PATHS, type Icon } from './icon-paths.js';

/** A drawing that only repeats what a text says. */
export function icon(name: Icon): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICON_PATHS[name]} /></svg>`;
}
