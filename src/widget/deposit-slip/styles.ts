import { css } from '../shared/styles/css.js';

/** The slip: its card, header, rows and code. Widths are the container's: it lives in drawers and on wide pages. */
export const sheet = css`
  :host {
    display: block;
    container-type: inline-size;
    /* A container has no width of its content: in a box that centres it would have none at all. */
    contain-intrinsic-inline-size: 420px;
    min-inline-size: min(100%, 280px);
    max-inline-size: 100%;
    color: var(--_text);
    font-family: var(--_font);
    line-height: 1.4;
    text-align: start;
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  p,
  dl,
  dd,
  ol,
  ul {
    margin: 0;
    padding: 0;
  }
  .card {
    position: relative;
    padding: calc(var(--_padding) + 16px) var(--_padding) var(--_padding);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_background);
    box-shadow: var(--_shadow);
    max-width: var(--_max-width);
    overflow: hidden;
  }
  .test {
    position: absolute;
    inset: 0 0 auto;
    padding: 1px 8px;
    background: repeating-linear-gradient(135deg, #ffd84d 0 14px, #ffe891 14px 28px);
    color: #3d2e00;
    font-size: 0.8125em;
    font-weight: 600;
    text-align: center;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
  }
  h2 {
    font-size: 1.25em;
    font-weight: 600;
    line-height: 1.3;
  }
  h2:focus {
    outline: none;
  }
  .total {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    font-size: 1.5em;
    font-weight: 600;
    line-height: 1.25;
    font-variant-numeric: tabular-nums;
  }
  .total button {
    font-size: 0.625em;
  }
  .merchant,
  .muted {
    color: var(--_muted);
    font-size: 0.8125em;
  }
  .merchant {
    flex-basis: 100%;
  }

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
  /* Marks stacked on a letter reach far beyond its line: none may be painted over an account. */
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
  /* Runs of spaces are part of a value: what a hand copies is what is shown, and both are the value. */
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
  /* A random key breaks at its hyphens or not as its letters fall; here it always breaks alike. */
  [data-kind='pix-key'] .value {
    word-break: break-all;
  }
  /* After, not before: a group that wraps starts flush. */
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
  svg {
    flex: none;
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

  .notice,
  .arrival {
    display: flex;
    gap: 8px;
    align-items: flex-start;
    margin-top: 12px;
    padding: 10px 12px;
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_quiet-background);
    color: var(--_muted);
    font-size: 0.9375em;
  }
  .notice svg,
  .arrival svg {
    margin-top: 0.05em;
  }
  .arrival {
    min-height: calc(2.8em + 20px);
  }
  .notice,
  .other {
    background: var(--_warning-background);
    color: var(--_warning);
  }
  .yes {
    background: var(--_arrived-background);
    color: var(--_arrived);
  }
  .other,
  .yes {
    font-weight: 600;
  }
  .paid :is(.steps, .closing) {
    color: var(--_muted);
  }
  .steps {
    margin-top: 16px;
    padding-inline-start: 1.5em;
    font-size: 0.9375em;
  }
  .steps li + li {
    margin-top: 4px;
  }
  .steps li::marker {
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  .closing {
    display: grid;
    gap: 4px;
    margin-top: 16px;
    font-size: 0.9375em;
  }
  .closing strong {
    font-weight: 600;
  }
  [part='actions'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    margin: 8px 0 -8px;
  }
  slot[name='help']::slotted(*),
  slot[name='footer']::slotted(*) {
    margin-top: 12px;
  }

  .sr {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: pre;
  }

  /* The skeleton is the slip itself with its ink taken out, so nothing moves when the ink comes. */
  .skeleton :is(.value, .total, .steps li, .closing, .arrival span, .host, .muted) {
    color: transparent;
    forced-color-adjust: none;
  }
  .skeleton :is(.total > span, .steps li > span, .closing span > span) {
    border-radius: 4px;
    background: var(--_line);
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
  }
  .skeleton :not(.qr) > svg {
    visibility: hidden;
  }
  .skeleton rect {
    fill: var(--_line);
  }
  .skeleton .steps li::marker {
    color: transparent;
  }
  .skeleton :is(button, .button) {
    border-color: var(--_line);
    background: var(--_line);
    color: transparent;
    forced-color-adjust: none;
  }
  .skeleton .value:not(.code) {
    background: linear-gradient(var(--_line) 0 0) 0 50% / min(100%, 13em) 0.9em no-repeat;
  }
  .skeleton .value.code {
    border-radius: 4px;
    background: var(--_line);
  }

  @container (max-width: 299px) {
    .arrival {
      min-height: calc(4.2em + 20px);
    }
    .host {
      min-height: 2.8em;
    }
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
    .arrival {
      min-height: calc(1.4em + 20px);
    }
  }
`;
