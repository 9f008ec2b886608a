import { record } from '../../../core/record.js';

/** A public custom property, `--deposit-{name}`: its default in light and, if it differs, in dark. */
interface Token {
  readonly name: string;
  readonly light: string;
  readonly dark?: string;
  /**
   * The bounded form of a length: `$` stands for the value, which has a unit. Beyond the bounds, a slip would
   * be unreadable.
   */
  readonly bound?: string;
}

/**
 * Every public custom property. Colors of text and background come in pairs: set both or neither. The comment
 * before a token is its description in editors and in the guides.
 */
export const TOKENS: readonly Token[] = [
  /** Background of the element; pairs with `text`. */
  { name: 'surface', light: '#ffffff', dark: '#141b26' },
  /** Text color; pairs with `surface`. */
  { name: 'text', light: '#0f172a', dark: '#e8edf5' },
  /** Labels and secondary text. */
  { name: 'muted', light: '#556070', dark: '#9aa7b8' },
  /** Hairlines, the outer edge and the skeleton. */
  { name: 'line', light: '#e2e7ee', dark: '#2a3442' },
  /** Borders of fields and secondary buttons; needs a contrast of 3:1. */
  { name: 'edge', light: '#7f8a9a', dark: '#75829a' },
  /** Background of the panel of the main value. */
  { name: 'sunken', light: '#f5f7fa', dark: '#1b2431' },
  /** Background of primary buttons; pairs with `on-accent`. */
  { name: 'accent', light: '#1d4ed8', dark: '#6ea0ff' },
  /** Text on `accent`. */
  { name: 'on-accent', light: '#ffffff', dark: '#07142e' },
  /** Links, quiet buttons and icons. */
  { name: 'link', light: '#1d4ed8', dark: '#8db4ff' },
  /** The focus outline; needs a contrast of 3:1. */
  { name: 'focus', light: '#1d4ed8', dark: '#8db4ff' },
  /** The tick, and the heading of an arrived deposit; pairs with `ok-background`. */
  { name: 'ok', light: '#0f7a43', dark: '#5fd397' },
  /** Background of `ok`. */
  { name: 'ok-background', light: '#e7f6ed', dark: '#12301f' },
  /** Text and icons of warnings; pairs with `warn-background`. */
  { name: 'warn', light: '#8a4b00', dark: '#ffc46b' },
  /** Background of warnings. */
  { name: 'warn-background', light: '#fff4e0', dark: '#33240b' },
  /** Text and icons of problems; pairs with `danger-background`. */
  { name: 'danger', light: '#b3261e', dark: '#ff9a92' },
  /** Background of the icon of a problem. */
  { name: 'danger-background', light: '#fdecea', dark: '#3a1715' },
  /**
   * The size that all text is relative to; by default 16px, or the size the reader chose if that is larger.
   * From 14px to 24px.
   */
  {
    name: 'font-size',
    light: 'max(16px, 1rem)',
    // A reader's larger text is honored, however large.
    bound: 'clamp(14px, $, max(24px, 1rem))',
  },
  /** Font family of all text; by default the page's own. */
  { name: 'font-family', light: 'inherit' },
  /** Font family of identifiers; use one with tabular figures and a distinct zero. */
  {
    name: 'font-mono',
    light: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  },
  /** Weight of ordinary text. */
  { name: 'font-weight', light: '400' },
  /** Weight of headings, amounts and primary buttons. */
  { name: 'font-weight-strong', light: '650' },
  /** Radius of the element's corners, up to 32px and to 2.5 times `space`. */
  { name: 'radius', light: '16px', bound: 'min($, 32px)' },
  /** Radius of buttons and of the boxes behind icons, up to 32px: `999px` makes pills. */
  { name: 'control-radius', light: '12px', bound: 'min($, 32px)' },
  /** Radius of the field of an amount, up to 32px. */
  { name: 'field-radius', light: '12px', bound: 'min($, 32px)' },
  /** Radius of panels and notices, up to 32px and to 3 times `panel-space`. */
  { name: 'panel-radius', light: '12px', bound: 'min($, 32px)' },
  /** Padding of panels and notices, up to 24px. */
  { name: 'panel-space', light: '14px', bound: 'min($, 24px)' },
  /** Height of primary buttons, from 44px to 64px; more where their text wraps. */
  { name: 'control-height', light: '48px', bound: 'clamp(44px, $, 64px)' },
  /** Padding of the element, up to 40px. */
  { name: 'space', light: '20px', bound: 'min($, 40px)' },
  /** Maximum width of the element, from 280px. */
  { name: 'max-width', light: '640px', bound: 'max($, 280px)' },
  /** Shadow of the element; by default none in dark. */
  { name: 'shadow', light: '0 1px 2px var(--_shade), 0 8px 24px var(--_shade)' },
  /** `none` hides the drawings of the rails; by default `grid`. */
  { name: 'glyph', light: 'grid' },
  /**
   * Side length of the QR code, quiet zone included: from 160px, or 2px for each module, to 360px or half of
   * a wide slip.
   */
  { name: 'qr-size', light: '200px', bound: 'clamp(160px, $, 360px)' },
];

/** The names of the colors. */
export const COLORS: readonly string[] = TOKENS.filter(isThemed).map(({ name }) => name);

/** Not public: the shadow's color, which dark cards do without. */
const SHADE: Token = { name: 'shade', light: '#0f172a0a', dark: '#0000' };

function isThemed(token: Token): token is Token & { dark: string } {
  return Object.hasOwn(token, 'dark');
}

function declarations(value: (token: Token) => string | undefined): string {
  return [...TOKENS, SHADE]
    .map((each) => record<Token>(each))
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
