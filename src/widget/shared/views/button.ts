import { html, type TemplateResult } from 'lit';

/** A button for what a payer may do beside paying: no box, so that it draws no eye from what must be copied. */
export function quietButton(text: string, onClick: (event: MouseEvent) => void): TemplateResult {
  return html`<button class="quiet small" @click=${onClick}>${text}</button>`;
}
