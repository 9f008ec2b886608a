import { css } from './css.js';

/** Labeled values with their copy buttons, notes and QR code. */
export const row = css`
  dl {
    margin-top: 16px;
  }
  .row {
    display: grid;
    grid-template-columns: 1fr;
    gap: 2px 12px;
    padding: 12px 0;
    border-top: 1px solid var(--_line);
  }
  /* Combining marks can reach far beyond their line; none may be painted over an account number. */
  h2,
  dt,
  .plain,
  .merchant {
    overflow: clip;
  }
  dt {
    color: var(--_muted);
    font-size: 0.8125em;
  }
  .value {
    min-width: 0;
    font-size: 0.9375em;
    -webkit-user-select: all;
  }
  /* Runs of spaces are part of a value: a selection by hand must hold them too. */
  .value.plain {
    white-space: pre-wrap;
  }
  .value.mono {
    font-family: var(--_mono);
    font-variant-numeric: tabular-nums slashed-zero;
    letter-spacing: 0.02em;
  }
  .value span {
    white-space: nowrap;
  }
  /* Break random keys after any character, so that all keys wrap in the same way. */
  [data-kind='pix-key'] .value {
    word-break: break-all;
  }
  /* The margin follows a group, so that a group that wraps starts at the edge. */
  .value span:not(:last-child) {
    margin-inline-end: 0.5em;
  }
  .value.line {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .value.code {
    height: 4.2em;
    word-break: break-all;
    overflow: hidden;
    font-size: 0.875em;
    line-height: 1.4;
    -webkit-mask-image: linear-gradient(#000 55%, transparent);
  }
  .lead,
  .row[data-kind='message'] {
    margin-bottom: 12px;
    padding: 16px;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 0.75);
  }
  .lead {
    background: var(--_quiet-background);
  }
  .lead .value:not(.code, .line) {
    font-size: 1.125em;
    font-weight: 600;
  }
  .lead + .row:not(.lead) {
    border-top-color: transparent;
  }
  .row[data-kind='message'] {
    padding-block: 12px;
    border-inline-start: 4px solid var(--_warning);
  }
  .row[data-kind='message'] .value {
    font-size: 1em;
    font-weight: 600;
  }
  .act {
    margin-top: 8px;
  }
  .note {
    display: flex;
    gap: 6px;
    align-items: flex-start;
    margin-top: 6px;
    color: var(--_warning);
    font-size: 0.8125em;
  }
  .note svg {
    margin-top: 1px;
  }

  .qr {
    margin-top: 12px;
  }
  .qr svg {
    display: block;
    width: min(100%, var(--_qr-size));
    aspect-ratio: 1;
    margin: 0 auto;
    border-radius: 8px;
    forced-color-adjust: none;
  }
  .qr:not([data-open]) {
    display: none;
  }
  .lead .act {
    display: grid;
    gap: 8px;
  }
  .lead .act button,
  .lead .button {
    width: 100%;
  }
  button[data-outcome='copied'] {
    border-color: var(--_arrived);
    background: var(--_arrived-background);
    color: var(--_arrived);
  }
  @container (max-width: 339px) {
    .lead .value:not(.code, .line) {
      font-size: 1em;
      letter-spacing: 0;
    }
    .lead .value span:not(:last-child) {
      margin-inline-end: 0.3em;
    }
  }
  @container (min-width: 360px) {
    .row:not(.lead) {
      grid-template-columns: 1fr auto;
      align-items: center;
    }
    .row:not(.lead) > .act {
      grid-column: 2;
      grid-row: 1 / span 2;
      margin-top: 0;
    }
    .row:not(.lead) > .note {
      grid-column: 1 / -1;
    }
  }
  @container (min-width: 560px) {
    .lead:not(.has-qr, .has-link) {
      grid-template-columns: 1fr auto;
      align-items: center;
    }
    .lead:not(.has-qr, .has-link) > :not(.act) {
      grid-column: 1;
    }
    .lead:not(.has-qr, .has-link) > .act {
      grid-column: 2;
      grid-row: 1 / span 2;
      margin: 0;
    }
    .lead.has-qr {
      grid-template-columns: auto minmax(0, 1fr);
      grid-template-rows: auto auto auto 1fr;
      column-gap: 24px;
      align-items: start;
    }
    .lead.has-qr > :not(.qr) {
      grid-column: 2;
    }
    .lead.has-qr > .qr,
    .lead.has-qr > .qr:not([data-open]) {
      display: block;
      grid-column: 1;
      grid-row: 1 / span 6;
      margin: 0;
    }
    .qr svg {
      width: var(--_qr-size);
    }
    .toggle {
      display: none !important;
    }
    .lead .act button,
    .lead .button {
      width: auto;
      min-width: 160px;
    }
    .lead .act {
      justify-items: start;
    }
  }
  @media print {
    .value:is(.code, .line) {
      height: auto;
      overflow: visible;
      white-space: normal;
      word-break: break-all;
      -webkit-mask-image: none;
    }
    .qr:not([data-open]) {
      display: block;
    }
  }
`;
