import { css } from './css.js';

/** Buttons, links, the amount entry, the picker and problems. */
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
  .lead .act {
    display: grid;
    gap: 8px;
  }
  .lead .act button,
  .lead .button {
    width: 100%;
  }
  :is(button, .button, input):focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  button[data-outcome='copied'] {
    border-color: var(--_arrived);
    background: var(--_arrived-background);
    color: var(--_arrived);
  }

  .entry {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
    margin-top: 16px;
  }
  label {
    font-size: 0.9375em;
    font-weight: 600;
  }
  .field {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  input {
    flex: 1;
    width: 0;
    min-height: 48px;
    padding: 8px 12px;
    background: var(--_background);
    font-size: max(16px, 1.25em);
    font-variant-numeric: tabular-nums;
  }
  input[aria-invalid='true'] {
    border-color: var(--_problem);
  }
  .echo {
    min-height: 1.4em;
    color: var(--_muted);
    font-size: 0.9375em;
  }
  .fault {
    color: var(--_problem);
  }
  .entry .primary {
    margin-top: 4px;
  }

  .options {
    display: grid;
    gap: 8px;
    margin-top: 16px;
    list-style: none;
  }
  .options button {
    justify-content: space-between;
    width: 100%;
    min-height: 56px;
    text-align: start;
  }
  .options .muted {
    display: block;
    margin-top: 2px;
    font-weight: 400;
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
  /* What has arrived is not to be paid again: nothing on the slip invites to. */
  .paid .primary {
    border-color: var(--_edge);
    background: transparent;
    color: inherit;
  }
  @container (min-width: 560px) {
    .lead .act button,
    .lead .button {
      width: auto;
      min-width: 160px;
    }
    .lead .act {
      justify-items: start;
    }
  }
  @media (forced-colors: active) {
    .card,
    .lead {
      border-color: CanvasText;
    }
  }

  .printed {
    display: none;
  }
  @media print {
    .value:is(.code, .line) {
      height: auto;
      overflow: visible;
      white-space: normal;
      word-break: break-all;
      -webkit-mask-image: none;
    }
    .qr:not([data-open]),
    .printed {
      display: block;
    }
    button,
    .act,
    .entry,
    [part='actions'],
    .arrival:not(.yes, .other) {
      display: none !important;
    }
  }
`;
