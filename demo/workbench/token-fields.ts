import { html, nothing, type TemplateResult } from 'lit';
import { TOKENS } from '../../src/widget/shared/styles/tokens.js';
import type { WorkbenchContext } from './context.js';
import { contrastOf, hexOf, levelOf } from './contrast.js';
import { icon } from '../site/lit-icons.js';

type Token = (typeof TOKENS)[number];

/** The color behind or on top of each color. */
const PAIRS: Readonly<Record<string, string>> = {
  text: 'surface',
  muted: 'surface',
  edge: 'surface',
  accent: 'on-accent',
  'on-accent': 'accent',
  link: 'surface',
  focus: 'surface',
  ok: 'ok-background',
  warn: 'warn-background',
  danger: 'danger-background',
};
/** Edges and outlines need less contrast than text. */
const EDGES = ['edge', 'focus'];
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

/** The effective value: the field's own, the preset's, or the default. */
function valueOf({ settings, frame }: WorkbenchContext, { name, light, dark }: Token): string {
  const initial = frame?.isDark === true ? (dark ?? light) : light;
  return settings.tokens[name] ?? (frame?.tokens[name] || initial);
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

function contrast(context: WorkbenchContext, token: Token): TemplateResult | typeof nothing {
  const pair = TOKENS.find(({ name }) => name === PAIRS[token.name]);
  if (!pair) return nothing;
  if (context.frame?.refused.includes(token.name))
    return html`<output class="bad" title="It cannot be read, so the element shows another color"
      >not used</output
    >`;
  const ratio = contrastOf(valueOf(context, token), valueOf(context, pair));
  if (ratio === undefined)
    return html`<output title="The contrast is known for colors such as #1d4ed8">?</output>`;
  const level = levelOf(ratio, EDGES.includes(token.name));
  return html`<output class=${level === 'fails' ? 'bad' : 'good'} title="Contrast with ${pair.name}"
    >${ratio.toFixed(1)} ${level}</output
  >`;
}
