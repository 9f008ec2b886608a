import { html, type TemplateResult } from 'lit';
import type { Method } from '../../../core/methods.js';
import { icon, type IconName } from './icon.js';

/** The icon of the rail's family: a bank, a QR code or a page to open. */
export function glyph(method: Method | undefined): TemplateResult {
  return html`<span class="badge glyph">${icon(familyOf(method), 24)}</span>`;
}

/** A method's family of rails, determined by its main value. */
export function familyOf(method: Method | undefined): Extract<IconName, 'bank' | 'qr' | 'link'> {
  const lead = method?.lead[0] ?? '';
  return lead.endsWith('Code') ? 'qr' : lead === 'link' ? 'link' : 'bank';
}
