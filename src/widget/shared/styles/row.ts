import { css } from './css.js';

/** Labeled values with their copy buttons, the panel of the lead value, and the QR code. */
export const row = css`
  /* Every panel. Round corners need the space beside them, or the text would leave its background. */
  :is(.lead, .reference, .account, .notice, .epc, .details) {
    padding: calc(var(--_panel-space) - 2px) var(--_panel-space) var(--_panel-space);
    border: 1px solid transparent;
    border-radius: min(var(--_panel-radius), var(--_panel-space) * 3);
  }
  .row {
    position: relative;
    padding-block: 6px;
    padding-inline-end: 52px;
    border-block-start: 1px solid var(--_line);
  }
  dl > .row:first-child {
    border-block-start: 0;
  }
  /* Combining marks can reach far beyond their line; none may be painted over an account number. */
  h2,
  dt,
  .plain,
  .to,
  .notice,
  .steps li > span,
  .facts p {
    overflow: clip;
  }
  dt {
    color: var(--_muted);
    font-size: 0.8125em;
  }
  .value {
    display: block;
    min-inline-size: 0;
    -webkit-user-select: all;
  }
  /* Runs of spaces are part of a value: a selection by hand must hold them too. */
  .value.plain,
  .value.code {
    white-space: pre-wrap;
  }
  .value.mono:not(.code, .line) {
    text-wrap: balance;
  }
  .value.mono {
    font-family: var(--_font-mono);
    font-variant-numeric: tabular-nums slashed-zero;
  }
  .value span {
    white-space: nowrap;
  }
  /* Break random keys after any character, so that all keys wrap in the same way. */
  .value.key {
    word-break: break-all;
  }
  /* The margin follows a group, so that a group that wraps starts at the edge. */
  .value span:not(:last-child) {
    margin-inline-end: 0.36em;
  }
  .value.line {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .value.code {
    block-size: 4.2em;
    overflow: hidden;
    color: var(--_muted);
    font-size: 0.8125em;
    word-break: break-all;
    -webkit-mask-image: linear-gradient(#000 55%, transparent);
    mask-image: linear-gradient(#000 55%, transparent);
  }
  /* Its drawing ends where the values do; its box never leaves the card. */
  .row .icon {
    position: absolute;
    inset-block-start: calc(50% - 22px);
    inset-inline-end: 0;
    margin-inline-end: max(-8px, var(--_space) * -1);
  }
  .note {
    margin-block-start: 4px;
    color: var(--_muted);
    font-size: 0.8125em;
  }
  .note.warn {
    color: var(--_warn);
  }

  .reference {
    margin-block-start: 10px;
    padding-block: calc(var(--_panel-space) - 6px);
    padding-inline-end: 60px;
    border-color: var(--_line);
    background: var(--_sunken);
  }
  .reference.needed {
    border-color: transparent;
    background: var(--_warn-background);
  }
  .reference .value {
    font-weight: var(--_font-weight-strong);
  }
  .reference .note {
    margin-inline-end: -44px;
  }
  .reference.needed .note {
    color: var(--_warn);
  }

  .lead {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    margin-block-start: 10px;
    background: var(--_sunken);
  }
  .lead .row {
    padding: 0;
    border: 0;
  }
  .lead:not(.has-primary) .row {
    padding-inline-end: 44px;
  }
  .lead .row .value:not(.code, .line) {
    font-size: 1.125em;
    font-weight: var(--_font-weight-strong);
    line-height: 1.3;
  }
  .lead .primary {
    margin-block-start: 10px;
  }

  .qr {
    display: none;
    justify-items: center;
    gap: 8px;
    --_room: 100%;
  }
  .qr > * {
    max-inline-size: var(--_room);
  }
  .is-open > .qr {
    display: grid;
  }
  /* Its colors and corners are its own: no theme may spoil what a scanner needs. */
  .qr > :is(svg, canvas, img) {
    display: block;
    block-size: auto;
    aspect-ratio: 1;
    border: 1px solid #e2e7ee;
    border-radius: 8px;
    background: #fff;
    forced-color-adjust: none;
  }
  /* A drawn code has a width of its own, and so a scanner enough of each module. */
  @media screen {
    .qr > :is(svg, svg + canvas) {
      min-inline-size: min(var(--_room), var(--_qr-size));
    }
  }
  .qr > :is(canvas, img) {
    inline-size: min(var(--_room), var(--_qr-size));
    padding: 8px;
    object-fit: contain;
  }
  .qr > :is(svg, svg + canvas) {
    grid-area: 1 / 1;
  }
  .qr > svg + canvas {
    inline-size: auto;
    padding: 0;
    background: none;
    pointer-events: none;
    image-rendering: pixelated;
  }

  @container (max-width: 319px) {
    .lead {
      padding: calc(var(--_panel-space) - 2px);
    }
    .lead .row .value:not(.code, .line) {
      font-size: 1em;
    }
  }
  @container (min-width: 400px) {
    .lead .row .value:not(.code, .line) {
      font-size: 1.25em;
    }
  }
  /**
   * The button stands at the end of the value's line. Below a value that is too long for that, it has the
   * whole width.
   */
  @container (min-width: 560px) {
    .lead.has-primary:not(.has-code) dd {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 10px 20px;
    }
    .lead.has-primary:not(.has-code) .value {
      flex: 999 1 auto;
    }
    .lead.has-primary:not(.has-code) .primary {
      flex: 1 0 auto;
      inline-size: auto;
      margin: 0;
      padding-inline: 24px;
    }
  }
  @container (min-width: 680px) {
    .lead .row .value:not(.code, .line) {
      font-size: 1.625em;
    }
  }
  /* With a mouse the code is scanned from this screen; on a phone it is copied, or its image is saved. */
  @media (hover: hover) and (pointer: fine) {
    @container (min-width: 300px) {
      .lead.has-code .qr {
        display: grid;
      }
      .lead.has-code .toggle {
        display: none;
      }
    }
  }
  /* The margin and not a gap, so that a folded code leaves no empty column. */
  @container (min-width: 480px) {
    .lead.has-code {
      grid-template-columns: auto minmax(0, 1fr);
      grid-template-rows: auto 1fr;
      column-gap: 0;
    }
    .lead.has-code > * {
      grid-column: 2;
    }
    .lead.has-code > .qr {
      grid-row: 1 / span 2;
      grid-column: 1;
      align-self: start;
      margin-inline-end: 20px;
      --_room: calc(50cqi - 30px);
    }
    /* Beside a picture stand up to four things; the last of them takes the rest of its height. */
    .lead.has-picture.is-open {
      grid-template-rows: auto auto auto 1fr;
    }
    .lead.has-picture.is-open > .qr {
      grid-row-end: span 4;
    }
  }
  @media print {
    .value:is(.code, .line) {
      block-size: auto;
      overflow: visible;
      white-space: normal;
      word-break: break-all;
      -webkit-mask-image: none;
      mask-image: none;
    }
  }
`;
