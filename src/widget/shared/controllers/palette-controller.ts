import type { ReactiveControllerHost } from 'lit';
import { contrast } from '../contrast.js';
import { record } from '../../../core/record.js';
import { COLORS } from '../styles/tokens.js';
import { Controller } from './controller.js';

/**
 * Below this contrast, text is unreadable: WCAG 2.2 requires it of the largest text. Above it, the page
 * decides.
 */
export const TEXT = 3;
/** Below this contrast, a border or an outline is invisible. */
const EDGE = 1.5;

/**
 * Foreground tokens, their backgrounds, the minimum contrast, and the replacements if it is not met; the
 * empty string stands for the element's own color. `sunken accent` is `accent` on a panel, which shows
 * through if it is not opaque. Each rule may rely on those before it.
 */
export const RULES: readonly (readonly [string[], string[], number, Readonly<Record<string, string>>])[] = [
  [['text'], ['sunken'], TEXT, { sunken: 'surface' }],
  [['muted'], ['surface', 'sunken'], TEXT, { muted: 'text' }],
  [['link'], ['surface', 'sunken'], TEXT, { link: 'text' }],
  [['edge'], ['surface'], EDGE, { edge: 'text' }],
  [['focus'], ['surface', 'sunken'], EDGE, { focus: 'text' }],
  [['on-accent'], ['accent', 'sunken accent'], TEXT, { accent: '', 'on-accent': '' }],
  [['warn'], ['surface', 'sunken'], TEXT, { warn: 'text' }],
  [
    ['text', 'muted', 'link', 'warn'],
    ['warn-background'],
    TEXT,
    { warn: 'text', 'warn-background': 'sunken' },
  ],
  [
    ['ok'],
    ['surface', 'sunken', 'warn-background', 'ok-background', 'sunken ok-background'],
    TEXT,
    { ok: 'text', 'ok-background': 'surface' },
  ],
  [['danger'], ['surface', 'danger-background'], TEXT, { danger: 'text', 'danger-background': 'sunken' }],
];

/**
 * Replaces unreadable colors of the page: a payer must never miss a value or a warning because of a theme.
 * The replacement is another color of the theme or, if the theme's text itself is unreadable, the element's
 * own color.
 */
export class PaletteController extends Controller {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #frame: Element | undefined;
  #seen: string | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    super();
    this.#host = host;
  }

  override hostUpdated(): void {
    const frame = this.#host.shadowRoot?.querySelector('.frame');
    if (!frame) return;
    if (frame !== this.#frame) {
      this.#frame = frame;
      // The page changed a color through a rule, a class or another color scheme (styles/base.ts).
      frame.addEventListener('transitionend', () => this.#judge(frame));
    }
    this.#judge(frame);
  }

  #judge(frame: Element): void {
    const shadow = getComputedStyle(frame, '::before').getPropertyValue('box-shadow');
    if (shadow === this.#seen) return;
    this.#seen = shadow;
    const instead = insteadOf(shadow.match(/[\w-]+\(.*?\)/g) ?? []);
    const card = frame.querySelector<HTMLElement>('.card');
    for (const name of COLORS) {
      const substitute = instead[name];
      // Without its public property, the color is the element's own.
      const value = substitute === '' ? 'initial' : substitute && `var(--_${substitute})`;
      card?.style.setProperty(`--deposit-${name}`, value ?? '');
    }
  }
}

/** The replacements of unreadable colors, by name. */
function insteadOf(values: readonly string[]): Readonly<Record<string, string>> {
  const colors = record(Object.fromEntries(COLORS.map((name, at) => [name, values[at] ?? ''])));
  const surface = colors['surface']!;
  const own = Object.fromEntries(COLORS.map((name) => [name, '']));
  // If one of them is not a color, nothing is known.
  if (values.length !== COLORS.length || contrast(colors['text']!, [surface]) < TEXT) return own;
  const instead = record<Record<string, string>>({});
  for (const [fronts, backs, least, substitutes] of RULES) {
    const isRead = fronts.every((front) =>
      backs.every((back) => {
        const layers = ['surface', ...back.split(' ')].map((name) => colors[name]!);
        return contrast(colors[front]!, layers) >= least;
      }),
    );
    if (isRead) continue;
    Object.assign(instead, substitutes);
    for (const [name, substitute] of Object.entries(substitutes)) colors[name] = colors[substitute] ?? '';
  }
  return instead;
}
