import { LitElement, html, type TemplateResult } from 'lit';

/** Made by the page's own Lit, whose policy is its own too. */
class PageOwn extends LitElement {
  protected override render(): TemplateResult {
    return html`<p>made by the page</p>`;
  }
}

customElements.define('page-own', PageOwn);
