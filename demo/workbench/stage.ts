import { html, type TemplateResult } from 'lit';
import type { Situation } from '../situations/situation.js';
import type { WorkbenchContext } from './context.js';
import { icon } from '../site/lit-icons.js';
import { segments } from './segments.js';
import { CHOICES, clampWidth, LIMITS, queryOf, WIDTHS } from './settings.js';

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
  if (settings.zoom !== 'fit') return Number(settings.zoom) / 100;
  const across = (stageWidth - 2 * STAGE_PADDING) / (settings.width + 2 * FRAME_PADDING);
  const down = (stageHeight - 2 * STAGE_MARGIN) / heightOf(context);
  return Math.min(1, across, down);
}

/** The content and its presentation (widths, zoom and color scheme), in one line. */
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
    ${zoomField(context)} ${segments(context, 'theme', { isHidden: true })}
    <div class="tools">
      <button
        type="button"
        class="tool"
        aria-label="Reload the frame"
        title="Reload the frame"
        @click=${() => context.reload()}
      >
        ${icon('reload')}
      </button>
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

/** The selected option "Fit" states its percentage. */
function zoomField(context: WorkbenchContext): TemplateResult {
  const { settings, change } = context;
  const fitted = Math.round(scaleOf(context) * 100);
  return html`<select
    class="zoom"
    name="zoom"
    aria-label=${CHOICES.zoom.label}
    @change=${(event: Event) => change({ zoom: (event.target as HTMLSelectElement).value })}
  >
    ${CHOICES.zoom.options.map(
      ([value, label]) =>
        html`<option value=${value} .selected=${settings.zoom === value}>
          ${value === 'fit' && settings.zoom === 'fit' ? `${label} · ${fitted} %` : label}
        </option>`,
    )}
  </select>`;
}

/** The frame, its size, and the handle that changes its width. */
export function stage(context: WorkbenchContext, { title, note }: Situation): TemplateResult {
  const { settings, firstAddress } = context;
  return html`<div class="stage">
    <div class="frame">
      <div class="scaled">
        <iframe title="${title} ${note}" src=${firstAddress}></iframe>
      </div>
      <div
        class="handle"
        role="slider"
        tabindex="0"
        aria-label="Width of the frame"
        aria-orientation="horizontal"
        aria-valuemin=${LIMITS.min}
        aria-valuemax=${LIMITS.max}
        aria-valuenow=${settings.width}
        aria-valuetext="${settings.width} pixels"
        @pointerdown=${(event: PointerEvent) => drag(context, event)}
        @keydown=${(event: KeyboardEvent) => step(context, event)}
      ></div>
    </div>
  </div>`;
}

/**
 * Follows the pointer until it is released. The frame is centered, so its edge moves by half of its width.
 */
function drag(context: WorkbenchContext, event: PointerEvent): void {
  const handle = event.currentTarget as HTMLElement;
  const scale = scaleOf(context);
  const [from, width] = [event.clientX, context.settings.width];
  handle.setPointerCapture(event.pointerId);
  const move = ({ clientX }: PointerEvent): void =>
    context.change({ width: clampWidth(width + (2 * (clientX - from)) / scale) });
  handle.addEventListener('pointermove', move);
  handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
    once: true,
  });
}

function step({ settings: { width }, change }: WorkbenchContext, event: KeyboardEvent): void {
  const by = event.shiftKey ? 10 : 1;
  const widths: Readonly<Record<string, number>> = {
    ArrowLeft: width - by,
    ArrowDown: width - by,
    ArrowRight: width + by,
    ArrowUp: width + by,
    Home: LIMITS.min,
    End: LIMITS.max,
  };
  const next = widths[event.key];
  if (next === undefined) return;
  event.preventDefault();
  change({ width: clampWidth(next) });
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
