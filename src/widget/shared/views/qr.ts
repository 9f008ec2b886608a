import { html, nothing, type TemplateResult } from 'lit';
import type { QrState } from '../controllers/qr-controller.js';
import { fill } from '../i18n/formatting.js';
import type { Messages } from '../i18n/types.js';
import { QUIET_ZONE, type QrDrawing } from '../qr.js';
import { icon } from './icon.js';

/** The button that folds and unfolds a QR code. */
export function qrToggle({ open }: QrState, messages: Messages, onToggle: () => void): TemplateResult {
  return html`<button class="toggle" aria-expanded=${open} @click=${onToggle}>
    ${icon('qr')}<span>${open ? messages.hideQr : messages.showQr}</span>
  </button>`;
}

/** A QR code, named after the value it holds. */
export function qrView(qr: QrState, label: string, messages: Messages): TemplateResult {
  const name = label.includes('QR') ? label : fill(messages.qrLabel, { label });
  return html`<dd class="qr" part="qr" ?data-open=${qr.open} ?data-drawn=${qr.drawing !== undefined}>
    ${drawingView(qr.drawing, name)}
    ${qr.failed ? html`<p class="note">${icon('warning')}<span>${messages.qrFailed}</span></p>` : nothing}
  </dd>`;
}

/**
 * Black on white with a painted quiet zone in every theme: scanners need both. The same `<svg>` is rendered before the code is drawn, because replacing it would break scroll anchoring.
 */
function drawingView(drawing: QrDrawing | undefined, name: string): TemplateResult {
  const { path, size } = drawing ?? { path: '', size: 0 };
  const side = size + 2 * QUIET_ZONE;
  return html`<svg
    role="img"
    aria-label=${drawing ? name : nothing}
    aria-hidden=${drawing ? nothing : 'true'}
    viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}"
    shape-rendering="crispEdges"
  >
    <rect x=${-QUIET_ZONE} y=${-QUIET_ZONE} width=${side} height=${side} fill="#fff"></rect>
    <path d=${path} fill="#000"></path>
  </svg>`;
}
