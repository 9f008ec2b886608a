import { css } from 'lit';

/** The components of the views. */
export const content = css`
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
    font-size: 12px;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  nav .apart {
    margin-block-start: 8px;
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
  .card h3 {
    margin: 0;
  }
  .card h3 .button {
    margin-inline-start: auto;
  }
  .empty {
    padding: 24px 14px;
    color: var(--muted);
  }
  .pill {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    min-inline-size: 0;
    overflow-wrap: break-word;
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
    border: 1px solid var(--line);
    border-radius: 9px;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .merchants .opener :is(span, small) {
    color: var(--muted);
  }
  .merchants ul {
    display: grid;
    gap: 8px;
    align-content: start;
  }
  .merchants .opener[aria-pressed='true'] {
    border-color: var(--accent);
    box-shadow: inset 3px 0 var(--accent);
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
    .merchants {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
