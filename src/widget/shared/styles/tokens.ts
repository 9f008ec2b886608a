/** A public custom property, `--deposit-{name}`: its default in light and, if it differs, in dark. */
interface Token {
  readonly name: string;
  readonly light: string;
  readonly dark?: string;
  /**
   * What is used of a length: `$` stands for the value, which has a unit. Beyond this, a slip could not be
   * read.
   */
  readonly bound?: string;
}

/** Every public custom property. Colors of text and background come in pairs: set both or neither. */
export const TOKENS: readonly Token[] = [
  { name: 'surface', light: '#ffffff', dark: '#141b26' },
  { name: 'text', light: '#0f172a', dark: '#e8edf5' },
  { name: 'muted', light: '#556070', dark: '#9aa7b8' },
  { name: 'line', light: '#e2e7ee', dark: '#2a3442' },
  { name: 'edge', light: '#7f8a9a', dark: '#75829a' },
  { name: 'sunken', light: '#f5f7fa', dark: '#1b2431' },
  { name: 'accent', light: '#1d4ed8', dark: '#6ea0ff' },
  { name: 'on-accent', light: '#ffffff', dark: '#07142e' },
  { name: 'link', light: '#1d4ed8', dark: '#8db4ff' },
  { name: 'focus', light: '#1d4ed8', dark: '#8db4ff' },
  { name: 'ok', light: '#0f7a43', dark: '#5fd397' },
  { name: 'ok-background', light: '#e7f6ed', dark: '#12301f' },
  { name: 'warn', light: '#8a4b00', dark: '#ffc46b' },
  { name: 'warn-background', light: '#fff4e0', dark: '#33240b' },
  { name: 'danger', light: '#b3261e', dark: '#ff9a92' },
  { name: 'danger-background', light: '#fdecea', dark: '#3a1715' },
  // A reader's larger text is honored, however large.
  { name: 'font-size', light: 'max(16px, 1rem)', bound: 'clamp(14px, $, max(24px, 1rem))' },
  { name: 'font-family', light: 'inherit' },
  {
    name: 'font-mono',
    light: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  },
  { name: 'font-weight', light: '400' },
  { name: 'font-weight-strong', light: '650' },
  { name: 'radius', light: '16px', bound: 'min($, 32px)' },
  { name: 'control-radius', light: '12px', bound: 'min($, 32px)' },
  { name: 'field-radius', light: '12px', bound: 'min($, 32px)' },
  { name: 'panel-radius', light: '12px', bound: 'min($, 32px)' },
  { name: 'panel-space', light: '14px', bound: 'min($, 24px)' },
  { name: 'control-height', light: '48px', bound: 'clamp(44px, $, 64px)' },
  { name: 'space', light: '20px', bound: 'min($, 40px)' },
  { name: 'max-width', light: '640px', bound: 'max($, 280px)' },
  { name: 'shadow', light: '0 1px 2px var(--_shade), 0 8px 24px var(--_shade)' },
  { name: 'glyph', light: 'grid' },
  { name: 'qr-size', light: '200px', bound: 'clamp(160px, $, 360px)' },
];

/** The names of the colors. */
export const COLORS: readonly string[] = TOKENS.filter(({ dark }) => dark).map(({ name }) => name);

/** Not public: the shadow's color, which dark cards do without. */
const SHADE: Token = { name: 'shade', light: '#0f172a0a', dark: '#0000' };

const isThemed = (token: Token): token is Token & { dark: string } => token.dark !== undefined;

function declarations(value: (token: Token) => string | undefined): string {
  return [...TOKENS, SHADE]
    .map((token) => [token, value(token)] as const)
    .filter(([, text]) => text !== undefined)
    .map(
      ([{ name, bound = '$' }, text]) =>
        `--_${name}: ${bound.replace('$', `var(--deposit-${name}, ${text})`)};`,
    )
    .join('');
}

/**
 * The frame shows which colors a page wants, and the card uses those that can be read
 * (controllers/palette-controller.ts).
 */
const USED = ':is(.frame, .card)';

/**
 * The private properties the style sheets use; each takes its public one first. `auto` follows the used color
 * scheme if the browser supports `light-dark()`, else the system's.
 */
export const tokens = `
.frame::before { box-shadow: ${COLORS.map((name) => `0 0 var(--_${name})`).join()}; }
:host { color-scheme: inherit; }
${USED} { ${declarations(({ light }) => light)} }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([theme='dark']) ${USED} { ${declarations(({ dark }) => dark)} }
@supports not (color: light-dark(#000, #fff)) {
  @media (prefers-color-scheme: dark) {
    :host(:not([theme='light'])) { color-scheme: dark; }
    :host(:not([theme='light'])) ${USED} { ${declarations(({ dark }) => dark)} }
  }
}
@supports (color: light-dark(#000, #fff)) {
  ${USED} { ${declarations((token) => (isThemed(token) ? `light-dark(${token.light}, ${token.dark})` : undefined))} }
}
@media print {
  :host, :host([theme='dark']), :host(:not([theme='light'])) { color-scheme: light; }
  :is(:host, :host([theme='dark']), :host(:not([theme='light']))) ${USED} { ${declarations((token) => (isThemed(token) ? token.light : undefined))} }
}
`;
