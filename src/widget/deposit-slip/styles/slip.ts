import { css } from '../../shared/styles/css.js';

/** The slip: its head, status, groups of values, steps, facts and actions. */
export const slip = css`
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
  }
  /* No narrower than the longest word of the title: an amount that leaves less room drops below it whole. */
  .who {
    display: flex;
    flex: 999 1 auto;
    align-items: center;
    gap: 12px;
    inline-size: min-content;
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .who > div {
    flex: 1;
    min-inline-size: 6.5em;
  }
  h2,
  .to {
    text-wrap: balance;
  }
  h2 {
    overflow-wrap: break-word;
  }
  .to {
    color: var(--_muted);
    font-size: 0.875em;
  }
  /**
   * Beside the title, the currency stands below the amount, and both at the end. Below it, both stand in a
   * line, at the start.
   */
  .total {
    display: flex;
    flex: 1 1 auto;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: end;
    column-gap: 6px;
    inline-size: min-content;
    max-inline-size: 100%;
    overflow-wrap: break-word;
    font-size: 1.25em;
    font-weight: var(--_font-weight-strong);
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
  }
  /* Takes the rest of a wide line; of a narrow one, none beside the words. */
  .total::after {
    content: '';
    flex: 999 1 max(0px, (12em - 100%) * 999);
  }
  .total > * {
    max-inline-size: 100%;
  }
  /* A sum in two lines is two sums: it becomes smaller before it would break. */
  :is(.total, .sum) > :is(span, s) {
    font-size: min(1em, 11cqi);
  }
  :is(.total, .sum) .short {
    font-size: min(1em, 15cqi);
  }
  :is(.total, .sum) .long {
    font-size: min(1em, 7.5cqi);
  }
  :is(.total, .sum) .longest {
    font-size: min(1em, 6cqi);
  }
  :is(.steps, .notice) bdi {
    font-size: max(0.7em, min(1em, 5.8cqi));
  }
  .total small {
    inline-size: max-content;
    color: var(--_muted);
    font-size: 0.65em;
    font-weight: var(--_font-weight);
  }

  .previous,
  .late {
    margin-block-start: 8px;
  }
  .account {
    margin-block-start: 12px;
    padding-block: calc(var(--_panel-space) - 4px);
    border-color: var(--_line);
    font-size: 0.875em;
  }
  .problem + .account {
    margin-block-start: 20px;
  }
  .bar {
    display: block;
    inline-size: 100%;
    block-size: 6px;
    margin-block: 4px;
    border-radius: 3px;
    background: var(--_line);
    fill: var(--_ok);
  }
  .account dl {
    margin: 0;
  }
  :is(.account, .receipt) div {
    display: grid;
    grid-template-columns: minmax(min-content, 1fr) fit-content(65%);
    gap: 0 16px;
  }
  .account div {
    padding-block: 4px;
  }
  :is(.account, .receipt) dt {
    font-size: 1em;
    overflow-wrap: break-word;
  }
  :is(.account dt, .receipt b) {
    color: var(--_text);
  }
  :is(.account, .receipt) dd {
    font-variant-numeric: tabular-nums;
    overflow-wrap: break-word;
    text-align: end;
  }
  /* A sum is one word: a break would make it another. A number, or a sum of absurd length, has to break. */
  :is(.account, .receipt) :is(.long, bdi) {
    overflow-wrap: anywhere;
  }
  :is(.account, .receipt) :is(.long, .wide) {
    font-size: max(0.7em, min(1em, 5.8cqi));
  }
  :is(.account, .receipt) small {
    display: inline-block;
    color: var(--_muted);
    font-size: 0.9286em;
  }
  s {
    color: var(--_muted);
  }
  :is(.notice, .late, .steps, .facts) + :is(.primary, .second) {
    margin-block-start: 12px;
  }
  .notice + .primary + .second,
  .arrival .primary + .second {
    margin-block-start: 8px;
  }

  dl {
    margin-block-start: 8px;
  }
  .lead dl {
    margin: 0;
  }
  .reference .row {
    position: static;
    padding: 0;
    border: 0;
  }
  .reference {
    position: relative;
  }
  .reference .row .icon {
    inset-block-start: 8px;
    inset-inline-end: 8px;
    margin: 0;
  }
  .epc {
    display: grid;
    margin-block-start: 4px;
    padding-block: 0;
    background: var(--_sunken);
  }
  .epc .qr {
    padding-block-end: var(--_panel-space);
  }
  .epc .tools {
    justify-content: space-between;
    gap: 0 20px;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 8px;
  }
  .tools > * {
    flex: 1 1 auto;
    inline-size: auto;
  }
  .epc .tools {
    margin: 0;
  }
  .epc .second {
    flex: none;
    max-inline-size: 100%;
    gap: 8px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_link);
  }
  .host {
    overflow-wrap: anywhere;
    text-align: center;
    text-wrap: balance;
  }
  .row-link {
    display: grid;
    gap: 4px;
    padding-block-end: 8px;
  }
  .fold {
    border-block-start: 1px solid var(--_line);
  }
  :is(.lead, .epc, .entry) + .fold {
    border: 0;
    margin-block-start: 4px;
  }
  .fold:not([open]) + .folded {
    display: none;
  }
  .fold + dl {
    margin: 0;
  }
  .steps {
    display: grid;
    gap: 8px;
    margin-block-start: 16px;
    counter-reset: step;
    font-size: 0.875em;
    list-style: none;
  }
  .fold:not([open]) + .folded + .steps {
    margin-block-start: 8px;
  }
  :is(.steps, .facts, .notice, .hint, .previous) {
    text-wrap: pretty;
  }
  .steps li {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr);
    gap: 10px;
    align-items: start;
    counter-increment: step;
  }
  .steps li::before {
    content: counter(step);
    display: grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    margin-block: -2px;
    border-radius: 50%;
    background: var(--_sunken);
    color: var(--_muted);
    font-size: 0.9286em;
    font-weight: var(--_font-weight-strong);
  }
  b,
  strong {
    font-weight: var(--_font-weight-strong);
  }
  .facts {
    display: grid;
    gap: 8px;
    margin-block-start: 10px;
    padding-block-start: 8px;
    border-block-start: 1px solid var(--_line);
    color: var(--_muted);
    font-size: 0.875em;
  }
  .facts p {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 8px;
  }
  .facts b {
    color: var(--_text);
  }
  .actions .renewal {
    flex-basis: 100%;
    margin-block-end: 8px;
    font-size: 0.875em;
  }
  .actions .last {
    margin-inline-start: auto;
  }
  slot[name='header']::slotted(*) {
    padding: var(--_space) var(--_space) 0;
  }
  :is(slot[name='help'], slot[name='footer'])::slotted(*) {
    padding: 0 var(--_space) var(--_space);
  }

  @media (prefers-reduced-motion: no-preference) {
    .arrival {
      animation: appear 180ms ease-out;
    }
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }

  @media (forced-colors: active) {
    .options button {
      padding-inline: 10px;
    }
    .actions {
      gap: 4px 8px;
    }
    .lead,
    .epc,
    .reference {
      border: 1px solid CanvasText;
    }
  }
  /* On a narrow page or with large text, a sum has the whole width: what stands beside it stands above it. */
  @container (max-width: 15em) {
    .who > div {
      min-inline-size: 0;
    }
    header .badge.glyph {
      display: none;
    }
    .notice {
      grid-template-columns: minmax(0, 1fr);
      gap: 4px;
    }
    :is(.account, .receipt) div {
      display: block;
    }
    :is(.account, .receipt) dd {
      text-align: start;
    }
  }
  @container (max-width: 359px) {
    header,
    .who {
      column-gap: 8px;
    }
    header .glyph {
      inline-size: 36px;
      block-size: 36px;
    }
    header h2 {
      font-size: 1em;
    }
    .total {
      font-size: 1.125em;
    }
    .total small {
      font-size: 0.7222em;
    }
    /* Two lines from the start, because the host may need them. */
    .host {
      min-block-size: 2.8em;
    }
  }
  /* A drawing is worth less than an amount beside the name. */
  @container (max-width: 319px) {
    .priced .glyph {
      display: none;
    }
    .actions {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 0 16px;
      justify-items: start;
      padding-inline: calc(var(--_space) * 0.8);
    }
    .actions .last {
      margin: 0;
    }
  }
`;
