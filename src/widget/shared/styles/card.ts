import { css } from './css.js';

/**
 * The styles of the parts that every card can have: the stripe of test data, the drawing of a rail, the
 * status line, and the actions at the bottom.
 */
export const card = css`
  .test {
    padding: 3px 16px;
    background: repeating-linear-gradient(135deg, #ffd84d 0 10px, #ffe58a 10px 20px);
    color: #3d3000;
    font-size: 0.8125em;
    font-weight: 650;
    text-align: center;
  }
  .badge.glyph {
    display: var(--_glyph);
    background: var(--_sunken);
    color: var(--_link);
  }
  .status {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
    min-block-size: 20px;
    margin-block-start: 14px;
    color: var(--_muted);
    font-size: 0.875em;
  }
  .status > span:not(.dot) {
    flex: 1 1 0;
    min-inline-size: min(100%, 11em);
  }
  .dot {
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    margin: 6px 0 0 4px;
    border-radius: 50%;
    background: var(--_link);
    outline: 4px solid var(--_line);
  }
  .status:is(.paused, .unavailable, .blind) .dot {
    background: var(--_muted);
  }
  .status.offline .dot {
    background: var(--_warn);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0 20px;
    padding: 2px var(--_space);
    border-block-start: 1px solid var(--_line);
  }
  .printed {
    margin-block-start: 4mm;
  }
  @media not print {
    .printed {
      display: none;
    }
  }
  /* Without its script, a page does not know when it is printed. */
  :host(:not(:defined)) .now {
    display: none;
  }

  @media (forced-colors: active) {
    .card,
    .dot {
      border: 1px solid CanvasText;
    }
  }
`;
