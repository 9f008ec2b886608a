import { css } from 'lit';

const colors = css`
  :host {
    --panel: #fff;
    --rail: #fafbfd;
    --sunken: #f3f5f9;
    --line: #e2e7ee;
    --edge: #7f8b9b;
    --text: #0f172a;
    --muted: #556070;
    --accent: #1d4ed8;
    --on-accent: #fff;
    --tint: #eaf0fe;
    --ok: #0f7a43;
    --ok-bg: #e7f6ed;
    --warn: #8a4b00;
    --warn-bg: #fff4e0;
    --bad: #b3261e;
    --bad-bg: #fdeceb;
    --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
    color-scheme: light dark;
    display: block;
    min-block-size: 100%;
    background: var(--panel);
    color: var(--text);
    font:
      13px/1.45 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'DejaVu Sans',
      sans-serif;
  }
  @media (prefers-color-scheme: dark) {
    :host {
      --panel: #121924;
      --rail: #0f1620;
      --sunken: #1a2330;
      --line: #2a3748;
      --edge: #6b7c92;
      --text: #e8edf5;
      --muted: #9aa7b8;
      --accent: #7aa7ff;
      --on-accent: #07142e;
      --tint: #17284a;
      --ok: #5fd397;
      --ok-bg: #12301f;
      --warn: #ffc46b;
      --warn-bg: #33240b;
      --bad: #ff9a90;
      --bad-bg: #3a1815;
    }
  }
`;

const frame = css`
  * {
    box-sizing: border-box;
  }
  .frame {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto / 188px minmax(0, 1fr);
    grid-template-areas: 'stripe stripe' 'head head' 'nav main' 'foot foot';
    block-size: 100vh;
  }
  .frame.with-side {
    grid-template-columns: 188px minmax(0, 1fr) 308px;
    grid-template-areas: 'stripe stripe stripe' 'head head head' 'nav main side' 'foot foot foot';
  }
  .stripe {
    grid-area: stripe;
    block-size: 4px;
    background: repeating-linear-gradient(135deg, #ffd84d 0 8px, #ffe9a0 8px 16px);
  }
  header {
    grid-area: head;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding: 10px 14px;
    border-block-end: 1px solid var(--line);
  }
  nav {
    grid-area: nav;
    overflow: auto;
    display: flex;
    flex-direction: column;
    padding: 10px 8px;
    background: var(--rail);
    border-inline-end: 1px solid var(--line);
  }
  main {
    grid-area: main;
    overflow: auto;
    min-inline-size: 0;
  }
  aside {
    grid-area: side;
    overflow: auto;
    display: grid;
    gap: 12px;
    align-content: start;
    padding: 12px;
    background: var(--rail);
    border-inline-start: 1px solid var(--line);
  }
  footer {
    grid-area: foot;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
    padding: 7px 14px;
    border-block-start: 1px solid var(--line);
    background: var(--rail);
  }
  footer p {
    flex: 1;
  }
  @media (max-width: 760px) {
    .frame {
      grid-template: auto / minmax(0, 1fr);
      grid-template-areas: 'stripe' 'head' 'nav' 'main' 'foot';
      block-size: auto;
      min-block-size: 100vh;
      align-content: start;
    }
    nav {
      padding: 4px 8px;
      border-block-end: 1px solid var(--line);
    }
    nav ul {
      display: flex;
    }
    nav .base {
      display: none;
    }
    footer {
      position: sticky;
      inset-block-end: 0;
    }
  }
  h1,
  h2,
  h3,
  p,
  dl,
  dd,
  ol,
  ul,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    list-style: none;
  }
  h1,
  h2 {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    font-size: 16px;
    font-weight: 650;
  }
  h3 {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin-block: 12px 6px;
    font-size: 13px;
    font-weight: 650;
    color: var(--muted);
  }
  header h1 {
    margin-inline-end: 8px;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding: 10px 14px;
  }
  .bar h2 {
    margin-inline-end: auto;
  }
  #title:focus {
    outline: none;
  }
`;

