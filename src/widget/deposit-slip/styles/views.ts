import { css } from '../../shared/styles/css.js';

/** The amount entry, the picker and the receipt. */
export const views = css`
  .entry {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    margin-block-start: 16px;
  }
  label {
    margin-block-end: 6px;
    color: var(--_muted);
    font-size: 0.8125em;
  }
  .field {
    display: flex;
    align-items: center;
    gap: 8px;
    padding-inline: 16px;
    border: 1px solid var(--_edge);
    border-radius: var(--_field-radius);
  }
  /* The only ring: over the border, and not around the input as well. */
  .field:focus-within {
    outline: 2px solid var(--_focus);
    outline-offset: -1px;
  }
  .field span {
    color: var(--_muted);
  }
  input {
    flex: 1;
    inline-size: 0;
    min-block-size: 54px;
    outline: 0;
    margin: 0;
    padding: 0;
    border: 0;
    background: transparent;
    color: inherit;
    font: inherit;
    font-size: max(16px, 1.625em);
    font-weight: var(--_font-weight-strong);
    font-variant-numeric: tabular-nums;
  }
  .field.invalid {
    border-color: var(--_danger);
    --_focus: var(--_danger);
  }
  .entry.compact {
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 8px;
  }
  .compact > :is(label, .echo) {
    grid-column: 1 / -1;
  }
  .compact input {
    min-block-size: 42px;
    font-size: max(16px, 1em);
  }
  .compact .second {
    inline-size: auto;
    padding-inline: 16px;
  }
  .compact .echo {
    order: 1;
    min-block-size: 0;
    margin-block: 4px 0;
  }
  .echo {
    min-block-size: 1.4em;
    margin-block: 8px 16px;
    color: var(--_muted);
    font-size: 0.8125em;
  }
  .error {
    color: var(--_danger);
  }
  .back {
    justify-content: start;
    gap: 4px;
    margin-block: -10px 2px;
  }

  .options {
    margin-block-start: 8px;
    list-style: none;
  }
  .options li + li {
    border-block-start: 1px solid var(--_line);
  }
  .options button {
    gap: 12px;
    justify-content: start;
    inline-size: 100%;
    padding: 12px 0;
    text-align: start;
  }
  .options button:hover b {
    text-decoration: underline;
  }
  .choice {
    flex: 1;
    min-inline-size: 0;
  }
  .choice b,
  .choice small {
    display: block;
  }
  .choice small {
    color: var(--_muted);
    font-size: 0.8125em;
    line-height: 1.4;
  }
  .currency {
    color: var(--_muted);
    font-size: 0.8125em;
    font-weight: 550;
  }

  .arrival {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
    padding-block-start: 32px;
    text-align: center;
  }
  .tick {
    display: grid;
    place-items: center;
    inline-size: 64px;
    block-size: 64px;
    margin-block-end: 16px;
    border-radius: 50%;
    background: var(--_ok-background);
    color: var(--_ok);
  }
  .arrival h2 {
    color: var(--_ok);
  }
  .other .tick {
    background: var(--_warn-background);
    color: var(--_warn);
  }
  .other h2 {
    color: var(--_warn);
  }
  .short .tick {
    background: var(--_sunken);
    color: var(--_muted);
  }
  .short h2 {
    color: inherit;
  }
  .short .primary {
    margin-block-start: 16px;
  }
  .sum {
    margin-block: 4px;
    font-size: 2em;
    font-weight: var(--_font-weight-strong);
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
  }
  .sum small {
    display: block;
    color: var(--_muted);
    font-size: 0.4375em;
    font-weight: var(--_font-weight);
  }
  .arrival :is(.notice, .status, .receipt) {
    justify-self: stretch;
    text-align: start;
  }
  .receipt {
    margin-block-start: 20px;
    font-size: 0.875em;
  }
  .receipt div {
    padding-block: 10px;
  }
  .receipt div + div {
    border-block-start: 1px solid var(--_line);
  }
  .receipt small {
    display: block;
  }
  .receipt .mono {
    font-family: var(--_font-mono);
  }
  .payment-details {
    padding-inline: var(--_space);
  }
  .payment-details .fold {
    border: 0;
  }
  .payment-details .folded {
    padding-block-end: 16px;
  }
  @container (max-width: 359px) {
    .sum {
      font-size: 1.625em;
    }
    .sum small {
      font-size: 0.5385em;
    }
  }
  @container (max-width: 319px) {
    .options .glyph {
      display: none;
    }
    .payment-details {
      padding-inline: calc(var(--_space) * 0.8);
    }
  }
`;
