import { css } from '../../shared/styles/css.js';

/** The list of deposits by day, and one of them unfolded. */
export const list = css`
  .list > h2 {
    margin-block-end: 4px;
  }
  .list ul {
    list-style: none;
  }
  .day {
    margin: 16px 0 0;
    color: var(--_muted);
    font-size: 0.8125em;
    font-weight: 550;
  }
  .day::first-letter {
    text-transform: uppercase;
  }
  .deposit + .deposit {
    border-block-start: 1px solid var(--_line);
  }
  .entry {
    display: flex;
    gap: 0 12px;
    align-items: center;
    justify-content: start;
    inline-size: 100%;
    min-block-size: 64px;
    padding: 10px 0;
    text-align: start;
  }
  .entry .glyph {
    inline-size: 40px;
    block-size: 40px;
  }
  /*
   * The title and the amount, and below them the method and the difference. Of each pair, what does not fit
   * beside the first drops below it whole; no word is broken.
   */
  .line {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
  }
  .line::before {
    content: '';
    order: 1;
    inline-size: 100%;
    margin-block-start: -2px;
  }
  :is(.what, .much) {
    display: contents;
  }
  .line small {
    order: 2;
    min-inline-size: 0;
  }
  /* No narrower than its longest word. */
  .what b {
    flex: 1 1 auto;
    inline-size: min-content;
    min-inline-size: 0;
  }
  .much > * {
    min-inline-size: 0;
    margin-inline-start: auto;
    text-align: end;
  }
  .entry b,
  .entry small {
    display: block;
    overflow-wrap: break-word;
  }
  .entry b {
    font-weight: 550;
  }
  .entry small {
    color: var(--_muted);
    font-size: 0.8125em;
    line-height: 1.4;
  }
  /* An amount becomes smaller before it breaks; of one that is still too long, no digit may be cut off. */
  .much :is(b, bdi) {
    font-size: max(0.7em, min(1em, 5.8cqi));
  }
  .much b {
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .entry .glyph {
    color: var(--_muted);
  }
  .arrived .glyph {
    background: var(--_ok-background);
    color: var(--_ok);
  }
  :is(.part, .over) .glyph {
    background: var(--_warn-background);
    color: var(--_warn);
  }
  :is(.part, .over) .much small {
    color: var(--_warn);
  }
  .returned .amount {
    color: var(--_muted);
    text-decoration: line-through;
  }
  /* Below the words of the line: beside its drawing. */
  .lines {
    display: grid;
    gap: 2px;
    margin-block: -8px 10px;
    padding-inline-start: 53px;
    color: var(--_muted);
    font-size: 0.8125em;
    font-variant-numeric: tabular-nums;
    line-height: 1.4;
    overflow: clip;
  }
  .entry > svg {
    color: var(--_muted);
  }
  [aria-expanded] > svg {
    transform: rotate(90deg);
  }
  [aria-expanded='true'] > svg {
    transform: rotate(-90deg);
  }
  [dir='rtl'] .entry:not([aria-expanded]) > svg {
    transform: scaleX(-1);
  }
  .details {
    margin-block-end: 12px;
    padding-block: 4px;
    background: var(--_sunken);
  }
  .details .second {
    margin-block: 4px 10px;
  }
  .details > .note {
    margin-block: 8px;
    color: inherit;
  }
  .details .row:not([data-key]) {
    padding-inline-end: 0;
  }
  .details dd {
    font-size: max(0.7em, min(1em, 5.8cqi));
  }
  .details .row .icon {
    margin-inline-end: max(-10px, var(--_panel-space) * -1);
  }
  .empty {
    display: grid;
    gap: 4px;
    justify-items: center;
    padding-block: 24px 20px;
    text-align: center;
  }
  .empty .glyph {
    margin-block-end: 8px;
    border-radius: 50%;
  }
  .actions .quiet {
    flex: 1;
    justify-content: center;
  }
  .actions .note {
    flex: 1 0 100%;
    margin-block-start: 8px;
  }
  [aria-disabled='true'] {
    color: var(--_muted);
    cursor: default;
  }
  slot[name='header']::slotted(*) {
    padding: var(--_space) var(--_space) 0;
  }
  slot[name='footer']::slotted(*) {
    padding: 0 var(--_space) var(--_space);
  }

  .skeleton :is(b, small) {
    inline-size: 5em;
    block-size: 0.9em;
    margin-block: 4px;
    border-radius: 4px;
    background: var(--_line);
  }
  .skeleton .what b {
    flex: none;
    inline-size: min(50%, 8em);
  }
  .skeleton .glyph svg {
    visibility: hidden;
  }

  @media (hover: hover) {
    button.entry:hover b {
      text-decoration: underline;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .skeleton ul {
      animation: pulse 1.6s ease-in-out infinite;
    }
    @keyframes pulse {
      50% {
        opacity: 0.6;
      }
    }
  }
  /* On a wide screen each fact is a line: its label at the start, its value at the end. */
  @container (min-width: 400px) and (min-width: 25em) {
    .details .row {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      gap: 0 16px;
      align-items: baseline;
    }
    .details :is(dt, dd) {
      font-size: 0.875em;
    }
    .details dd {
      text-align: end;
    }
  }
  @container (max-width: 359px) {
    .entry {
      gap: 0 8px;
    }
    .lines {
      padding-inline-start: 49px;
    }
  }
  @container (max-width: 319px) or (max-width: 15em) {
    .entry .glyph {
      display: none;
    }
    .lines {
      padding-inline-start: 1px;
    }
  }
  @media (forced-colors: active) {
    .deposit + .deposit {
      border: 0;
    }
    button.entry {
      margin-block: 4px;
      padding-inline: 10px;
      border-color: ButtonText;
    }
    .details {
      border-color: CanvasText;
    }
  }
  @media print {
    .card {
      max-inline-size: none;
      border: 0;
      box-shadow: none;
    }
    .deposit {
      break-inside: avoid;
    }
    .details .row {
      padding-inline-end: 0;
    }
    .day {
      break-after: avoid;
    }
    .entry > svg,
    .status,
    .list > button,
    .actions,
    .details :is(button, .button) {
      display: none;
    }
  }
`;
