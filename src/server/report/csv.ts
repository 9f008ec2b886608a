import type { ReportDeposit, ReportFinding, ReportRow, UnreadableRecord } from './types.js';

/** The columns of a line in the CSV file. */
interface Line extends Partial<Omit<ReportRow, 'findings'>> {
  readonly findings?: readonly string[];
}

const COLUMNS: readonly (readonly [name: string, valueOf: (line: Line) => string | number | undefined])[] = [
  ['time', ({ createTime }) => (createTime === undefined ? undefined : new Date(createTime).toISOString())],
  ['settings_id', ({ settingsId }) => settingsId],
  ['flow_id', ({ flowId }) => flowId],
  ['category', ({ category }) => category],
  ['flow_type', ({ flowType }) => flowType],
  ['changed', ({ changed }) => changed],
  ['total', ({ total }) => total],
  ['tx_id', ({ txId }) => txId],
  ['ext_id', ({ extId }) => extId],
  ['state', ({ deposit }) => deposit?.state],
  ['grant_id', ({ deposit }) => deposit?.grantId],
  ['reference', ({ deposit }) => deposit?.reference],
  ['payment_id', ({ deposit }) => deposit?.paymentId],
  ['payment_status', ({ deposit }) => deposit?.payment?.status],
  ['asked', ({ deposit }) => deposit?.payment?.asked],
  ['received', ({ deposit }) => deposit?.payment?.received],
  ['returned', ({ deposit }) => deposit?.returned],
  ['findings', ({ findings = [] }) => findings.join(' ')],
];

/** The first line of the file. */
export const CSV_HEADER = joinCells(COLUMNS.map(([name]) => name));

/** A flow as a line of the file. */
export function csvLine(line: Line): string {
  return joinCells(COLUMNS.map(([, valueOf]) => csvCell(valueOf(line))));
}

/** A finding without a flow, as a line of the file; empty if it has a flow. */
export function csvFinding(finding: ReportFinding): string {
  if (finding.code === 'not-at-api') return csvLine(hiddenLine(finding.deposit));
  // A finding with a place in the chain already has a line.
  const hasLine = finding.code !== 'unreadable' || finding.record.problem === 'deposit';
  return hasLine ? '' : csvLine(unreadableLine(finding.record));
}

function hiddenLine(deposit: ReportDeposit): Line {
  const { flowId, createTime, txId, amount: changed } = deposit;
  return {
    flowId,
    createTime,
    changed,
    deposit,
    findings: ['not-at-api'],
    ...(txId !== undefined && { txId }),
  };
}

function unreadableLine({ problem, ...record }: UnreadableRecord): Line {
  return { ...record, findings: ['unreadable', problem] };
}

const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/**
 * A cell that spreadsheets show unchanged. A text that begins like a formula gets an apostrophe, because
 * spreadsheets would run it. Most texts are quoted, because some spreadsheets separate columns with
 * semicolons. Times, numbers and words stay plain.
 */
function csvCell(value: string | number | undefined): string {
  const text = String(value ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '?');
  if (NUMBER.test(text)) return text;
  const safe = /^[\s]*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text;
  return /^[\w:.-]*$/.test(safe) ? safe : `"${safe.replaceAll('"', '""')}"`;
}

/** RFC 4180. */
function joinCells(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
