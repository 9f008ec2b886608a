import { css } from '../../shared/styles/css.js';

/** The skeleton: the slip with transparent text, so that the layout does not shift when the values appear. */
export const skeleton = css`
  .skeleton :is(.value, .total, .steps span, .steps li::before, .facts, .status, .muted, .note, b) {
    color: transparent;
    forced-color-adjust: none;
  }
  .skeleton :is(.total > span, .steps span, .facts span, .status > span:not(.dot)) {
    border-radius: 4px;
    background: var(--_line);
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
  }
  .skeleton :not(.glyph, .qr) > svg,
  .skeleton .dot,
  .skeleton small {
    visibility: hidden;
  }
  .skeleton rect {
    fill: var(--_line);
  }
  .skeleton .reference {
    border-color: var(--_line);
    background: var(--_sunken);
  }
  .skeleton :is(.primary, .second) {
    border-color: transparent;
    background: var(--_line);
    color: transparent;
    forced-color-adjust: none;
  }
  .skeleton .value:not(.code) {
    background: linear-gradient(var(--_line) 0 0) 0 50% / min(100%, 11em) 0.9em no-repeat;
  }
  .skeleton .value.code {
    border-radius: 4px;
    background: var(--_line);
  }
  .skeleton + .actions button {
    color: var(--_line);
  }
`;