const controls = css`
  button,
  input,
  select {
    font: inherit;
    color: inherit;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  .button {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    justify-content: center;
    min-block-size: 30px;
    padding: 0 10px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--panel);
    white-space: nowrap;
    cursor: pointer;
  }
  .button:hover {
    background: var(--sunken);
  }
  .button.primary {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 550;
  }
  .button.danger {
    color: var(--bad);
  }
  .button.wide {
    min-block-size: 34px;
    inline-size: 100%;
  }
  kbd {
    padding: 0 4px;
    border: 1px solid currentColor;
    border-radius: 4px;
    font: 11px/16px var(--mono);
    color: var(--muted);
  }
  .primary kbd {
    color: inherit;
  }
  h2 kbd {
    margin-inline-start: auto;
  }
  input:not([type='radio'], [type='checkbox']),
  select {
    inline-size: 100%;
    min-block-size: 32px;
    padding: 0 8px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--panel);
  }
  #filter {
    flex: 0 1 250px;
    inline-size: auto;
    min-inline-size: 120px;
  }
  ::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  form {
    display: grid;
    gap: 10px;
  }
  .field {
    display: grid;
    gap: 3px;
  }
  .field label,
  legend,
  small {
    font-size: 13px;
    color: var(--muted);
  }
  legend {
    padding: 0;
    margin-block-end: 3px;
  }
  .segments {
    display: flex;
    padding: 2px;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--sunken);
  }
  .segments > * {
    flex: 1;
    text-align: center;
    white-space: nowrap;
  }
  .segments button,
  .segments span {
    display: block;
    padding: 3px 8px;
    border: 1px solid transparent;
    border-radius: 6px;
    background: none;
    color: var(--muted);
    cursor: pointer;
  }
  .segments [aria-pressed='true'],
  .segments :checked + span {
    border-color: var(--edge);
    background: var(--panel);
    color: var(--text);
    font-weight: 550;
  }
  .segments label {
    position: relative;
  }
  .segments input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segments :focus-visible + span {
    outline: 2px solid var(--accent);
  }
  dialog {
    inline-size: min(420px, 100vw - 24px);
    max-block-size: calc(100vh - 24px);
    padding: 16px;
    border: 1px solid var(--edge);
    border-radius: 16px;
    background: var(--panel);
    color: var(--text);
  }
  dialog::backdrop {
    background: #0b111a99;
  }
  .dialog-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-block-end: 12px;
  }
  .check {
    display: block;
    margin-block-start: 12px;
  }
  .ask {
    display: grid;
    place-items: center;
    min-block-size: 100vh;
    padding: 16px;
  }
`;

