import { html, nothing, type TemplateResult } from 'lit';
import { RULES, TEXT } from '../../src/widget/shared/controllers/palette-controller.js';
import { TOKENS } from '../../src/widget/shared/styles/tokens.js';
import type { WorkbenchContext } from './context.js';
import { contrastOf, hexOf, levelOf } from './contrast.js';
import { icon } from '../site/lit-icons.js';

type Token = (typeof TOKENS)[number];

interface Pair {
  readonly front: string;
  readonly back: string;
  readonly isEdge: boolean;
}

/** Each text or edge, and its background. A background over another is judged as the one below. */
const PAIRS: readonly Pair[] = [
  { front: 'text', back: 'surface', isEdge: false },
  { front: 'accent', back: 'on-accent', isEdge: false },
  ...RULES.flatMap(([fronts, backs, least]) =>
    fronts.flatMap((front) =>
      backs.filter((back) => !back.includes(' ')).map((back) => ({ front, back, isEdge: least < TEXT })),
    ),
  ),
];
/** The properties that most merchants change. */
const FIRST = ['accent', 'on-accent', 'link', 'muted', 'radius'];

/** A field for every custom property: the first few visible, the others folded. */
export function tokenFields(context: WorkbenchContext): TemplateResult {
  const first = FIRST.map((name) => TOKENS.find((token) => token.name === name)!);
  const others = TOKENS.filter(({ name }) => !FIRST.includes(name));
  return html`<div class="tokens">${first.map((token) => tokenField(context, token))}</div>
    <details class="all-tokens">
      <summary>${others.length} more tokens</summary>
      <div class="tokens">${others.map((token) => tokenField(context, token))}</div>
    </details>`;
}

/** The effective value: the field's own, the preset's, or the default, which may be that of another token. */
function valueOf(context: WorkbenchContext, { name, light, dark }: Token): string {
  const { settings, frame } = context;
  const initial = frame?.isDark === true ? (dark ?? light) : light;
  const value = settings.tokens[name] ?? (frame?.tokens[name] || initial);
  const other = TOKENS.find((token) => value === `var(--_${token.name})`);
  return other ? valueOf(context, other) : value;
}

function tokenField(context: WorkbenchContext, token: Token): TemplateResult {
  const { name } = token;
  const value = valueOf(context, token);
  const isChanged = context.settings.tokens[name] !== undefined;
  const set = (event: Event): void => setToken(context, name, (event.target as HTMLInputElement).value);
  return html`<div class="token ${isChanged ? 'changed' : ''}" data-token=${name}>
    ${
      token.dark === undefined
        ? html`<span class="no-color"></span>`
        : html`<input
            type="color"
            aria-label="${name}, color"
            .value=${hexOf(value) ?? '#000000'}
            @input=${set}
          />`
    }
    <label for="token-${name}">${name}</label>
    <input id="token-${name}" .value=${value} spellcheck="false" autocomplete="off" @change=${set} />
    ${contrast(context, token)}
    ${
      isChanged
        ? html`<button
            type="button"
            class="tool"
            aria-label="Reset ${name}"
            @click=${() => setToken(context, name, '')}
          >
            ${icon('reset')}
          </button>`
        : nothing
    }
  </div>`;
}

function setToken({ settings, change }: WorkbenchContext, name: string, value: string): void {
  const { [name]: _, ...others } = settings.tokens;
  change({ tokens: value.trim() === '' ? others : { ...others, [name]: value.trim() } });
}

/** The lowest contrast of a color with its backgrounds. */
function contrast(context: WorkbenchContext, token: Token): TemplateResult | typeof nothing {
  const { name } = token;
  const pairs = PAIRS.filter(({ front }) => front === name);
  if (pairs.length === 0) return nothing;
  if (context.frame?.refused.includes(name))
    return html`<output class="bad" title="It cannot be read, so the element shows another color"
      >not used</output
    >`;
  const color = valueOf(context, token);
  const ratios = pairs.map(({ back, isEdge }) => {
    const other = TOKENS.find((each) => each.name === back)!;
    return { back, isEdge, ratio: contrastOf(color, valueOf(context, other)) };
  });
  const [lowest] = ratios.toSorted((one, other) => (one.ratio ?? 0) - (other.ratio ?? 0));
  const { back, isEdge, ratio } = lowest!;
  if (ratio === undefined)
    return html`<output title="The contrast is known for colors such as #1d4ed8">?</output>`;
  const level = levelOf(ratio, isEdge);
  return html`<output class=${level === 'fails' ? 'bad' : 'good'} title="Contrast with ${back}"
    >${ratio.toFixed(1)} ${level}</output
  >`;
}
