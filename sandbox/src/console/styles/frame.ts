import { css } from 'lit';

/** The places of header, navigation, list and status line. */
export const frame = css`
  * {
    box-sizing: border-box;
  }
  .frame {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto / 196px minmax(0, 1fr);
    grid-template-areas: 'stripe stripe' 'head head' 'nav main' 'foot foot';
    block-size: 100%;
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
    padding: 7px 14px;
    border-block-end: 1px solid var(--line);
  }
  nav {
    grid-area: nav;
    /* Contains the visually hidden texts, which would otherwise widen the page. */
    position: relative;
    overflow: auto;
    display: flex;
    flex-direction: column;
    padding: 10px 8px;
    background: var(--rail);
    border-inline-end: 1px solid var(--line);
  }
  main {
    grid-area: main;
    /* Scrolls a row to below the sticky line at the top. */
    scroll-padding-block-start: 44px;
    overflow: auto;
    min-inline-size: 0;
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
  /* One line, down to 900 px. */
  @media (max-width: 1240px) {
    header kbd {
      display: none;
    }
    header .button {
      padding: 0 7px;
    }
  }
  @media (max-width: 1079px) {
    header :is(.wide, h1 .icon) {
      display: none;
    }
    header h1 {
      margin-inline-end: 0;
    }
    header .badge {
      padding: 4px 7px;
    }
    header time {
      font-size: 12px;
    }
  }
  /* The buttons of the clock wrap with the others. */
  @media (max-width: 1100px) {
    header {
      gap: 6px;
    }
    header .clock {
      display: contents;
    }
  }
  /* The rail shows its icons alone, so that the lists have room for every column. */
  @media (min-width: 761px) and (max-width: 1024px) {
    .frame {
      grid-template-columns: 53px minmax(0, 1fr);
    }
    nav a {
      justify-content: center;
    }
    nav a > span {
      position: absolute;
      inline-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    nav small {
      display: none;
    }
  }
  @media (max-width: 760px) {
    .frame {
      grid-template: auto / minmax(0, 1fr);
      grid-template-areas: 'stripe' 'head' 'nav' 'main' 'foot';
      block-size: auto;
      min-block-size: 100%;
      align-content: start;
    }
    /* Narrow screens seldom have a keyboard. */
    :is(header, .feed) kbd,
    header .clock .icon {
      display: none;
    }
    nav {
      padding: 4px 8px;
      border-block-end: 1px solid var(--line);
      border-inline-end: 0;
      scrollbar-width: none;
    }
    nav ul {
      display: flex;
    }
    nav [aria-current] {
      scroll-initial-target: nearest;
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
