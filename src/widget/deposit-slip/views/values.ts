import { html, nothing, type TemplateResult } from 'lit';
import type { Role } from '../../../core/methods.js';
import { isUnknown, usableValue, type Row } from '../../../core/reader/row.js';
import type { Slip, SlipLink } from '../../../core/reader/slip.js';
import { epcOf, needsBic } from '../../../core/schemes/epc.js';
import { contactLink } from '../../shared/views/contact.js';
import type { Sentence } from '../../shared/i18n/formatting.js';
import { icon } from '../../shared/views/icon.js';
import { noticeView } from '../../shared/views/notice.js';
import { pictureView } from '../../shared/views/picture.js';
import { qrTools, qrView } from '../../shared/views/qr.js';
import { derivedRow, rowLabel, notesOf, rowView } from '../../shared/views/row.js';
import type { SlipContext } from './context.js';
import { DERIVED, derivedLabel, derivedNote, derivedText } from './derived.js';
import { withStrong } from './header.js';
import { isNeeded } from './notices.js';

/** The rows of a slip by position. */
export interface RowGroups {
  /** The reference, if the rail needs one: without it a transfer cannot be matched. */
  readonly reference: readonly Row[];
  /** The one value to use. */
  readonly lead: readonly Row[];
  /** Values that a bank's form asks for. */
  readonly others: readonly Row[];
  /** Values that are almost never typed. */
  readonly folded: readonly Row[];
}

/** A bank derives its own name and address from the account number. */
const SELDOM_TYPED: ReadonlySet<Role> = new Set(['depositId', 'bank', 'bankAddress']);

/** Sorts the rows of a slip into groups; within each they keep their order. */
export function groupRows(slip: Slip): RowGroups {
  const iban = usableValue(slip, 'iban');
  const groupOf = (row: Row): keyof RowGroups => {
    const { role, check } = row;
    if (role === 'message') return 'reference';
    if (role === undefined || isUnknown(row)) return 'others';
    if (role === slip.lead) return 'lead';
    if (check === 'failed') return 'others';
    if (SELDOM_TYPED.has(role)) return 'folded';
    if (role === 'bic' && iban !== undefined && !needsBic(iban)) return 'folded';
    return (role === 'pixKey' || role === 'qr') && slip.code ? 'folded' : 'others';
  };
  const groups = { reference: [], lead: [], others: [], folded: [] } as Record<keyof RowGroups, Row[]>;
  for (const row of slip.rows) groups[groupOf(row)].push(row);
  return groups;
}

/** The link in a row, if it may be opened. */
export function linkOf({ key, copy }: Row, { links }: Slip): SlipLink | undefined {
  return links.find((link) => link.key === key && link.href === copy);
}

/** The reference, shown separately with its reason. */
export function referenceView(row: Row, slip: Slip, context: SlipContext): TemplateResult {
  const needed = isNeeded(row, slip);
  const { messageRequired, messageHelps } = context.messages;
  const notes: Sentence[] = [[needed ? messageRequired : messageHelps], ...notesOf(row, context)];
  return html`<dl class="reference ${needed ? 'needed' : ''}">${rowView(row, { notes }, context)}</dl>`;
}

/** The panel of the main value, with the only primary button, and its QR code or link. */
export function leadView(row: Row, slip: Slip, context: SlipContext): TemplateResult {
  const { qr, picture, messages } = context;
  const link = linkOf(row, slip);
  const hasCode = slip.code?.key === row.key && slip.code.payload === row.copy;
  const shape = [link ? '' : 'has-primary', hasCode ? 'has-code' : '', qr.open ? 'is-open' : ''];
  return html`<div part="lead" class="lead ${shape.join(' ')} ${picture.element ? PICTURE : ''}">
    ${pictureView(picture, messages, context.onSaveQr)}
    ${link ? linkView(link, true, context) : html`<dl>${rowView(row, { isPrimary: true }, context)}</dl>`}
    ${
      hasCode
        ? html`<div class="tools-box">
              ${qr.failed ? nothing : html`<p class="muted hint">${messages.qrHint}</p>`}
              ${qrTools(qr, messages.showQr, messages, actionsOf(context))}
            </div>
            ${qrView(qr, rowLabel(row, context), messages)}`
        : nothing
    }
  </div>`;
}

/** The classes of a panel with a picture. It is never folded, because there is no code to copy instead. */
const PICTURE = 'has-code has-picture is-open';

/** The panel of a picture without a code, or instructions if it cannot be shown. */
export function pictureLead(context: SlipContext): TemplateResult {
  const { picture, messages, merchant, onSaveQr } = context;
  return picture.failed
    ? noticeView(
        { title: [messages.problems.unreadable], text: [messages.advice.contact, { merchant }] },
        contactLink(context),
      )
    : html`<div part="lead" class="lead ${PICTURE}">${pictureView(picture, messages, onSaveQr)}</div>`;
}

/**
 * A SEPA QR code (EPC069-12) of the same transfer, folded; nothing if a field it needs is missing or invalid.
 */
export function epcView(slip: Slip, context: SlipContext): TemplateResult | typeof nothing {
  const { qr, messages } = context;
  if (epcOf(slip) === undefined) return nothing;
  return html`<div class="epc ${qr.open ? 'is-open' : ''}">
    ${qrTools(qr, messages.showQr, messages, actionsOf(context))}
    ${qrView(qr, messages.labels.iban, messages)}
  </div>`;
}

function actionsOf({ onToggleQr, onSaveQr }: SlipContext) {
  return { onToggle: onToggleQr, onSave: onSaveQr };
}

/** The values that a bank's form asks for. */
export function rowsView(
  rows: readonly Row[],
  slip: Slip,
  context: SlipContext,
): TemplateResult | typeof nothing {
  const derived = DERIVED.flatMap((of) => {
    const text = derivedText(of, slip, context);
    const label = derivedLabel(of, context.messages, slip);
    return text === undefined ? [] : [derivedRow(of, label, text, derivedNote(of, slip, context), context)];
  });
  if (rows.length === 0 && derived.length === 0) return nothing;
  return html`<dl>${derived}${rows.map((row) => otherRow(row, slip, context))}</dl>`;
}

/**
 * Folded rows. They are siblings of the `<details>`, so that a style sheet can print them while it is closed.
 */
export function foldedView(
  rows: readonly Row[],
  slip: Slip,
  context: SlipContext,
): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<details part="more" class="fold">
      <summary>${context.messages.moreDetails}${icon('next', 16)}</summary>
    </details>
    <dl class="folded">${rows.map((row) => otherRow(row, slip, context))}</dl>`;
}

function otherRow(row: Row, slip: Slip, context: SlipContext): TemplateResult {
  // The link of the main value already has a button.
  const link = row.role === slip.lead ? undefined : linkOf(row, slip);
  return html`${rowView(row, {}, context)}${
    link ? html`<div class="row-link">${linkView(link, false, context)}</div>` : nothing
  }`;
}

function linkView(
  { href, host, role }: SlipLink,
  isPrimary: boolean,
  { messages, onLink }: SlipContext,
): TemplateResult {
  return html`<a
      part="link"
      class="button ${isPrimary ? 'primary' : 'second'}"
      href=${href}
      target="_blank"
      rel="noopener noreferrer"
      @click=${(event: Event) => onLink(event, href)}
      >${role === 'link' ? messages.openLink : messages.openQr}${icon('link')}</a
    >
    <p class="muted host">${withStrong(messages.opensAt, { host })}</p>`;
}
