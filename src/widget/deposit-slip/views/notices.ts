import { ruleOf } from '../../../core/kinds.js';
import { isCodeKind, type Row } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import { record } from '../../../core/record.js';
import type { Sentence } from '../../shared/i18n/formatting.js';
import type { Notice } from '../../shared/views/notice.js';
import { rowName } from '../../shared/views/row.js';
import { sumText } from '../../shared/views/sum.js';
import type { SlipContext } from './context.js';

/** Notices that forbid paying until the merchant has confirmed the details. */
const BLOCKING: ReadonlySet<string> = new Set(['rail', 'amount', 'qr']);

/** Everything the payer must read before paying, the most serious first. */
export function noticesOf(slip: Slip, context: SlipContext): Notice[] {
  const { messages, merchant } = context;
  const ofRows = slip.rows.flatMap((row): Notice[] => {
    const text = rowWarning(row, slip, context);
    // A warning about a value that the rail does not need does not block the slip.
    return text === undefined
      ? []
      : [{ title: isBlocking(row, slip) ? [messages.doNotPay] : undefined, text }];
  });
  const ofSlip = slip.notices.flatMap((notice): Notice[] => {
    const { kind, amount } = record(notice);
    // A failed check of a code is reported with the rows.
    if (kind === 'qr') return [];
    const { title, text } = messages.notices[kind];
    const shown = amount === undefined ? undefined : sumText({ amount, fiat: slip.fiat }, context);
    return [{ title: [title], text: [text, { amount: shown, merchant }] }];
  });
  return [...ofRows, ...ofSlip];
}

/** Whether the account differs from an earlier visit, so that the payer must ask first. */
export function hasChanged({ notices }: Slip): boolean {
  return notices.some(({ kind }) => kind === 'account');
}

/** Whether the slip must not be paid as it is. A value that the rail does not need has no influence. */
export function isBlocked(slip: Slip): boolean {
  return (
    slip.notices.some(({ kind }) => BLOCKING.has(kind)) || slip.rows.some((row) => isBlocking(row, slip))
  );
}

function isBlocking(row: Row, slip: Slip): boolean {
  return (row.check === 'failed' && row.role !== undefined && isNeeded(row, slip)) || isMarkedLead(row, slip);
}

/** Whether the only value to pay to is marked. */
function isMarkedLead({ role, reason }: Row, { rail, lead }: Slip): boolean {
  return (
    reason === 'foreign' && lead === undefined && role !== undefined && rail?.lead.includes(role) === true
  );
}

/** Whether a row is essential for the rail. For an unknown rail, every row is. */
export function isNeeded({ role }: Row, { rail }: Slip): boolean {
  return !rail || rail.needs.some((roles) => role !== undefined && roles.includes(role));
}

/** Why a value must be confirmed before it is used; undefined if there is no reason. */
function rowWarning(row: Row, slip: Slip, context: SlipContext): Sentence | undefined {
  const { messages, merchant } = context;
  const { checkFailed } = messages;
  const values = { name: [rowName(row, context)], merchant } as const;
  // The key comes from the response and is not put into a sentence; the row has its own note.
  if (row.role === undefined) return undefined;
  if (isMarkedLead(row, slip)) return [messages.unknown, { merchant }];
  if (row.reason === 'lossy') return [messages.lossy, values];
  if (row.check !== 'failed') return undefined;
  return [checkFailed[row.role] ?? checkFailed[failureOf(row)]!, values];
}

/** The type of the failed check: of a code, of a form without check digits, or of check digits. */
function failureOf({ kind }: Row): 'code' | 'form' | 'other' {
  if (isCodeKind(kind)) return 'code';
  // Numbers and IBANs have check digits.
  const { copyForm } = ruleOf(kind);
  return copyForm === 'digits' || copyForm === 'iban' ? 'other' : 'form';
}
