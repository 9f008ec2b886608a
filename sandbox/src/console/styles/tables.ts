import { css } from 'lit';

/** Lists, the open request and the ledger. */
export const tables = css`
  .scroll {
    /* Contains the visually hidden texts of its cells, which would otherwise widen the page. */
    position: relative;
    overflow-x: auto;
  }
  /* Stays visible while the list scrolls. */
  .feed {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    gap: 4px 14px;
    align-items: center;
    min-block-size: 38px;
    padding: 0 14px;
    border-block-end: 1px solid var(--line);
    background: var(--panel);
  }
  .feed label {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    min-block-size: 32px;
    white-space: nowrap;
  }
  .more {
    display: flex;
    gap: 12px;
    align-items: center;
    padding: 10px 14px;
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 5px;
    text-align: start;
    vertical-align: middle;
  }
  th:first-child,
  td:first-child {
    padding-inline-start: 14px;
  }
  th:last-child,
  td:last-child {
    padding-inline-end: 14px;
  }
  th.number,
  td.number {
    text-align: end;
  }
  thead th,
  thead th.mono,
  thead th.number {
    background: var(--rail);
    color: var(--muted);
    font-weight: 400;
    font-family: inherit;
  }
  tbody tr {
    border-block-start: 1px solid var(--line);
    background: var(--panel);
  }
  td.long {
    min-inline-size: 9ch;
    overflow-wrap: anywhere;
  }
  td.time {
    color: var(--muted);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
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
  div.acts {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .detail .acts {
    margin-block-start: 12px;
  }
  td.acts {
    padding: 4px 14px 4px 5px;
    text-align: end;
  }
  td.acts .button {
    min-block-size: 26px;
    margin: 1px 0 1px 6px;
  }
  @media (min-width: 1200px) {
    :is(td.acts, td.outcome) {
      white-space: nowrap;
    }
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
  }
  .invariants b {
    color: var(--text);
    font-weight: 400;
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
  @media (max-width: 1024px) {
    table {
      font-size: 12px;
    }
    th,
    td {
      padding-inline: 3px;
    }
    td.long {
      min-inline-size: 7ch;
    }
    td.acts .button {
      padding: 0 7px;
    }
    .request {
      min-inline-size: 180px;
    }
  }
  @media (max-width: 760px) {
    .split {
      grid-template-columns: minmax(0, 1fr);
    }
    tr.detail td > * {
      position: sticky;
      inset-inline-start: 17px;
      inline-size: calc(100vw - 34px);
    }
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
