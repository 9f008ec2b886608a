import { css } from './css.js';

/** The card and the elements every view is made of. Sizes depend on the width of the container, which may be a drawer or a wide page. */
export const base = css`
  :host {
    display: block;
    container-type: inline-size;
    /* A size container has no intrinsic width. Without this one, it collapses in a layout that centers it. */
    contain-intrinsic-inline-size: 420px;
    min-inline-size: min(100%, 280px);
    max-inline-size: 100%;
    color: var(--_text);
    font-family: var(--_font);
    line-height: 1.4;
    text-align: start;
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  p,
  dl,
  dd,
  ol,
  ul {
    margin: 0;
    padding: 0;
  }
  .card {
    position: relative;
    padding: calc(var(--_padding) + 16px) var(--_padding) var(--_padding);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_background);
    box-shadow: var(--_shadow);
    max-width: var(--_max-width);
    overflow: hidden;
  }
  h2 {
    font-size: 1.25em;
    font-weight: 600;
    line-height: 1.3;
  }
  h2:focus {
    outline: none;
  }
  .muted {
    color: var(--_muted);
    font-size: 0.8125em;
  }
  svg {
    flex: none;
  }
  .sr {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: pre;
  }
`;
