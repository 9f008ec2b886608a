import { css } from 'lit';

/** Colors by role, light and dark, and the base type. */
export const colors = css`
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
