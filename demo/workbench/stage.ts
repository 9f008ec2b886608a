import { html, svg, type TemplateResult } from 'lit';
import type { Situation } from '../situations/situation.js';
import type { WorkbenchContext } from './context.js';
import { countOf } from './dock.js';
import { icon } from './icons.js';
import { segments } from './segments.js';
import { clampWidth, LIMITS, queryOf, WIDTHS } from './settings.js';

/** The room around the element in the frame, on each side. In CSS pixels (frame.css). */
export const FRAME_PADDING = 12;
/** The room around the frame in the stage, on each side. */
const STAGE_PADDING = 32;
/** The ruler, the health line and the room above and below the frame. */
const AROUND = 134;
const RULER_STEP = 100;
/** The room that a number of the ruler needs beside the one of the frame's width. */
const LABEL = 46;
/** Below this height a frame that has not told its own would jump. */
const FIRST_HEIGHT = 480;

export const heightOf = ({ frame }: WorkbenchContext): number => frame?.height ?? FIRST_HEIGHT;

/** How large the frame is drawn: whole, and never larger than it is. */
export function scaleOf(context: WorkbenchContext): number {
  const { settings, stageWidth, stageHeight = Infinity } = context;
  if (settings.zoom !== 'fit') return Number(settings.zoom) / 100;
  const across = (stageWidth - 2 * STAGE_PADDING) / (settings.width + 2 * FRAME_PADDING);
  const down = (stageHeight - AROUND) / heightOf(context);
  return Math.min(1, across, down);
}

/** Widths, zoom, color scheme, and the frame in a tab of its own. */
export function toolbar(context: WorkbenchContext, { title, note }: Situation): TemplateResult {
  const { settings, change } = context;
  return html`<div class="toolbar" role="group" aria-label="How the frame is shown">
    <h1>${title} <small>${note}</small></h1>
    <div class="tools">
      <button type="button" class="tool" aria-label="Reload the frame" @click=${() => context.reload()}>
        ${icon('reload')}
      </button>
      <a
        class="tool"
        target="_blank"
        href=${`/workbench/frame?${queryOf(settings)}`}
        aria-label="Open the frame alone"
        >${icon('open')}</a
      >
    </div>
    <div class="segments widths" role="group" aria-label="Width">
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
        aria-label="Width in pixels"
        min=${LIMITS.min}
        max=${LIMITS.max}
        .value=${String(settings.width)}
        @change=${(event: Event) =>
          change({ width: clampWidth((event.target as HTMLInputElement).valueAsNumber) })}
      />
    </div>
    ${segments(context, 'zoom', { isHidden: true })} ${segments(context, 'theme', { isHidden: true })}
  </div>`;
}

/** A scale above the frame, with the widths that have a button. */
export function ruler(context: WorkbenchContext): TemplateResult {
  const { stageWidth, settings } = context;
  const scale = scaleOf(context);
  const origin =
    Math.max(STAGE_PADDING, (stageWidth - (settings.width + 2 * FRAME_PADDING) * scale) / 2) +
    FRAME_PADDING * scale;
  const steps = Array.from({ length: Math.ceil(LIMITS.max / RULER_STEP) + 1 }, (_, at) => at * RULER_STEP);
  const at = (width: number): number => origin + width * scale;
  return html`<svg class="ruler" width=${stageWidth} height="28" aria-hidden="true">
    <rect class="measured" x=${origin} y="0" width=${settings.width * scale} height="28" />
    ${steps.map(
      (width) => svg`<line x1=${at(width)} x2=${at(width)} y1="18" y2="28" />
        ${Math.abs(at(width) - at(settings.width)) < LABEL ? '' : svg`<text x=${at(width) + 4} y="14">${width}</text>`}`,
    )}
    ${WIDTHS.map((width) => svg`<line class="stop" x1=${at(width)} x2=${at(width)} y1="21" y2="28" />`)}
    <rect class="pill" x=${at(settings.width) - 19} y="3" width="38" height="17" rx="6" />
    <text class="current" x=${at(settings.width)} y="15.5">${settings.width}</text>
  </svg>`;
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
      <p class="size">${settings.width} × ${Math.max(0, heightOf(context) - 2 * FRAME_PADDING)}</p>
    </div>
  </div>`;
}

/** Follows the pointer until it is released. The frame is centered, so its edge moves by half of its width. */
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

/** What the frame says of itself. */
export function health(context: WorkbenchContext): TemplateResult {
  const { frame, events } = context;
  const percent = Math.round(scaleOf(context) * 100);
  const entries: readonly (readonly [isGood: boolean | undefined, text: string])[] = frame
    ? [
        [true, frame.problem === '' ? frame.status : `${frame.status}: ${frame.problem}`],
        ...(percent < 100 ? [[true, `drawn at ${percent} %`] as const] : []),
        [frame.overflow <= 0, frame.overflow <= 0 ? 'no overflow' : `${frame.overflow} px too wide`],
        [frame.violations === 0, `${frame.violations} CSP violations`],
        [
          frame.ready === undefined ? undefined : true,
          frame.ready === undefined ? 'loading' : `shown after ${frame.ready} ms`,
        ],
        [true, countOf(events, 'event')],
      ]
    : [[undefined, 'loading']];
  return html`<ul class="health" aria-label="Health of the frame" data-status=${frame?.status ?? ''}>
    ${entries.map(
      ([isGood, text]) =>
        html`<li class=${isGood === undefined ? 'open' : isGood ? 'good' : 'bad'}>
          ${icon(isGood === undefined ? 'dots' : isGood ? 'check' : 'cross')}${text}
        </li>`,
    )}
  </ul>`;
}
