import { css } from './css.js';

/**
 * The host, the frame that all sizes depend on, and the card. The frame resets every inherited text property
 * that could change the wording, and is the container of the queries: the element may be in a drawer or on a
 * wide page.
 */
export const base = css`
  :host {
    display: block;
    max-inline-size: 100%;
  }
  :host([hidden]),
  .share[hidden] {
    display: none;
  }
  /**
   * A size container has no width of its own. This line of words gives one: it may be wide, and wraps where
   * it must not.
   */
  :host::before {
    content: 'mmmmmmmmm mmmmmmmmm mmmmmmmmm mmmmmmmmm';
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
    font: 18px monospace;
    white-space: normal;
  }
  .frame {
    position: relative;
    container-type: inline-size;
    cursor: auto;
    font-family: var(--_font-family);
    font-size: var(--_font-size);
    font-style: normal;
    font-variant: normal;
    font-weight: var(--_font-weight);
    hyphens: manual;
    letter-spacing: normal;
    line-height: 1.4;
    overflow-wrap: anywhere;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    word-spacing: normal;
  }
  /* Never seen: its shadows hold all colors of the theme, so that a change of one is noticed (tokens.ts). */
  .frame::before {
    content: '';
    position: absolute;
    visibility: hidden;
    transition: box-shadow 1ms;
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
  /**
   * The shadow is below the surface, which an inset one would cover. It must not cover the slip before this
   * one.
   */
  .frame,
  .card {
    border-radius: min(var(--_radius), var(--_space) * 2.5);
    color: var(--_text);
  }
  @media not print {
    .frame {
      max-inline-size: var(--_max-width);
      box-shadow: var(--_shadow);
      clip-path: inset(-64px);
    }
  }
  .card {
    overflow: hidden;
    border: 1px solid var(--_line);
    background: var(--_surface);
  }
  .body {
    padding: var(--_space) var(--_space) calc(var(--_space) * 0.6);
  }
  h2 {
    font-size: 1.125em;
    font-weight: var(--_font-weight-strong);
    line-height: 1.25;
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
  /* At a fixed place: after a value it would move with the value's length, which counts as a layout shift. */
  .sr {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: pre;
    -webkit-user-select: none;
    user-select: none;
  }
  /**
   * The field a value is copied from: WebKit copies nothing from one that cannot be selected, and reports
   * success.
   */
  textarea.sr {
    -webkit-user-select: text;
    user-select: text;
  }
  @container (max-width: 319px) {
    .body {
      padding: calc(var(--_space) * 0.8) calc(var(--_space) * 0.8) calc(var(--_space) * 0.6);
    }
  }
`;
