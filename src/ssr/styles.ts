import { css } from '../widget/shared/styles/css.js';

/**
 * The style of the element until its script has taken over. Buttons, and the line that says whether the page
 * waits for the payment, keep their space but are invisible, because the script may never arrive. Without
 * scripts there is nothing to press, everything is unfolded, and a line says what the page cannot do.
 */
export const untilScript = css`
  /* The slip has its height: what reserve.css reserves would be added to it. */
  :host {
    container-type: normal !important;
  }
  :host::after {
    content: none !important;
  }
  button,
  .fold summary,
  .status > * {
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
    .epc,
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
      margin-block-end: 8px;
    }
    .without-script p {
      padding: 10px var(--_space);
      font-size: 0.875em;
    }
    .value:is(.code, .line) {
      block-size: auto;
      overflow: visible;
      white-space: pre-wrap;
      -webkit-mask-image: none;
      mask-image: none;
    }
  }
`;
