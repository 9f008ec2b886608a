import { css } from '../../shared/styles/css.js';

/** On paper: labels beside values, everything unfolded, and nothing that can be pressed. */
export const print = css`
  @media print {
    .card {
      max-inline-size: none;
      border: 0;
      box-shadow: none;
    }
    .body {
      padding: 4mm 0;
    }
    .test {
      border: 2px solid #000;
      background: none;
      color: #000;
    }
    button,
    .actions,
    .tools-box,
    .epc .tools,
    .entry,
    .status,
    .fold,
    a.button,
    .payment-details {
      display: none !important;
    }
    .folded.folded {
      display: block !important;
    }
    :is(.lead, .lead.has-code, .reference, .notice) {
      padding: 3mm;
      border: 1px solid #000;
      background: none;
      color: #000;
    }
    :is(.row, .lead:not(.has-primary) .row) {
      display: flex;
      flex-wrap: wrap;
      gap: 0 6mm;
      padding-inline-end: 0;
    }
    /* No narrower than its longest word. A value that has no room beside it stands below. */
    .row dt {
      inline-size: min-content;
      min-inline-size: 32%;
      max-inline-size: 100%;
      overflow-wrap: break-word;
    }
    .row dd {
      flex: 1 1 50%;
      min-inline-size: 0;
    }
    /* On screen it also stands below the button. */
    .reference .note {
      margin-inline-end: 0;
    }
    .row,
    .receipt div,
    .reference,
    .lead,
    .notice,
    .steps li,
    .facts p {
      break-inside: avoid;
    }
    .lead .row .value:not(.code, .line) {
      font-size: 1.125em;
    }
    .lead.has-code.has-code {
      display: flex;
      flex-wrap: wrap;
      gap: 4mm 6mm;
    }
    .lead.has-code > .qr {
      display: block;
      order: -1;
      margin: 0;
    }
    .lead.has-code > dl {
      flex: 1 1 50mm;
      min-inline-size: 0;
    }
    .qr > :is(svg, canvas, img) {
      inline-size: 40mm;
      border: 0;
    }
    .qr > svg + canvas {
      display: none;
    }
    .steps,
    .facts {
      margin-block-start: 4mm;
      padding-block-start: 3mm;
    }
  }
`;
