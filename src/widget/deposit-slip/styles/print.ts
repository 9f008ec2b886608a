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
    a.second,
    .payment-details .button,
    .payment-details .host {
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
    .row,
    .receipt div {
      display: grid;
      grid-template-columns: minmax(max-content, 32%) minmax(0, 1fr);
      gap: 0 6mm;
      padding-inline-end: 0;
      break-inside: avoid;
    }
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
      display: grid;
      grid-template-columns: 40mm minmax(0, 1fr);
      column-gap: 6mm;
    }
    .lead.has-code > .qr {
      display: block;
      grid-row: 1;
      grid-column: 1;
    }
    .lead.has-code > dl {
      grid-row: 1;
      grid-column: 2;
    }
    .qr > :is(svg, canvas, img) {
      inline-size: 40mm;
      border: 0;
    }
    .steps,
    .facts {
      margin-block-start: 4mm;
      padding-block-start: 3mm;
    }
    .printed {
      display: block;
      margin-block-start: 4mm;
    }
  }
`;
