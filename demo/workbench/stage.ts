import { html, type TemplateResult } from 'lit';
import type { Situation } from '../situations/situation.js';
import type { WorkbenchContext } from './context.js';
import { icon } from '../site/lit-icons.js';
import { segments } from './segments.js';
import { clampWidth, LIMITS, queryOf, WIDTHS } from './settings.js';

/** The space around the element in the frame, on each side, in CSS pixels (frame.css). */
export const FRAME_PADDING = 12;
/** The space around the frame in the stage, on each side, and above and below it (stage.css). */
const STAGE_PADDING = 24;
const STAGE_MARGIN = 12;
/** The minimum height: without it, a frame that has not reported its own height would jump. */
const FIRST_HEIGHT = 480;

export const heightOf = ({ frame }: WorkbenchContext): number => frame?.height ?? FIRST_HEIGHT;

/** The scale of the frame: it fits completely and is never enlarged. */
export function scaleOf(context: WorkbenchContext): number {
  const { settings, stageWidth, stageHeight = Infinity } = context;
  const across = (stageWidth - 2 * STAGE_PADDING) / (settings.width + 2 * FRAME_PADDING);
  const down = (stageHeight - 2 * STAGE_MARGIN) / heightOf(context);
  return Math.min(1, across, down);
}

/** The content and its presentation (widths and color scheme), in one line. */
export function toolbar(context: WorkbenchContext, { title, note }: Situation): TemplateResult {
  const { settings, change } = context;
  return html`<div class="toolbar" role="group" aria-label="How the frame is shown">
    <h1>${title} <small>${note}</small></h1>
    <div class="segments widths" role="group" aria-label="Width in pixels">
      ${WIDTHS.map(
        (width) =>
          html`<button
            type="button"
            aria-pressed=${settings.width === width}
            @click=${() => change({ width })}
          >
            ${width}
          </button>`,
      )}
      <input
        type="number"
        aria-label="Another width in pixels"
        min=${LIMITS.min}
        max=${LIMITS.max}
        .value=${String(settings.width)}
        @change=${(event: Event) =>
          change({ width: clampWidth((event.target as HTMLInputElement).valueAsNumber) })}
      />
    </div>
    ${segments(context, 'theme', { isHidden: true })}
    <div class="tools">
      <a
        class="tool"
        target="_blank"
        href=${`/workbench/frame?${queryOf(settings)}`}
        aria-label="Open the frame alone"
        title="Open the frame alone"
        >${icon('open')}</a
      >
    </div>
  </div>`;
}

/** The frame, at the scale at which it fits. */
export function stage({ firstAddress }: WorkbenchContext, { title, note }: Situation): TemplateResult {
  return html`<div class="stage">
    <div class="frame">
      <div class="scaled">
        <iframe title="${title} ${note}" src=${firstAddress}></iframe>
      </div>
    </div>
  </div>`;
}

/** The report of the frame about itself. Errors come first, because a short line cuts off the end. */
export function health(context: WorkbenchContext): TemplateResult {
  const { frame, settings } = context;
  const entries: readonly (readonly [state: 'good' | 'bad' | 'open', text: string])[] = frame
    ? [
        ['good', frame.problem === '' ? frame.status : `${frame.status}: ${frame.problem}`],
        frame.overflow <= 0 ? ['good', 'no overflow'] : ['bad', `${frame.overflow} px too wide`],
        frame.violations === 0 ? ['good', 'no violation'] : ['bad', `${frame.violations} CSP violations`],
        frame.ready === undefined ? ['open', 'loading'] : ['good', `${frame.ready} ms`],
      ]
    : [['open', 'loading']];
  const bad = entries.filter(([state]) => state === 'bad');
  const others = entries.filter(([state]) => state !== 'bad');
  return html`<ul class="health" aria-label="Health of the frame" data-status=${frame?.status ?? ''}>
    <li class="size">${settings.width} × ${Math.max(0, heightOf(context) - 2 * FRAME_PADDING)}</li>
    ${[...bad, ...others].map(
      ([state, text]) => html`<li class=${state}>${icon(HEALTH_ICONS[state])}${text}</li>`,
    )}
  </ul>`;
}

const HEALTH_ICONS = { good: 'check', bad: 'close', open: 'dots' } as const;
