import { html, isServer, render } from 'lit';

/** Whether Lit can render here: a page's Trusted Types may forbid Lit's policy. */
export function canRender(): boolean {
  if (isServer) return true;
  try {
    render(html`<i></i>`, document.createElement('i'));
    return true;
  } catch {
    return false;
  }
}
