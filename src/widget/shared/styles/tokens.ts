/** One public custom property: its value in light and, where it differs, in dark. */
interface Token {
  readonly name: string;
  readonly light: string;
  readonly dark?: string;
  /** What it is for; the reference is made from this. */
  readonly purpose: string;
}

/** Every public custom property of the element. Text and background are pairs: set both or none. */
export const TOKENS: readonly Token[] = [
  { name: 'background', light: 'Canvas', purpose: 'Surface of the slip; pairs with `text`' },
  { name: 'text', light: 'CanvasText', purpose: 'Text; pairs with `background`' },
  { name: 'muted', light: '#565d68', dark: '#aab1bd', purpose: 'Labels and secondary text' },
  { name: 'line', light: '#d9dde3', dark: '#3a3f47', purpose: 'Hairlines and the outer edge' },
  { name: 'edge', light: '#868e99', dark: '#7d8591', purpose: 'Edges of fields and secondary buttons (3:1)' },
  {
    name: 'accent',
    light: '#0b5cad',
    dark: '#7db7ff',
    purpose: 'Primary buttons, links and focus; pairs with `on-accent`',
  },
  { name: 'on-accent', light: '#ffffff', dark: '#06203d', purpose: 'Text on `accent`' },
  {
    name: 'warning',
    light: '#7a4b00',
    dark: '#f3c26b',
    purpose: 'Warning text and icons; pairs with `warning-background`',
  },
  { name: 'warning-background', light: '#fff5df', dark: '#33270f', purpose: 'Behind warnings' },
  { name: 'problem', light: '#a4262c', dark: '#ff9d9d', purpose: 'Problem text and icons' },
  {
    name: 'arrived',
    light: '#0c6b3a',
    dark: '#6fd7a1',
    purpose: 'Text and icon of a deposit that arrived; pairs with `arrived-background`',
  },
  {
    name: 'arrived-background',
    light: '#e8f6ee',
    dark: '#11301f',
    purpose: 'Behind the word that a deposit arrived',
  },
  {
    name: 'quiet-background',
    light: '#f4f6f8',
    dark: '#23272d',
    purpose: 'Behind the leading value, the status line and skeletons',
  },
  { name: 'radius', light: '12px', purpose: 'Corners of the slip; inner corners follow' },
  { name: 'padding', light: 'clamp(16px, 5cqi, 24px)', purpose: 'Inner margin of the slip' },
  { name: 'font', light: 'inherit', purpose: "Family of all text; the page's own unless set" },
  {
    name: 'mono',
    light: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
    purpose: 'Family of identifiers: tabular, with an unmistakable zero',
  },
  {
    name: 'max-width',
    light: '720px',
    purpose: 'Widest the slip grows: farther apart, a value and its button lose each other',
  },
  { name: 'shadow', light: 'none', purpose: 'Shadow of the slip' },
  { name: 'qr-size', light: '224px', purpose: 'Side of the QR code, quiet zone included' },
];

const isThemed = (token: Token): token is Token & { dark: string } => token.dark !== undefined;

function declarations(value: (token: Token) => string | undefined): string {
  return TOKENS.map((token) => [token.name, value(token)] as const)
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `--_${name}: var(--deposit-${name}, ${text});`)
    .join('');
}

/**
 * The private properties the sheets use, each taking the public one first. `auto` follows the used colour scheme where
 * the browser has `light-dark()`, and the system's where it has not.
 */
export const tokens = `
:host { color-scheme: inherit; ${declarations(({ light }) => light)} }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; ${declarations(({ dark }) => dark)} }
@supports not (color: light-dark(#000, #fff)) {
  @media (prefers-color-scheme: dark) {
    :host(:not([theme='light'])) { color-scheme: dark; ${declarations(({ dark }) => dark)} }
  }
}
@supports (color: light-dark(#000, #fff)) {
  :host { ${declarations((token) => (isThemed(token) ? `light-dark(${token.light}, ${token.dark})` : undefined))} }
}
@media print {
  :host, :host([theme='dark']) { color-scheme: light; ${declarations(({ light }) => light)} }
}
`;
