import { css } from './css.js';

/** Buttons, links, fields, notices and problems. */
export const controls = css`
  button,
  .button,
  summary {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    margin: 0;
    border: 1px solid transparent;
    border-radius: var(--_control-radius);
    background: transparent;
    color: inherit;
    font: inherit;
    line-height: 1.2;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }
  .primary,
  .second {
    inline-size: 100%;
    min-block-size: 44px;
    padding: 8px;
    font-weight: var(--_font-weight-strong);
  }
  /* One line of text has the height of the token; further ones keep clear of round corners. */
  .primary {
    padding-block: max(8px, var(--_control-height) / 2 - 0.6em - 1px);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .primary svg {
    margin-block: -2px;
  }
  .second {
    border-color: var(--_edge);
    background: var(--_surface);
    font-size: 0.875em;
    font-weight: 550;
  }
  .quiet,
  summary {
    min-block-size: 44px;
    margin-inline-start: -1px;
    padding: 0;
    color: var(--_link);
    font-size: 0.875em;
    font-weight: 550;
    text-align: start;
  }
  .muted .quiet,
  .status .quiet {
    font-size: 1em;
  }
  .icon {
    inline-size: 44px;
    block-size: 44px;
    padding: 0;
    color: var(--_link);
  }
  @media (hover: hover) {
    .primary:not([data-outcome='copied']):hover {
      box-shadow: inset 0 0 0 999px #ffffff1f;
    }
    .second:hover,
    .icon:hover {
      background: var(--_sunken);
    }
    .quiet:hover,
    summary:hover {
      text-decoration: underline;
    }
  }
  :is(button, .button, summary):focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  [data-outcome='copied'] {
    color: var(--_ok);
  }
  .primary[data-outcome='copied'] {
    background: var(--_ok-background);
    color: var(--_ok);
  }
  summary {
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary svg {
    transform: rotate(90deg);
  }
  [open] > summary svg {
    transform: rotate(-90deg);
  }

  .quiet[aria-busy] {
    color: var(--_muted);
    cursor: progress;
  }
  .notice {
    display: grid;
    grid-template-columns: 22px minmax(0, 1fr);
    gap: 10px;
    margin-block-start: 12px;
    padding: calc(var(--_panel-space) - 2px) calc(var(--_panel-space) + 2px);
    background: var(--_warn-background);
    color: var(--_warn);
    font-size: 0.875em;
  }
  .notice strong {
    display: block;
    margin-block-end: 2px;
    font-size: 1.1429em;
    font-weight: var(--_font-weight-strong);
  }
  .problem {
    display: grid;
    gap: 4px;
    justify-items: start;
  }
  .problem .badge {
    margin-block-end: 12px;
    background: var(--_danger-background);
    color: var(--_danger);
  }
  .problem .retryable {
    background: var(--_warn-background);
    color: var(--_warn);
  }
  .problem .primary,
  .problem .second {
    margin-block-start: 16px;
  }
  .problem .second + .second {
    margin-block-start: 4px;
  }
  .badge {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 44px;
    block-size: 44px;
    border-radius: var(--_control-radius);
  }

  @media (prefers-reduced-motion: no-preference) {
    button,
    .button {
      transition:
        background-color 140ms,
        color 140ms,
        box-shadow 140ms;
    }
  }
  @container (max-width: 319px) {
    .primary {
      font-size: 0.875em;
    }
  }
  @media (forced-colors: active) {
    :is(.primary, .second, .icon) {
      border-color: ButtonText;
    }
    .primary {
      border-width: 3px;
    }
    :is(.quiet, summary) {
      padding-inline: 10px;
    }
    .notice {
      border-color: CanvasText;
    }
  }
`;
