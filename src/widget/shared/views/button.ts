import { html, nothing, type TemplateResult } from 'lit';

/**
 * A button for a secondary action: only text, so that it does not compete with the copy buttons. While its
 * action is pending it keeps the focus, which a disabled button would lose.
 */
export function quietButton(
  text: string,
  onClick: (event: MouseEvent) => void,
  isBusy = false,
): TemplateResult {
  return html`<button class="quiet" aria-busy=${isBusy ? 'true' : nothing} @click=${onClick}>
    ${text}
  </button>`;
}
