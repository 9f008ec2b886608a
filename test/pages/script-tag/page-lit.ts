import { LitElement, html, type TemplateResult } from 'lit';

/** Rendered by the page's own Lit, with a Trusted Types policy of its own. */
class PageOwn extends LitElement {
  protected override render(): TemplateResult {
    return html`<p>made by the page</p>`;
  }
}

customElements.define('page-own', PageOwn);
document.body.append(new PageOwn());
