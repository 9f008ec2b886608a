import { SandboxConsole } from './sandbox-console.js';

// The policy of the page allows no inline style sheet.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  html, body { margin: 0; block-size: 100% }
  body { display: flex; flex-direction: column }
  sandbox-console { flex: 1 0 auto }
  /* In this layout the console scrolls inside itself (styles/frame.ts). */
  @media (min-width: 761px) { sandbox-console { flex: 1; min-block-size: 0 } }
`);
document.adoptedStyleSheets = [sheet];
customElements.define('sandbox-console', SandboxConsole);
