import { html, nothing, type TemplateResult } from 'lit';
import { MODULE, type QrState } from '../controllers/qr-controller.js';
import type { Messages } from '../i18n/types.js';
import { QUIET_ZONE, type QrDrawing } from '../qr.js';
import { icon } from './icon.js';

/** The payer's actions on a QR code. */
export interface QrActions {
  readonly onToggle: () => void;
  readonly onSave: () => void;
}

/** The button that folds and unfolds a QR code and, beside an open one, the button that saves its image. */
export function qrTools(
  { open, drawing }: QrState,
  showText: string,
  messages: Messages,
  { onToggle, onSave }: QrActions,
): TemplateResult {
  return html`<div class="tools toggle">
    <button part="toggle" class="second" aria-expanded=${open} @click=${onToggle}>
      ${icon('qr')}<span>${open ? messages.hideQr : showText}</span>
    </button>
    ${open && drawing ? html`<button class="second" @click=${onSave}>${messages.saveQr}</button>` : nothing}
  </div>`;
}

/** A QR code, named after the value it holds. */
export function qrView(qr: QrState, label: string, messages: Messages): TemplateResult {
  const name = label.includes('QR') ? label : `${messages.qrCode}: ${label}`;
  return html`<div class="qr" part="qr" ?data-open=${qr.open} ?data-drawn=${qr.drawing !== undefined}>
    ${drawingView(qr.drawing, name)}
    ${qr.failed ? html`<p class="note warn">${messages.qrFailed}</p>` : nothing}
  </div>`;
}

/**
 * Black on white with a painted quiet zone in every theme: scanners need both. The drawing has the name of
 * the code, and is what paper and a page without scripts show. The canvas over it has the same size, and is
 * blank until the code is painted. The same elements are rendered before the code is drawn, because replacing
 * them would break scroll anchoring.
 */
function drawingView(drawing: QrDrawing | undefined, name: string): TemplateResult {
  const { path, size } = drawing ?? { path: '', size: 0 };
  const side = size + 2 * QUIET_ZONE;
  return html`<svg
      role="img"
      aria-label=${drawing ? name : nothing}
      aria-hidden=${drawing ? nothing : 'true'}
      width=${MODULE * side}
      viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}"
      shape-rendering="crispEdges"
    >
      <rect x=${-QUIET_ZONE} y=${-QUIET_ZONE} width=${side} height=${side} fill="#fff"></rect>
      <path d=${path} fill="#000"></path>
    </svg>
    <canvas aria-hidden="true" width=${MODULE * side} height=${MODULE * side}></canvas>`;
}
