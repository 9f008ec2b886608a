import { html, render } from 'lit';

/** Whether Lit may make markup here: a page's Trusted Types can refuse its policy. */
export function canRender(): boolean {
  try {
    render(html`<i></i>`, document.createElement('i'));
    return true;
  } catch {
    return false;
  }
}
