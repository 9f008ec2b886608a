import { html, nothing, type TemplateResult } from 'lit';
import type { PictureState } from '../controllers/picture-controller.js';
import type { Messages } from '../i18n/types.js';

/**
 * A picture of a QR code in the same box as a drawn one, with the button that saves it below. A picture that
 * could not be shown has no box.
 */
export function pictureView(
  { element, isDrawn, canSave }: PictureState,
  messages: Messages,
  onSave: () => void,
): TemplateResult | typeof nothing {
  if (!element) return nothing;
  return html`<div class="qr" part="qr" role="img" aria-label=${messages.qrCode} ?data-drawn=${isDrawn}>
      ${element}
    </div>
    <div class="tools-box">
      <p class="muted hint">${messages.scanQr}</p>
      ${canSave ? html`<div class="tools"><button class="second" @click=${onSave}>${messages.saveQr}</button></div>` : nothing}
    </div>`;
}
