import { css } from './css.js';

/** Buttons, links, fields and problems. */
export const controls = css`
  button,
  .button,
  input {
    margin: 0;
    border: 1px solid var(--_edge);
    border-radius: calc(var(--_radius) * 0.66);
    color: inherit;
    font: inherit;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-height: 44px;
    padding: 8px 14px;
    background: transparent;
    font-size: 0.9375em;
    font-weight: 600;
    line-height: 1.2;
    text-decoration: none;
    cursor: pointer;
    touch-action: manipulation;
  }
  @media (pointer: fine) {
    button,
    .button {
      min-height: 36px;
    }
    .primary {
      min-height: 44px;
    }
  }
  .primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .small {
    padding: 6px 10px;
    font-size: 0.875em;
  }
  .quiet {
    padding-inline: 0;
    border-color: transparent;
    color: var(--_accent);
  }
  button:hover,
  .button:hover {
    border-color: currentColor;
  }
  .quiet:hover {
    border-color: transparent;
    text-decoration: underline;
  }
  :is(button, .button, input):focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .problem {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 4px 12px;
  }
  .problem > svg {
    margin-top: 0.1em;
    color: var(--_problem);
  }
  .problem p,
  .problem button {
    grid-column: 2;
    justify-self: start;
  }
  .problem button {
    margin-top: 12px;
  }

  @media (prefers-reduced-motion: no-preference) {
    button,
    .button {
      transition:
        background-color 140ms,
        border-color 140ms,
        color 140ms;
    }
  }
`;
