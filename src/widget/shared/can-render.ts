import { html, isServer, render } from 'lit';
import { record } from '../../core/record.js';

/** Whether Lit can render here: a page's Trusted Types may forbid Lit's policy. */
export function canRender(): boolean {
  if (isServer) return true;
  try {
    render(html`<i></i>`, document.createElement('i'), record({}));
    return true;
  } catch {
    return false;
  }
}
