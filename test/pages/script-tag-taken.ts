/** Another's element of our name. */
class Another extends HTMLElement {
  connectedCallback(): void {
    this.attachShadow({ mode: 'open' }).append('made by another');
  }
}

customElements.define('deposit-slip', Another);
