import { html, nothing, type TemplateResult } from 'lit';
import { cleanText } from '../../../core/reader/hostile-text.js';
import type { Row } from '../../../core/reader/row.js';
import type { SlipLink } from '../../../core/reader/slip.js';
import type { Kind } from '../../../core/kinds.js';
import { QUIET_ZONE, type QrDrawing } from '../qr.js';
import type { CopyTarget } from '../controllers/copy-controller.js';
import { fill } from '../i18n/registry.js';
import { icon } from './icon.js';
import type { Scene } from '../../deposit-slip/views/context.js';

const TEXT_KINDS: ReadonlySet<Kind> = new Set(['name', 'address', 'text']);

/** What stands beside a row's value: whether it leads, its link, its drawn code. */
export interface RowPlace {
  readonly isLead: boolean;
  /** Whether the rail cannot do without it. */
  readonly isNeeded: boolean;
  readonly link?: SlipLink | undefined;
  readonly hasCode: boolean;
}

/** One value with its label, its copy button, and what must be said about it. */
export function rowView(row: Row, place: RowPlace, scene: Scene): TemplateResult {
  const { key, kind, check } = row;
  const label = labelOf(row, scene);
  const shape = `row ${place.isLead ? 'lead' : ''} ${place.hasCode ? 'has-qr' : ''} ${place.link ? 'has-link' : ''}`;
  return html`<div part="row" class=${shape} data-key=${key} data-kind=${kind} data-check=${check}>
    <dt part="label">${label}</dt>
    ${valueView(row)} ${place.link ? linkView(place.link, place.isLead, scene) : nothing}
    <dd class="act">
      ${copyButton(row, label, place.isLead && !place.link, scene)}
      ${place.hasCode ? toggleView(scene) : nothing}
    </dd>
    ${notesOf(row, place.isNeeded, scene).map((note) => html`<dd class="note">${icon('warning')}<span>${note}</span></dd>`)}
    ${place.hasCode ? qrView(label, scene) : nothing}
  </div>`;
}

/** The label of a row in the payer's language; an unknown key is its own label. */
export function labelOf({ role, key }: Row, { messages }: Scene): string {
  return role ? messages.labels[role] : cleanText(key);
}

/**
 * The value and nothing else: groups are set apart by margins alone, and no white space stands around them, so that
 * what a hand selects is what the button copies.
 */
function valueView({ kind, groups, copy }: Row): TemplateResult {
  if (TEXT_KINDS.has(kind))
    // prettier-ignore
    return html`<dd part="value" class="value plain" translate="no"><bdi>${copy}</bdi></dd>`;
  const shape = kind.endsWith('code') ? 'code' : kind.endsWith('link') ? 'line' : '';
  const [first, ...others] = groups;
  // prettier-ignore
  const pieces = others.length ? [html`<span>${first}</span>`, ...others.map((group) => html`<wbr><span>${group}</span>`)] : copy;
  // prettier-ignore
  return html`<dd part="value" class="value mono ${shape}" dir="ltr" translate="no">${pieces}</dd>`;
}

/** A copy button that says what became of the last press on it. */
export function copyButton(
  target: Exclude<CopyTarget, 'all'>,
  label: string,
  isPrimary: boolean,
  scene: Scene,
): TemplateResult {
  const { messages, copied, handlers } = scene;
  const outcome = copied?.target === target ? copied.outcome : undefined;
  const isDone = outcome === 'copied';
  return html`<button
      part="copy"
      class=${isPrimary ? 'primary' : 'small'}
      data-outcome=${outcome ?? nothing}
      @click=${() => handlers.onCopy(target)}
    >
      ${icon(isDone ? 'check' : 'copy')}<span
        >${isDone ? messages.copied : messages.copy}<span class="sr"> ${label}</span></span
      >
    </button>
    ${outcome && !isDone ? html`<span class="muted">${messages[outcome]}</span>` : nothing}`;
}

function linkView(
  { href, host, role }: SlipLink,
  isLead: boolean,
  { messages, handlers }: Scene,
): TemplateResult {
  return html`<dd class="act">
    <a
      part="link"
      class="button ${isLead ? 'primary' : ''}"
      href=${href}
      target="_blank"
      rel="noopener noreferrer"
      @click=${(event: Event) => handlers.onLink(event, href)}
      >${role === 'link' ? messages.openLink : messages.openQr}${icon('external')}</a
    >
    <span class="muted host">${fill(messages.opensAt, { host })}</span>
  </dd>`;
}

/** What must be said about a value: how to use it, and why to ask before paying to it. */
export function notesOf(
  { check, reason, role, kind }: Row,
  isNeeded: boolean,
  { messages, merchant }: Scene,
): string[] {
  const notes: string[] = [];
  if (role === 'message') notes.push(isNeeded ? messages.messageRequired : messages.messageHelps);
  if (check === 'failed')
    notes.push(fill(kind.endsWith('code') ? messages.notices.qr : messages.checkFailed, { merchant }));
  if (reason === 'lossy') notes.push(fill(messages.lossy, { merchant }));
  if (reason === 'cleaned') notes.push(messages.cleaned);
  return notes;
}

function toggleView({ qr, messages, handlers }: Scene): TemplateResult {
  return html`<button class="toggle" aria-expanded=${qr.open} @click=${handlers.onToggleQr}>
    ${icon('qr')}<span>${qr.open ? messages.hideQr : messages.showQr}</span>
  </button>`;
}

function qrView(label: string, { qr, messages }: Scene): TemplateResult {
  return html`<dd class="qr" part="qr" ?data-open=${qr.open} ?data-drawn=${qr.drawing !== undefined}>
    ${drawingView(qr.drawing, label.includes('QR') ? label : fill(messages.qrLabel, { label }))}
    ${qr.failed ? html`<p class="note">${icon('warning')}<span>${messages.qrFailed}</span></p>` : nothing}
  </dd>`;
}

/**
 * Black on white with its quiet zone painted, in every theme: readers need both. The box stands before there is a drawing
 * in it: a browser that keeps a scrolled page in place by what is in view loses it where that is taken away.
 */
function drawingView(drawing: QrDrawing | undefined, label: string): TemplateResult {
  const { path, size } = drawing ?? { path: '', size: 0 };
  const side = size + 2 * QUIET_ZONE;
  return html`<svg
    role="img"
    aria-label=${drawing ? label : nothing}
    aria-hidden=${drawing ? nothing : 'true'}
    viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}"
    shape-rendering="crispEdges"
  >
    <rect x=${-QUIET_ZONE} y=${-QUIET_ZONE} width=${side} height=${side} fill="#fff"></rect>
    <path d=${path} fill="#000"></path>
  </svg>`;
}
