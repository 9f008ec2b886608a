import type { Payment } from '../../../core/reader/payment.js';
import type { Row } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import { record } from '../../../core/record.js';
import { DOT, fill } from '../../shared/i18n/formatting.js';
import { noticeText } from '../../shared/views/notice.js';
import { rowLabel, notesOf } from '../../shared/views/row.js';
import { isHeld, type SlipState } from '../state.js';
import { accountText, depositLines, hasAccount, money, type Line } from './account.js';
import { arrivalText, receiptLines, testText } from './arrival.js';
import type { SlipContext } from './context.js';
import { derivedNote, derivedText } from './derived.js';
import { isNeeded, noticesOf } from './notices.js';
import { titleOf } from './slip.js';
import { heldNotice } from './status.js';

type Ready = Extract<SlipState, { status: 'ready' }>;

/**
 * The content as lines of `label: value`: a slip, for paying elsewhere, or the arrived deposits. Empty for
 * any other state. A warning is copied with its value: otherwise a marked value, or one that failed its
 * check, would look like any other.
 */
export function linesOf(state: SlipState, context: SlipContext): string {
  if (state.status === 'arrived') return receiptText(state, context);
  if (state.status !== 'ready') return '';
  const { slip, payment } = state;
  return [...warningLines(state, context), ...valueLines(slip, context), ...partLines(payment, context)].join(
    '\n',
  );
}

/** The shared text: the test notice, the title, every warning on the slip, and every line. */
export function sharedText(state: SlipState, context: SlipContext): string {
  const test = state.test ? [testText(state, context)] : [];
  if (state.status === 'arrived') return [...test, receiptText(state, context)].join('\n');
  if (state.status !== 'ready') return '';
  const { slip, payment } = state;
  return [
    ...test,
    titleOf(slip, context),
    ...warningLines(state, context),
    ...[accountText(payment, context)].filter(Boolean),
    ...valueLines(slip, context),
  ].join('\n');
}

/** What the payer must read before paying, on top of a slip that must be reloaded first. */
function warningLines({ slip, watch }: Ready, context: SlipContext): string[] {
  const held = isHeld(watch) ? [heldNotice(watch, context.messages)] : [];
  return [...held, ...noticesOf(slip, context)].map(noticeText);
}

/** Every value of a slip, with its notes. */
function valueLines(slip: Slip, context: SlipContext): string[] {
  return [
    ...amountLine(slip, context),
    ...bankLine(slip, context),
    ...slip.rows.flatMap((row) => [rowLine(row, context), ...rowNotes(row, slip, context)]),
    ...orderLine(context),
  ];
}

function receiptText(state: Extract<SlipState, { status: 'arrived' }>, context: SlipContext): string {
  const lines = receiptLines(state, context).map(lineText);
  return [arrivalText(state, context, true), ...lines, ...orderLine(context)].join('\n');
}

/** The received and the missing amount. */
function partLines(payment: Payment | undefined, context: SlipContext): string[] {
  if (!hasAccount(payment)) return [];
  const { missing } = context.messages.account;
  const { remaining } = payment;
  const rest = remaining === undefined ? [] : [`${missing}: ${money(remaining, payment, context)}`];
  return [...depositLines(payment, context).map(lineText), ...rest];
}

function lineText(line: Line): string {
  const { label, note, value } = record(line);
  return `${label}: ${note ? `${value}${DOT}${fill(...note)}` : value}`;
}

function orderLine({ order, messages }: SlipContext): string[] {
  return order ? [`${messages.account.order}: ${order}`] : [];
}

function amountLine(slip: Slip, context: SlipContext): string[] {
  const amount = derivedText('amount', slip, context);
  if (amount === undefined) return [];
  const note = derivedNote('amount', slip, context);
  return [`${context.messages.amount}: ${amount} ${slip.fiat ?? ''}`.trim(), ...(note ? [note] : [])];
}

function bankLine(slip: Slip, context: SlipContext): string[] {
  const bank = derivedText('bank', slip, context);
  return bank === undefined ? [] : [`${context.messages.labels.bank}: ${bank}`];
}

function rowLine(row: Row, context: SlipContext): string {
  return `${rowLabel(row, context)}: ${row.copy}`;
}

function rowNotes(row: Row, slip: Slip, context: SlipContext): string[] {
  const { messageRequired, messageHelps } = context.messages;
  const reason = row.role === 'message' ? [isNeeded(row, slip) ? messageRequired : messageHelps] : [];
  return [...reason, ...notesOf(row, context).map((note) => fill(...note))];
}
