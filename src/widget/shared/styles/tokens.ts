/** A public custom property, `--deposit-{name}`: its default in light and, if it differs, in dark. */
interface Token {
  readonly name: string;
  readonly light: string;
  readonly dark?: string;
}

/** Every public custom property. Colors of text and background come in pairs: set both or neither. */
export const TOKENS: readonly Token[] = [
  { name: 'background', light: 'Canvas' },
  { name: 'text', light: 'CanvasText' },
  { name: 'muted', light: '#565d68', dark: '#aab1bd' },
  { name: 'line', light: '#d9dde3', dark: '#3a3f47' },
  { name: 'edge', light: '#868e99', dark: '#7d8591' },
  {
    name: 'accent',
    light: '#0b5cad',
    dark: '#7db7ff',
  },
  { name: 'on-accent', light: '#ffffff', dark: '#06203d' },
  {
    name: 'warning',
    light: '#7a4b00',
    dark: '#f3c26b',
  },
  { name: 'warning-background', light: '#fff5df', dark: '#33270f' },
  { name: 'problem', light: '#a4262c', dark: '#ff9d9d' },
  {
    name: 'arrived',
    light: '#0c6b3a',
    dark: '#6fd7a1',
  },
  {
    name: 'arrived-background',
    light: '#e8f6ee',
    dark: '#11301f',
  },
  {
    name: 'quiet-background',
    light: '#f4f6f8',
    dark: '#23272d',
  },
  { name: 'radius', light: '12px' },
  { name: 'padding', light: 'clamp(16px, 5cqi, 24px)' },
  { name: 'font', light: 'inherit' },
  {
    name: 'mono',
    light: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  },
  {
    name: 'max-width',
    light: '720px',
  },
  { name: 'shadow', light: 'none' },
  { name: 'qr-size', light: '224px' },
];

const isThemed = (token: Token): token is Token & { dark: string } => token.dark !== undefined;

function declarations(value: (token: Token) => string | undefined): string {
  return TOKENS.map((token) => [token.name, value(token)] as const)
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `--_${name}: var(--deposit-${name}, ${text});`)
    .join('');
}

/**
 * The private properties the style sheets use; each takes its public one first. `auto` follows the used color scheme if the
 * browser supports `light-dark()`, else the system's.
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
