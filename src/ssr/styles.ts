import { css } from '../widget/shared/styles/css.js';

/**
 * How the element looks until its script has taken over: what can be pressed keeps its place and is not seen. Without scripts there is
 * nothing to press, everything is unfolded, and a line says what the page cannot do.
 */
export const untilScript = css`
  button,
  .fold summary {
    visibility: hidden;
  }
  /* Whether a device can share is known to its browser. Those without a touch screen rarely can. */
  @media not (pointer: coarse) {
    .share.share {
      display: none;
    }
  }
  .without-script {
    display: none;
  }
  @media (scripting: none) {
    button,
    .actions,
    .fold,
    .status,
    .tools,
    .entry,
    .has-picture > .qr {
      display: none !important;
    }
    .folded.folded,
    .qr.qr {
      display: block !important;
    }
    .without-script {
      display: block;
      max-inline-size: var(--_max-width);
      margin: 0 0 8px;
      color: var(--_text);
      font: 0.875em/1.4 var(--_font-family);
    }
  }
`;
