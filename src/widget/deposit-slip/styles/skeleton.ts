import { css } from '../../shared/styles/css.js';

/**
 * The skeleton: the slip of the method's sample with its text hidden, so that nothing moves when the values
 * appear. Text that is only transparent would count as moved.
 */
export const skeleton = css`
  .skeleton :is(.value, .total > *, .host, .note, .steps span, .facts span, .status > *, .printed),
  .skeleton :not(.glyph, .qr, .account, .notice) > svg {
    visibility: hidden;
  }
  .skeleton :is(.steps li, .facts p, .status, .total, .row dd) {
    background: linear-gradient(var(--_line) 0 0) no-repeat;
    border-radius: 4px;
    forced-color-adjust: none;
  }
  .skeleton .steps li {
    background-position: 34px 3px;
    background-size: min(65%, 15em) 0.9em;
  }
  .skeleton .facts p {
    background-position: 28px 3px;
    background-size: min(75%, 17em) 0.9em;
  }
  .skeleton .status {
    background-position: 22px 50%;
    background-size: 11em 0.9em;
  }
  .skeleton .total {
    background-position: 100% 0;
    background-size: 100% 0.9em;
  }
  .skeleton .row dd {
    background-position: 0 4px;
    background-size: min(100%, 11em) 0.9em;
  }
  .skeleton [data-kind$='code'] dd {
    background-size: 100% 3.1em;
  }
  .skeleton .steps li::before {
    color: transparent;
  }
  .skeleton .reference {
    border-color: var(--_line);
    background: var(--_sunken);
  }
  .skeleton .qr rect {
    fill: var(--_line);
  }
  .skeleton :is(.primary, .second) {
    border-color: transparent;
    background: var(--_line);
    color: transparent;
    forced-color-adjust: none;
  }
  .skeleton :is(.hint, summary),
  .skeleton + .actions .quiet {
    border-radius: 4px;
    background: linear-gradient(var(--_line) 0 0) 0 50% / 8em 0.9em no-repeat;
    color: transparent;
    forced-color-adjust: none;
  }
  .skeleton + .actions .quiet {
    background-size: 100% 0.9em;
  }
  @media (prefers-reduced-motion: no-preference) {
    .skeleton > :not(header, .account, .notice) {
      animation: pulse 1.6s ease-in-out infinite;
    }
  }
  @keyframes pulse {
    50% {
      opacity: 0.6;
    }
  }
`;
