import { html, type TemplateResult } from 'lit';

/** A button for a secondary action: only text, so that it does not compete with the copy buttons. */
export function quietButton(text: string, onClick: (event: MouseEvent) => void): TemplateResult {
  return html`<button class="quiet" @click=${onClick}>${text}</button>`;
}
