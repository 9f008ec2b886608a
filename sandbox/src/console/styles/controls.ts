import { css } from 'lit';

/** Buttons, fields and dialogs. */
export const controls = css`
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
    grid-template-columns: minmax(0, 1fr);
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
    flex-wrap: wrap;
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
  .segments span {
    display: block;
    padding: 3px 7px;
    border: 1px solid transparent;
    border-radius: 6px;
    background: none;
    color: var(--muted);
    cursor: pointer;
  }
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
    min-block-size: 100%;
    padding: 16px;

    form {
      max-inline-size: 440px;
    }
  }
`;
