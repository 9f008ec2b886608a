import { SandboxConsole } from './sandbox-console.js';

// The policy of the page allows no inline style sheet.
const sheet = new CSSStyleSheet();
sheet.replaceSync('html, body { margin: 0; block-size: 100% }');
document.adoptedStyleSheets = [sheet];
customElements.define('sandbox-console', SandboxConsole);