const content = css`
  .icon {
    inline-size: 16px;
    block-size: 16px;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  code,
  pre,
  time,
  .mono,
  .number {
    font-family: var(--mono);
    font-variant-numeric: tabular-nums slashed-zero;
  }
  .number {
    text-align: end;
  }
  .muted {
    color: var(--muted);
  }
  .error {
    color: var(--bad);
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  nav a {
    display: flex;
    gap: 9px;
    align-items: center;
    min-block-size: 32px;
    padding: 0 8px;
    border-radius: 8px;
    color: inherit;
    text-decoration: none;
    white-space: nowrap;
  }
  nav a:hover {
    background: var(--sunken);
  }
  nav a[aria-current] {
    background: var(--tint);
    color: var(--accent);
    font-weight: 550;
  }
  nav a small {
    margin-inline-start: auto;
    color: inherit;
    font-family: var(--mono);
  }
  nav .apart {
    margin-block-start: 8px;
  }
  .base {
    display: grid;
    gap: 2px;
    margin-block-start: auto;
    padding: 9px 10px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--panel);
    overflow-wrap: anywhere;
  }
  .base span {
    color: var(--muted);
  }
  .badge {
    padding: 4px 10px;
    border-radius: 8px;
    font-weight: 550;
    margin-inline-end: auto;
  }
  .badge.ok,
  .invariants .ok {
    background: var(--ok-bg);
    color: var(--ok);
  }
  .badge.warn {
    background: var(--warn-bg);
    color: var(--warn);
  }
  .badge.bad,
  .invariants .bad {
    background: var(--bad-bg);
    color: var(--bad);
  }
  .clock {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .clock span {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    color: var(--muted);
  }
  .clock .frozen {
    color: var(--accent);
    font-weight: 550;
  }
  .card {
    display: grid;
    gap: 8px;
    padding: 12px;
    border: 1px solid var(--line);
    border-radius: 12px;
    background: var(--panel);
  }
  .card h2 {
    font-size: 14px;
  }
  .card h3 {
    margin: 0;
  }
  .card h3 .button {
    margin-inline-start: auto;
  }
  .lines {
    display: grid;
    gap: 8px;
  }
  .empty {
    padding: 24px 14px;
    color: var(--muted);
  }
  .pill {
    display: inline-flex;
    gap: 6px;
    align-items: center;
  }
  .pill::before {
    content: '';
    inline-size: 7px;
    block-size: 7px;
    border: 1.5px solid var(--tone);
    border-radius: 50%;
    background: var(--tone);
    flex: none;
  }
  .pill.ok {
    --tone: var(--ok);
  }
  .pill.warn {
    --tone: var(--warn);
    color: var(--warn);
  }
  .pill.bad,
  .pill.off {
    --tone: var(--bad);
    color: var(--bad);
  }
  .pill.off::before {
    background: none;
  }
  .tag {
    padding: 1px 7px;
    border-radius: 6px;
    background: var(--warn-bg);
    color: var(--warn);
    font-size: 13px;
    font-weight: 400;
  }
  .tag.plain {
    background: var(--sunken);
    color: var(--muted);
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin-block: 12px;
    padding: 8px 12px;
    border-radius: 10px;
    background: var(--warn-bg);
    color: var(--warn);
  }
  .notice span {
    flex: 1 1 180px;
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 3px 12px;
  }
  dt {
    color: var(--muted);
  }
  dd {
    font-family: var(--mono);
    overflow-wrap: anywhere;
  }
  dd a {
    color: var(--accent);
  }
  dl.keys dd {
    font-family: inherit;
  }
  .merchants {
    display: grid;
    grid-template-columns: 190px minmax(0, 1fr);
    gap: 16px;
    padding: 0 14px 16px;
  }
  .merchants > section {
    display: grid;
    gap: 8px;
    align-content: start;
  }
  .merchants .opener {
    display: grid;
    inline-size: 100%;
    padding: 8px 10px;
    border: 1px solid transparent;
    border-radius: 9px;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .merchants .opener[aria-pressed='true'] {
    background: var(--tint);
  }
  .merchants .opener[aria-pressed='true'] b {
    color: var(--accent);
  }
  .pills {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
  }
  @media (max-width: 760px) {
    .merchants,
    .split {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

const tables = css`
  .scroll {
    position: relative;
    overflow-x: auto;
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
    white-space: nowrap;
  }
  th,
  td {
    padding: 5px 8px;
    text-align: start;
    vertical-align: middle;
  }
  th:first-child,
  td:first-child {
    padding-inline-start: 14px;
  }
  th.number,
  td.number {
    text-align: end;
  }
  thead th {
    background: var(--rail);
    color: var(--muted);
    font-weight: 400;
    font-family: inherit;
  }
  tbody tr {
    border-block-start: 1px solid var(--line);
  }
  td.time {
    font-family: var(--mono);
    color: var(--muted);
  }
  tr.selected,
  tr:focus {
    background: var(--tint);
    outline-offset: -2px;
  }
  tr.open,
  tr.detail {
    background: var(--tint);
    box-shadow: inset 3px 0 var(--accent);
  }
  tr.detail {
    border: 0;
    background: var(--rail);
    white-space: normal;
  }
  tr.detail td {
    padding: 0 14px 12px 17px;
  }
  .request {
    inline-size: 100%;
    max-inline-size: 0;
    min-inline-size: 260px;
  }
  .request .opener {
    display: flex;
    gap: 10px;
    inline-size: 100%;
    padding: 0;
    border: 0;
    background: none;
    font-family: var(--mono);
    text-align: start;
    cursor: pointer;
  }
  .request .opener span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .request b {
    min-inline-size: 4ch;
    font-weight: 400;
    color: var(--muted);
  }
  .request b.post {
    color: var(--accent);
    font-weight: 650;
  }
  .request i {
    font-style: normal;
    color: var(--muted);
  }
  .split {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: 0 16px;
  }
  pre {
    margin: 0;
    max-block-size: 320px;
    padding: 8px 12px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--panel);
    line-height: 1.4;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  pre .name {
    color: var(--accent);
  }
  pre .string {
    color: var(--ok);
  }
  pre .number {
    color: var(--warn);
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .detail .acts {
    margin-block-start: 12px;
  }
  .chips {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-inline-start: auto;
  }
  .chips .button {
    min-block-size: 26px;
    padding: 0 8px;
    border-color: var(--line);
    color: var(--warn);
  }
  h3 .pill {
    font-weight: 400;
  }
  .trail li {
    display: grid;
    gap: 0 8px;
    padding: 2px 0 4px 14px;
    border-inline-start: 2px solid var(--accent);
  }
  .trail code {
    color: var(--muted);
  }
  .invariants {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    padding: 0 14px 10px;
  }
  .invariants li {
    padding: 3px 9px;
    border-radius: 7px;
    font-family: var(--mono);
  }
  .ledger tbody tr {
    border: 0;
  }
  .ledger .head {
    border-block-start: 1px solid var(--line);
    background: var(--rail);
  }
  .ledger .head th {
    font-weight: 550;
  }
  .ledger .head td {
    text-align: end;
  }
  .ledger .sum {
    color: var(--ok);
  }
  .ledger .sum td.number {
    border-block-start: 1px solid var(--ok);
  }
  @media (forced-colors: active) {
    tr.selected,
    tr.open,
    [aria-current],
    [aria-pressed='true'],
    :checked + span {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    .button.primary {
      border-width: 2px;
    }
  }
`;

export const styles = [colors, frame, controls, content, tables];
