/** Another library's element with our tag name. */
class Another extends HTMLElement {
  connectedCallback(): void {
    this.attachShadow({ mode: 'open' }).append('made by another');
  }
}

customElements.define('deposit-slip', Another);
