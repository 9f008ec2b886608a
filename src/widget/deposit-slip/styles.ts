import { css } from '../shared/styles/css.js';

/** The slip: its head, notices, arrival, steps, amount entry, picker and skeleton. */
export const styles = css`
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
  .merchant {
    flex-basis: 100%;
    color: var(--_muted);
    font-size: 0.8125em;
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

  /* The skeleton is the slip with transparent text, so the layout does not shift when the values appear. */
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
  @container (min-width: 560px) {
    .arrival {
      min-height: calc(1.4em + 20px);
    }
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
  .error {
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
  /* After the deposit arrived, no button is primary, so that nobody is prompted to pay again. */
  .paid .primary {
    border-color: var(--_edge);
    background: transparent;
    color: inherit;
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
